import { Calls } from "./calls.js";
import { closed } from "./error.js";

/** A connection to an engine; those over a Worker, a socket and a process differ in how lines travel. */
export class Link {
  #end;
  #isClosed = false;

  /** Resolves once it is closed: with null after `close`, else with the error. */
  closed = new Promise((resolve) => {
    this.#end = resolve;
  });
  /** Hears of notifications. */
  onNotice = () => {};
  /** Told when a broken connection is there again, before calls are sent again. */
  onReconnect = () => {};

  calls = new Calls(
    (line) => !this.#isClosed && this.send(line),
    (method, params) => this.onNotice(method, params),
  );

  get isClosed() {
    return this.#isClosed;
  }

  call(method, params, how) {
    if (this.#isClosed) return Promise.reject(closed());
    return this.calls.call(method, params, how);
  }

  /** Ends it for good. */
  end(error) {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.calls.fail(error ?? closed());
    this.#end(error);
  }
}
