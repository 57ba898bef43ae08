// Python in a worker, so that the page stays alive while it computes. It takes one task at a time:
// { number, method, request } → { number, reply } or { number, broken }; what the page is told in
// between has no number.

const ABSENT = "a part of Python is not on this site, or the network failed";

let python;
let kernel;
let installable;
let queue = Promise.resolve();

// Pyodide waits for ever for some of its files, and goes on without others.
const ask = self.fetch;
const lost = new Promise((_, reject) => {
  self.fetch = async (address, ...options) => {
    const answer = await ask(address, ...options).catch(() => ({ ok: false }));
    if (answer.ok) return answer;
    const error = new Error(`${ABSENT}: ${String(address).split("/").at(-1)}`);
    reject(error);
    throw error;
  };
});
lost.catch(() => {}); // after the start nobody waits for it

async function start({ pyodide: folder, lock: lockAddress, packages }) {
  const here = new URL(".", self.location);
  const indexURL = new URL(folder, here).href;
  const lockFileURL = new URL(lockAddress, here).href;
  const [{ loadPyodide }, lock] = await Promise.all([
    import(new URL("pyodide.mjs", indexURL)),
    fetch(lockFileURL).then((answer) => answer.json()),
  ]);
  installable = new Map();
  for (const [name, { imports }] of Object.entries(lock.packages))
    for (const module of imports) installable.set(module, name);
  python = await Promise.race([loadPyodide({ indexURL, lockFileURL, packages }), lost]);
  const { PageKernel } = python.pyimport("perceptron_lessons.widget.page_kernel");
  const post = (message) => self.postMessage(JSON.parse(message));
  kernel = PageKernel(post, [...installable.keys()]);
}

async function load(module) {
  const name = installable.get(module);
  self.postMessage({ kind: "loading", name });
  await python.loadPackage(name, { messageCallback() {}, errorCallback() {} });
  return name in python.loadedPackages || { status: "lacking", message: `${ABSENT}: ${name}` };
}

async function perform(method, request) {
  if (method === "start") return start(request);
  const text = JSON.stringify(request);
  let reply = JSON.parse(kernel[method](text));
  while (reply.status === "missing") {
    const loaded = await load(reply.module);
    reply = loaded === true ? JSON.parse(kernel[method](text)) : loaded;
  }
  return reply;
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
