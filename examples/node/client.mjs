// A client of `rummy-fast engine` in plain Node, without packages.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** The engine refused a request; `code` is for programs, `reasons` explain an illegal turn. */
export class Refusal extends Error {
  constructor({ code, message, data }) {
    super(message);
    this.name = "Refusal";
    this.number = code;
    this.code = data.code;
    this.reasons = data.reasons ?? [];
  }
}

/** The engine has ended and answers no more requests. */
export class EngineGone extends Error {
  constructor(why) {
    super(`the engine has ended: ${why}`);
    this.name = "EngineGone";
  }
}

export class Engine {
  #child;
  #waiting = new Map();
  #last = 0;
  #gone = null;

  /** Resolves once the engine has ended, with its exit code and signal. */
  ended;

  /** @param {string[]} command the engine and its options */
  constructor(command = ["rummy-fast", "engine"]) {
    const [file, ...options] = command;
    this.#child = spawn(file, options, { stdio: ["pipe", "pipe", "inherit"] });
    this.#child.stdin.on("error", () => {}); // "close" below reports the reason
    createInterface({ input: this.#child.stdout, crlfDelay: Infinity }).on("line", (line) =>
      this.#hear(JSON.parse(line)),
    );
    this.ended = new Promise((resolve) => {
      this.#child.on("error", (error) => {
        this.#leave(error.message);
        resolve({ code: null, signal: null });
      });
      this.#child.on("close", (code, signal) => {
        this.#leave(signal ?? `exit code ${code}`);
        resolve({ code, signal });
      });
    });
  }

  get pid() {
    return this.#child.pid;
  }

  /**
   * Sends a request and resolves with the result. Rejects with `Refusal` or `EngineGone`.
   * @param {string} method
   * @param {object} params
   * @param {{signal?: AbortSignal, onProgress?: (params: object) => void}} how
   */
  ask(method, params = {}, { signal, onProgress } = {}) {
    if (this.#gone) return Promise.reject(this.#gone);
    const id = ++this.#last;
    const answer = new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
    });
    this.#say({ jsonrpc: "2.0", id, method, params });
    if (signal) {
      const cancel = () => this.notify("cancel", { id });
      if (signal.aborted) cancel();
      signal.addEventListener("abort", cancel, { once: true });
      const forget = () => signal.removeEventListener("abort", cancel);
      answer.then(forget, forget);
    }
    return answer;
  }

  /** Sends a notification, which gets no answer. */
  notify(method, params = {}) {
    if (!this.#gone) this.#say({ jsonrpc: "2.0", method, params });
  }

  /** Ends the engine. */
  async close() {
    if (!this.#gone) await this.ask("shutdown");
    this.#child.stdin.end();
    return this.ended;
  }

  #say(message) {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #hear(message) {
    if (message.method === "progress") {
      this.#waiting.get(message.params.id)?.onProgress?.(message.params);
      return;
    }
    const asked = this.#waiting.get(message.id);
    if (!asked) return;
    this.#waiting.delete(message.id);
    if (message.error) asked.reject(new Refusal(message.error));
    else asked.resolve(message.result);
  }

  #leave(why) {
    this.#gone ??= new EngineGone(why);
    for (const { reject } of this.#waiting.values()) reject(this.#gone);
    this.#waiting.clear();
  }
}
