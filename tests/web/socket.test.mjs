// The client over a WebSocket that breaks again and again; RUMMY_SERVER is the address of a server.

import assert from "node:assert/strict";
import { createServer, connect as connectTo } from "node:net";
import { test } from "node:test";

import { connect } from "./engines.mjs";

const server = new URL(process.env.RUMMY_SERVER);

/** Something between client and server that can cut the connections. */
async function startWire() {
  const open = new Set();
  const wire = createServer((near) => {
    const far = connectTo(Number(server.port), server.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      open.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise((resolve) => wire.listen(0, "127.0.0.1", resolve));
  return {
    url: `ws://127.0.0.1:${wire.address().port}${server.pathname}`,
    cut: () => open.forEach((one) => one.destroy()),
    close: () => new Promise((resolve) => wire.close(resolve)),
  };
}

test("a match goes on without a gap over a connection that breaks", async () => {
  const wire = await startWire();
  const states = [];
  const rummy = await connect({ socket: wire.url, onState: (state) => states.push(state) });
  const { host, tokens } = await rummy.newMatch({ seats: ["greedy", null], seed: 7 });
  const seat = rummy.seat(tokens[1]);
  const events = [];
  let over;
  const isOver = new Promise((resolve) => {
    over = resolve;
  });
  const stop = await seat.follow({}, (event) => {
    events.push(event);
    if (event.kind === "over") over();
  });

  let isPlaying = true;
  isOver.then(() => {
    isPlaying = false;
  });
  let cuts = 0;
  const lost = [];
  while (isPlaying) {
    const view = await seat.view();
    if (view.waiting !== "guest") continue;
    const { turn } = await rummy.choose({ bot: "greedy", view: view.view });
    const taken = seat.turn({ turn: view.turn, ...turn }).catch((error) => lost.push(error));
    if (view.turn % 12 < 2 && cuts < 5) {
      // With the turn, or its answer, on the way.
      if (view.turn % 12 === 0) await new Promise((resolve) => setImmediate(resolve));
      wire.cut();
      cuts += 1;
    }
    await taken;
  }
  assert.deepEqual(lost, []);
  assert.ok(cuts >= 3, `${cuts} cuts`);
  assert.equal(states.filter((state) => state === "reconnecting").length, cuts);
  assert.equal(states.at(-1), "connected");
  assert.deepEqual(
    events.map(({ number }) => number),
    events.map((_, place) => place),
  );
  const all = await rummy.call("match/events", { token: tokens[1], follow: false });
  assert.deepEqual(events, all.events);
  await stop();

  // What may have been done is not done again.
  wire.cut();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const waits = rummy.newMatch({ seats: ["greedy", null], seed: 8 });
  assert.ok((await waits).host, "it was not sent before");
  const closing = rummy.seat(host).close();
  wire.cut();
  await assert.rejects(closing, { code: "connection_lost", message: /match\/close/ });
  assert.equal((await rummy.solve({ table: [], hand: "r1 r2 r3" })).count, 3);

  await rummy.close();
  assert.equal(await rummy.closed, null);
  await wire.close();
});

test("nobody is there", async () => {
  await assert.rejects(connect({ socket: "ws://127.0.0.1:1/ws" }), { code: "connection_lost" });
  await assert.rejects(connect({ socket: server.href, WebSocket: null }), TypeError);
});
