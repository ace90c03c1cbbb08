// The client of the engine. index.d.ts describes it.

import { RummyError } from "./error.js";
import { Followers, Seat } from "./seat.js";

export { RummyError };

class Rummy {
  #link;
  #followers = new Followers();

  constructor(link) {
    this.#link = link;
    this.closed = link.closed;
    link.onNotice = (method, params) => {
      if (method === "match/event") this.#followers.hear(params);
    };
    link.onReconnect = () => this.#followers.reconnect();
  }

  call(method, params = {}, how = {}) {
    return this.#link.call(method, params, how);
  }

  solve(params, how) {
    return this.call("solve", params, how);
  }

  candidates(params, how) {
    return this.call("candidates", params, how);
  }

  check(params, how) {
    return this.call("check", params, how);
  }

  steps(params, how) {
    return this.call("steps", params, how);
  }

  choose(params, how) {
    return this.call("choose", params, how);
  }

  newMatch(params, how) {
    return this.call("match/new", params, how);
  }

  resumeMatch(params, how) {
    return this.call("match/resume", params, how);
  }

  seat(token) {
    return new Seat(this, this.#followers, token);
  }

  /** Ends the connection, and an engine that was started for it. */
  close() {
    return this.#link.close();
  }
}

/** Connects to an engine: `{ worker: url }`, `{ socket: url }`, or in Node `{ process: command }`. */
export async function connect(how) {
  if (how?.worker) return new Rummy(await (await import("./over-worker.js")).WorkerLink.open(how));
  if (how?.socket) return new Rummy(await (await import("./over-socket.js")).SocketLink.open(how));
  if (how?.process) return new Rummy(await (await import("./over-process.js")).ProcessLink.open(how));
  throw new TypeError("connect needs { worker: url }, { socket: url } or { process: command }");
}
