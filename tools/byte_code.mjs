// Runs `compile_archive` of byte_code.py in Pyodide: `node byte_code.mjs RUNTIME JOBS`, where JOBS is
// a list of [archive, target, whether the sources stay] in JSON.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [runtime, jobs] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: runtime });
const source = join(dirname(fileURLToPath(import.meta.url)), "byte_code.py");
pyodide.FS.writeFile("/home/pyodide/byte_code.py", readFileSync(source));
const { compile_archive } = pyodide.pyimport("byte_code");
for (const [archive, target, keepSources] of JSON.parse(jobs)) {
  pyodide.FS.writeFile("/tmp/old.zip", readFileSync(archive));
  compile_archive("/tmp/old.zip", "/tmp/new.zip", keepSources);
  writeFileSync(target, pyodide.FS.readFile("/tmp/new.zip"));
}
