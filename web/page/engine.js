// The engine: in a Worker of this page, so that it works from any static host and offline; in a room, the server's.

import { connect } from "./client/index.js";

const at = (path) => new URL(path, import.meta.url);

let local;

/** The engine in this page. All views share one. */
export function engine() {
  local ??= connect({ worker: at("client/worker.js").href, wordings: true });
  return local;
}

/** The room whose link this page was opened with, or null. */
export function roomOf(place = location) {
  return place.pathname.match(/\/room\/([a-z0-9-]+)$/)?.[1] ?? null;
}

/** The engine of the server that keeps a room. `options` are those of the client, such as `onState`. */
export function roomEngine(room, options = {}) {
  const address = at(`room/${room}/ws`);
  address.protocol = address.protocol.replace("http", "ws");
  return connect({ socket: address.href, wordings: true, ...options });
}

let description;

/** What the engine can do: its bots, options and presets. */
export function describe() {
  description ??= engine().then((rummy) => rummy.call("initialize", { wordings: true }));
  return description;
}
