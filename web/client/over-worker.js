import { Calls, greeting } from "./calls.js";
import { RummyError, closed, lost } from "./error.js";
import { Link } from "./link.js";

/** These know nothing of matches and may take long. */
const SEARCHES = new Set(["solve", "candidates", "check", "steps", "choose"]);

/** How many Workers search at once. A hint may take seconds, and a draft wants to be checked meanwhile. */
const SEARCHERS = 2;

/** Starts a Worker with an engine. `heard` gets its lines, `failed` the error after which it is useless. */
async function start({ worker: url, ...how }, heard, failed) {
  let worker;
  let ready;
  const isReady = new Promise((resolve, reject) => {
    ready = { resolve, reject };
  });
  const fail = (error) => {
    worker.terminate();
    ready.reject(error);
    failed(error);
  };
  const hear = (data) => {
    if (typeof data === "string") heard(data);
    else if (data.ready) ready.resolve();
    else fail(new RummyError("internal_error", `the engine has failed: ${data.failed}`));
  };
  const report = (error) => fail(lost(`${url} cannot run: ${error.message ?? "it was not found"}`));
  if (typeof Worker === "undefined") {
    const threads = await import("node:worker_threads");
    worker = new threads.Worker(url instanceof URL ? url : new URL(url, "file:///"));
    worker.on("message", hear);
    worker.on("error", report);
  } else {
    worker = new Worker(url, { type: "module" });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = report;
  }
  await isReady;
  const first = greeting(how);
  if (first) worker.postMessage(first);
  return worker;
}

/** A Worker that searches: one call at a time, so that to abort it is to end the Worker. */
class Searcher {
  #how;
  #worker = null;
  #calls = null;
  #isStopped = false;

  constructor(how) {
    this.#how = how;
  }

  async call(method, params, { signal, onProgress } = {}) {
    signal?.throwIfAborted();
    if (!this.#worker) {
      const calls = new Calls((line) => this.#post(line), () => {});
      this.#calls = calls;
      const failed = (error) => this.#leave(calls, error);
      this.#worker = await start(this.#how, (line) => calls.hear(line), failed);
      if (this.#isStopped) this.#leave(calls, closed());
    }
    if (this.#isStopped) throw closed();
    signal?.throwIfAborted();
    const calls = this.#calls;
    const abort = () => this.#leave(calls, signal.reason);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await calls.call(method, params, { onProgress });
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  #post(line) {
    this.#worker.postMessage(line);
    return true;
  }

  /** Ends the Worker of these calls; the next call starts another. */
  #leave(calls, error) {
    if (this.#calls === calls) {
      this.#worker?.terminate();
      this.#worker = null;
    }
    calls.fail(error);
  }

  stop(error) {
    this.#isStopped = true;
    if (this.#calls) this.#leave(this.#calls, error);
  }
}

/** The engine in Workers: one keeps the matches, others search. */
export class WorkerLink extends Link {
  #worker;
  #free = [];
  #searchers = [];
  #queue = [];

  static async open(how) {
    const link = new WorkerLink();
    link.#searchers = Array.from({ length: SEARCHERS }, () => new Searcher(how));
    link.#free = [...link.#searchers].reverse();
    const failed = (error) => link.#finish(error);
    link.#worker = await start(how, (line) => link.calls.hear(line), failed);
    return link;
  }

  call(method, params, how = {}) {
    if (!SEARCHES.has(method) || this.isClosed) return super.call(method, params, how);
    const { signal } = how;
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const waiting = { method, params, how, resolve, reject };
      signal?.addEventListener("abort", () => this.#forget(waiting), { once: true });
      this.#queue.push(waiting);
      this.#search();
    });
  }

  /** Drops a search that nobody has begun. */
  #forget(waiting) {
    const place = this.#queue.indexOf(waiting);
    if (place < 0) return;
    this.#queue.splice(place, 1);
    waiting.reject(waiting.how.signal.reason);
  }

  async #search() {
    if (this.#queue.length === 0 || this.#free.length === 0) return;
    const searcher = this.#free.pop();
    const { method, params, how, resolve, reject } = this.#queue.shift();
    try {
      resolve(await searcher.call(method, params, how));
    } catch (error) {
      reject(error);
    }
    this.#free.push(searcher);
    this.#search();
  }

  send(line) {
    this.#worker.postMessage(line);
    return true;
  }

  #finish(error) {
    this.end(error);
    this.#worker?.terminate();
    for (const searcher of this.#searchers) searcher.stop(error ?? closed());
    for (const { reject } of this.#queue) reject(error ?? closed());
    this.#queue = [];
  }

  async close() {
    this.#finish(null);
  }
}
