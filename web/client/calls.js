import { RummyError, lost } from "./error.js";

/** Calls that may be sent twice: they change nothing, or the engine knows them by the number of their turn. */
const REPEATABLE = new Set([
  ...["initialize", "solve", "candidates", "check", "steps", "choose", "round/view"],
  ...["match/view", "match/events", "match/record", "match/turn", "match/draft"],
]);

/** The first line of a connection whose client wants sentences as template and values; null if it does not. */
export const greeting = ({ wordings = false }) =>
  wordings ? JSON.stringify({ jsonrpc: "2.0", method: "initialize", params: { wordings } }) : null;

/** The calls of one connection that wait for their answers. */
export class Calls {
  #waiting = new Map();
  #last = 0;
  #send;
  #notice;

  /**
   * @param {(line: string) => boolean} send false if there is no connection now
   * @param {(method: string, params: object) => void} notice hears of notifications
   */
  constructor(send, notice) {
    this.#send = send;
    this.#notice = notice;
  }

  /** Calls a method, as `Rummy.call` does. */
  call(method, params, { signal, onProgress } = {}) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    this.#last += 1;
    const id = this.#last;
    const asked = onProgress ? { ...params, progress: true } : (params ?? {});
    return new Promise((resolve, reject) => {
      const abort = () => {
        if (!this.#waiting.delete(id)) return;
        this.#send(JSON.stringify({ jsonrpc: "2.0", method: "cancel", params: { id } }));
        reject(signal.reason);
      };
      const done = (settle) => (value) => {
        signal?.removeEventListener("abort", abort);
        settle(value);
      };
      const line = JSON.stringify({ jsonrpc: "2.0", id, method, params: asked });
      const call = { method, line, onProgress, resolve: done(resolve), reject: done(reject) };
      this.#waiting.set(id, call);
      signal?.addEventListener("abort", abort, { once: true });
      call.isSent = this.#send(line);
    });
  }

  /** Handles a line of the engine. */
  hear(line) {
    const message = JSON.parse(line);
    if (message.method === "progress") {
      this.#waiting.get(message.params.id)?.onProgress?.(message.params);
      return;
    }
    if (message.method) {
      this.#notice(message.method, message.params);
      return;
    }
    const call = this.#waiting.get(message.id);
    if (!call) return;
    this.#waiting.delete(message.id);
    if (message.error) {
      const { code, message: text, data } = message.error;
      call.reject(new RummyError(data.code, text, { reasons: data.reasons, number: code, wording: data.wording }));
    } else {
      call.resolve(message.result);
    }
  }

  /** The connection broke: what must not be done twice fails. */
  pause() {
    for (const [id, call] of this.#waiting) {
      if (call.isSent && !REPEATABLE.has(call.method)) {
        this.#waiting.delete(id);
        call.reject(lost(`the connection broke during ${call.method}: it may have been done`));
      }
      call.isSent = false;
    }
  }

  /** There is a connection again: everything that waits is sent. */
  resume() {
    for (const call of this.#waiting.values()) call.isSent = this.#send(call.line);
  }

  /** There is no connection any more: everything fails. */
  fail(error) {
    for (const call of this.#waiting.values()) call.reject(error);
    this.#waiting.clear();
  }
}
