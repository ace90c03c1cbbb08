import { greeting } from "./calls.js";
import { lost } from "./error.js";
import { Link } from "./link.js";

/** Milliseconds before the first and the slowest attempt to connect again. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

/** The engine behind a WebSocket, which connects again whenever it breaks. */
export class SocketLink extends Link {
  #url;
  #Socket;
  #greeting;
  #onState;
  #socket = null;
  #pause = FIRST_PAUSE;
  #timer = null;

  static async open({ socket: url, WebSocket: Socket = globalThis.WebSocket, onState = () => {}, ...how }) {
    if (!Socket) {
      throw new TypeError("there is no WebSocket here: pass one, connect({ socket, WebSocket })");
    }
    const link = new SocketLink();
    link.#url = url;
    link.#Socket = Socket;
    link.#onState = onState;
    link.#greeting = greeting(how);
    await link.#connect();
    onState("connected");
    return link;
  }

  /** Resolves once the socket is open. */
  #connect() {
    return new Promise((resolve, reject) => {
      const socket = new this.#Socket(this.#url);
      this.#socket = socket;
      let isOpen = false;
      socket.onopen = () => {
        isOpen = true;
        this.#pause = FIRST_PAUSE;
        if (this.#greeting) socket.send(this.#greeting);
        resolve();
      };
      socket.onmessage = ({ data }) => this.calls.hear(data);
      const refuse = () => reject(lost(`${this.#url} cannot be reached`));
      socket.onclose = () => (isOpen ? this.#broken() : refuse());
      // Once it was open, `close` follows; Node 20 does not send that for a socket that never was.
      socket.onerror = () => isOpen || refuse();
    });
  }

  #broken() {
    this.#socket = null;
    if (this.isClosed) return;
    this.calls.pause();
    this.#onState("reconnecting");
    this.#wait();
  }

  #wait() {
    const again = async () => {
      globalThis.removeEventListener?.("online", again);
      clearTimeout(this.#timer);
      if (this.isClosed) return;
      try {
        await this.#connect();
      } catch {
        if (!this.isClosed) this.#wait();
        return;
      }
      if (this.isClosed) {
        this.#socket?.close();
        return;
      }
      this.calls.resume();
      this.onReconnect();
      this.#onState("connected");
    };
    // So that not all clients of a server that starts again come at the same moment.
    const pause = this.#pause * (0.5 + Math.random());
    this.#timer = setTimeout(again, pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    globalThis.addEventListener?.("online", again);
  }

  send(line) {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(line);
    return true;
  }

  async close() {
    this.end(null);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}
