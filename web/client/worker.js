// The engine in a Worker, of a browser or of Node: a message is a line. `rummy_fast.wasm` is beside this file.

import { startEngine } from "./engine.js";

const file = new URL("./rummy_fast.wasm", import.meta.url);
const isBrowser = typeof WorkerGlobalScope !== "undefined";

async function download(imports) {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status} ${answer.statusText}`);
  if (answer.headers.get("content-type")?.startsWith("application/wasm")) {
    return (await WebAssembly.instantiateStreaming(answer, imports)).instance;
  }
  return (await WebAssembly.instantiate(await answer.arrayBuffer(), imports)).instance;
}

async function read(imports) {
  const { readFile } = await import("node:fs/promises");
  return (await WebAssembly.instantiate(await readFile(file), imports)).instance;
}

const port = isBrowser ? globalThis : (await import("node:worker_threads")).parentPort;
const fail = (why) => port.postMessage({ failed: why });
try {
  const receive = await startEngine(isBrowser ? download : read, {
    send: (line) => port.postMessage(line),
    fail,
  });
  if (isBrowser) port.onmessage = ({ data }) => receive(data);
  else port.on("message", receive);
  port.postMessage({ ready: true });
} catch (error) {
  fail(String(error));
}
