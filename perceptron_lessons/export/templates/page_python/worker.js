// Python in a worker, so that the page stays alive while it computes. It takes one task at a time:
// { number, method, request } → { number, reply } or { number, broken }; what the page is told in
// between has no number.

let python;
let kernel;
let queue = Promise.resolve();

function absent(address) {
  const name = String(address).split("/").at(-1);
  return new Error(`a part of Python is not on this site, or the network failed: ${name}`);
}

// Pyodide waits for ever for some of its files, and goes on without others.
const ask = self.fetch;
const lost = new Promise((_, reject) => {
  self.fetch = async (address, ...options) => {
    const answer = await ask(address, ...options).catch(() => ({ ok: false }));
    if (answer.ok) return answer;
    const error = absent(address);
    reject(error);
    throw error;
  };
});
lost.catch(() => {}); // after the start nobody waits for it

async function start({ pyodide: folder, lock, packages }) {
  const here = new URL(".", self.location);
  const indexURL = new URL(folder, here).href;
  // First the program, which has most to do: the packages are wanted when it runs.
  const { loadPyodide } = await import(new URL("pyodide.mjs", indexURL));
  const archive = unpacked(new URL(packages, here));
  archive.catch(() => {}); // it is waited for below
  const fsInit = async (FS, { sitePackages }) => install(FS, sitePackages, await archive);
  const lockFileURL = new URL(lock, here).href;
  const loaded = loadPyodide({ indexURL, lockFileURL, fsInit });
  python = await Promise.race([loaded, lost, archive.then(() => loaded)]);
  python.pyimport("sitecustomize").on_demand.announce = (name) =>
    self.postMessage({ kind: "loading", name });
  const { PageKernel } = python.pyimport("perceptron_lessons.widget.page_kernel");
  kernel = PageKernel((message) => self.postMessage(JSON.parse(message)));
}

async function unpacked(address) {
  const { body } = await fetch(address);
  const stream = body.pipeThrough(new DecompressionStream("gzip"));
  const content = await new Response(stream).arrayBuffer().catch(() => {
    throw absent(address); // cut short, or another file
  });
  return new Uint8Array(content);
}

// Put the files of a tar archive where Python finds its packages; their content is not copied.
function install(FS, folder, tar) {
  const decoder = new TextDecoder();
  const folders = new Set();
  const text = (at, length) => decoder.decode(tar.subarray(at, at + length)).split("\0")[0];
  for (let at = 0, size; tar[at]; at += 512 * (1 + Math.ceil(size / 512))) {
    size = parseInt(text(at + 124, 12), 8);
    const [name, prefix] = [text(at, 100), text(at + 345, 155)];
    const path = `${folder}/${prefix && `${prefix}/`}${name}`;
    const place = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(place)) FS.mkdirTree(place);
    folders.add(place);
    FS.writeFile(path, tar.subarray(at + 512, at + 512 + size), { canOwn: true });
  }
}

function perform(method, request) {
  return method === "start" ? start(request) : JSON.parse(kernel[method](JSON.stringify(request)));
}

self.onmessage = ({ data: { number, method, request } }) => {
  queue = queue.then(async () => {
    try {
      self.postMessage({ number, reply: await perform(method, request) });
    } catch (error) {
      self.postMessage({ number, broken: error.message });
    }
  });
};
