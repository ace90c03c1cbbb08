// What the tests connect to: the built client in Workers of Node, and the native engine.

import { fileURLToPath } from "node:url";

const DIST = process.env.RUMMY_WEB ?? fileURLToPath(new URL("../../web/dist/", import.meta.url));
const client = await import(`${DIST}/client/index.js`);

export const { connect, RummyError } = client;
export const ENGINES = {
  worker: { worker: new URL(`file://${DIST}/client/worker.js`) },
  process: { process: [process.env.RUMMY_ENGINE ?? "rummy-engine"] },
};

/** Follows a match to its end, and returns its events. */
export async function untilOver(seat) {
  const events = [];
  let over;
  const isOver = new Promise((resolve) => {
    over = resolve;
  });
  const stop = await seat.follow({ from: 0 }, (event) => {
    events.push(event);
    if (event.kind === "over") over();
  });
  await isOver;
  await stop();
  return events;
}
