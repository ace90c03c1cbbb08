import { greeting } from "./calls.js";
import { lost } from "./error.js";
import { Link } from "./link.js";

/** The engine as a process of Node. */
export class ProcessLink extends Link {
  #child;

  static async open({ process: command, ...how }) {
    const { spawn } = await import("node:child_process");
    const { createInterface } = await import("node:readline");
    const [file, ...options] = Array.isArray(command) ? command : [command];
    const link = new ProcessLink();
    const child = spawn(file, options, { stdio: ["pipe", "pipe", "inherit"] });
    link.#child = child;
    // `close` below says why.
    child.stdin.on("error", () => {});
    createInterface({ input: child.stdout, crlfDelay: Infinity }).on("line", (line) =>
      link.calls.hear(line),
    );
    await new Promise((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => reject(lost(`${file} cannot be started: ${error.message}`)));
    });
    const first = greeting(how);
    if (first) link.send(first);
    child.on("close", (code, signal) => {
      link.end(lost(`the engine has ended: ${signal ?? `exit code ${code}`}`));
    });
    return link;
  }

  get pid() {
    return this.#child.pid;
  }

  send(line) {
    this.#child.stdin.write(`${line}\n`);
    return true;
  }

  /** Ends the engine, which cancels what it is doing. */
  async close() {
    if (this.isClosed) return;
    const ended = new Promise((resolve) => {
      this.#child.once("close", resolve);
    });
    this.#child.stdin.end(`${JSON.stringify({ jsonrpc: "2.0", method: "shutdown" })}\n`);
    this.end(null);
    await ended;
  }
}
