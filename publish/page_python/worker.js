// Python in a worker, so that a page stays alive while it computes: one for all open pages, where the
// browser has shared workers, and then the next page finds it awake; else one for each. It takes one
// task at a time: { number, method, request } → { number, reply } or { number, broken }; what a page
// is told in between has no number.

const PATIENCE = 1000; // milliseconds that a task has before it is asked whether it is still wanted
const PAUSE = 250; // between two such questions

const pages = new Map(); // port of each page → its Python
let python; // a promise of Pyodide, from the first page that needs it on
let PythonError; // once that is there
let queue = Promise.resolve();

function absent(address) {
  const name = String(address).split("/").at(-1);
  return new Error(`a part of Python is not on this site, or the network failed: ${name}`);
}

function tellAll(message) {
  for (const port of pages.keys()) port.postMessage(message);
}

// ---- Fetching ----
let done = 0; // bytes that have come
let of; // how many there will be

function count(bytes) {
  done += bytes;
  if (of) tellAll({ kind: "bytes", done, of });
}

// Pyodide waits for ever for some of its files, and goes on without others.
const ask = self.fetch;
const lost = new Promise((_, reject) => {
  self.fetch = async (address, ...options) => {
    const answer = await ask(address, ...options).catch(() => null);
    if (answer?.ok) {
      countBody(answer.clone());
      return answer;
    }
    const error = absent(address);
    reject(error);
    throw error;
  };
});
lost.catch(() => {}); // after the start nobody waits for it

async function countBody({ body }) {
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) count(part.value.length);
  } catch {
    // whoever reads the other copy tells of it
  }
}

const here = new URL(".", self.location.href);
let configured;

function configuration() {
  configured ??= fetch(new URL("python.json", here)).then((answer) => answer.json());
  return configured;
}

async function load() {
  const config = await configuration();
  of = config.bytes;
  const indexURL = new URL(config.pyodide, here).href;
  // First the program, which has most to do: the packages are wanted when it runs.
  const { loadPyodide } = await import(new URL("pyodide.mjs", indexURL).href);
  const archive = unpacked(new URL(config.packages, here));
  archive.catch(() => {}); // it is waited for below
  const fsInit = async (FS, { sitePackages }) => install(FS, sitePackages, await archive);
  const lockFileURL = new URL(config.lock, here).href;
  const loaded = loadPyodide({ indexURL, lockFileURL, fsInit });
  const found = await Promise.race([loaded, lost, archive.then(() => loaded)]);
  found.pyimport("sitecustomize").on_demand.announce = (name) => tellAll({ kind: "loading", name });
  const { stop } = found.pyimport("publish.page_python.page_kernel");
  const signal = found.pyimport("signal");
  signal.signal(signal.SIGINT, stop);
  found.setInterruptBuffer(signals);
  PythonError = found.ffi.PythonError;
  return found;
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

// ---- Stopping ----
// A worker hears nothing while it computes, and this one cannot be ended by a page, since others use
// it. But it can look: each page lends it an address that is its own, and takes that back when its
// reader stops the task; a browser does the same when the page is left. Then Python, which asks here
// for signals, gets that of Ctrl-C.
let lent; // by the page whose task runs
let next = 0; // when to look again

const signals = {
  get 0() {
    if (!lent || Date.now() < next) return 0;
    next = Date.now() + PAUSE;
    return isThere(lent) ? 0 : 2;
  },
  set 0(_) {},
};

function isThere(address) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

// ---- Tasks ----
async function begin(port, { lent: address, onlyAwake }) {
  if (onlyAwake && !python) return { asleep: (await configuration()).bytes };
  pages.set(port, {});
  python ??= load();
  const { PageKernel } = (await python).pyimport("publish.page_python.page_kernel");
  const kernel = PageKernel((message) => port.postMessage(JSON.parse(message)));
  pages.set(port, { kernel, lent: address });
  return {};
}

function leave(port) {
  const { kernel } = pages.get(port) ?? {};
  pages.delete(port);
  kernel?.close();
  kernel?.destroy();
}

function perform(port, method, request) {
  if (method === "start") return begin(port, request);
  if (method === "leave") return leave(port);
  const page = pages.get(port);
  lent = page.lent;
  next = Date.now() + PATIENCE;
  try {
    return JSON.parse(page.kernel[method](JSON.stringify(request)));
  } finally {
    lent = undefined;
  }
}

function serve(port) {
  pages.set(port, {});
  port.onmessage = ({ data: { number, method, request } }) => {
    queue = queue.then(async () => {
      try {
        port.postMessage({ number, reply: await perform(port, method, request) });
      } catch (error) {
        port.postMessage({ number, broken: error.message });
        // An error in what one page asks for is that page's; after any other nobody has a Python.
        if (PythonError && error instanceof PythonError) return;
        tellAll({ kind: "over", why: error.message });
        self.close();
      }
    });
  };
}

if ("onconnect" in self) self.onconnect = ({ ports: [port] }) => serve(port);
else serve(self);
