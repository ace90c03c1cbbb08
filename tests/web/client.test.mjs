// The client, the same for every engine.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ENGINES, RummyError, connect, untilOver } from "./engines.mjs";

const POSITION = { table: ["g2 g3 g4 g5"], hand: "g6 y2 b2" };
const VIEW = {
  ...{ seat: 0, rules: "schmidt", table: ["r10 r11 r12", "b3 b4 b5 b6", "y7 g7 b7"] },
  ...{ hand: "r9 b1 y1 b2 g5 g6 y8 b8 g8 r1 r2 r4 J", opened: [true, true], hand_sizes: [13, 12] },
  ...{ pool_size: 60, to_move: 0, starter: 1 },
};
/** A problem that takes minutes to solve. */
const LONG = JSON.parse(process.env.RUMMY_HARD);

for (const [name, how] of Object.entries(ENGINES)) {
  const about = (title, run) =>
    test(`${name}: ${title}`, async () => {
      const rummy = await connect(how);
      try {
        await run(rummy);
      } finally {
        await rummy.close();
      }
      assert.equal(await rummy.closed, null);
    });

  about("positions", async (rummy) => {
    const play = await rummy.solve(POSITION);
    assert.deepEqual(play.tiles, ["y2", "g6", "b2"]);
    assert.deepEqual(play.table, ["y2 g2 b2", "g3 g4 g5 g6"]);
    assert.equal(play.proven, true);
    const { plays } = await rummy.candidates({ ...POSITION, most: 2 });
    assert.deepEqual(
      plays.map(({ count }) => count),
      [3, 2],
    );
    assert.deepEqual(await rummy.check({ ...POSITION, after: play.table }), { legal: true, reasons: [] });
    const { steps } = await rummy.steps({ ...POSITION, after: play.table });
    assert.ok(steps.length >= 1);
    const { turn } = await rummy.choose({ bot: "greedy", view: VIEW });
    assert.equal(turn.kind, "play");
    assert.ok((await rummy.call("initialize")).bots.includes("search"));
  });

  about("errors", async (rummy) => {
    const refused = await rummy.solve({ table: ["g2 g3 g5"], hand: "g6" }).catch((error) => error);
    assert.ok(refused instanceof RummyError);
    assert.equal(refused.code, "invalid_table");
    assert.equal(refused.number, -32003);
    assert.match(refused.message, /"g2 g3 g5" has a gap/);
    await assert.rejects(rummy.call("undo"), { code: "unknown_method" });
    await assert.rejects(rummy.seat("made up").view(), { code: "unknown_token" });
    await assert.rejects(rummy.seat("made up").follow({}, () => {}), { code: "unknown_token" });
  });

  about("a match with a guest", async (rummy) => {
    const { host, tokens } = await rummy.newMatch({ seats: ["greedy", null], seed: 12 });
    const seat = rummy.seat(tokens[1]);
    const table = ["g8 g9", "b5 b6"];
    const illegal = await seat.turn({ turn: 1, kind: "play", table }).catch((error) => error);
    assert.equal(illegal.code, "illegal_turn");
    assert.ok(illegal.reasons.length >= 2);
    assert.ok(illegal.reasons.every(({ code, message }) => code && message));
    assert.deepEqual(await seat.draft({ turn: 1, table: ["y9 y10"] }), {});

    const early = [];
    const stop = await seat.follow({ from: 0 }, (event) => early.push(event));
    const { event } = await seat.turn({ turn: 1, kind: "draw" });
    // The same turn again is the same turn.
    assert.deepEqual((await seat.turn({ turn: 1, kind: "draw" })).event, event);
    while ((await seat.view()).turn < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    await stop();
    assert.deepEqual(
      early.map(({ number }) => number),
      [0, 1, 2],
    );
    assert.deepEqual(early[1], event);

    let { turn } = await seat.view();
    const all = [];
    let over;
    const isOver = new Promise((resolve) => {
      over = resolve;
    });
    // From the middle, and the one who listens also moves.
    await seat.follow({ from: 3 }, async (happened) => {
      all.push(happened);
      if (happened.kind === "over") over();
      if (happened.event?.seat === 0) {
        turn = happened.turn + 1;
        await seat.turn({ turn, kind: "draw" }).catch(() => {}); // it may be over, or the pool empty
        await seat.turn({ turn, kind: "pass" }).catch(() => {});
      }
    });
    await seat.turn({ turn, kind: "draw" });
    await isOver;
    assert.deepEqual(
      all.map(({ number }) => number),
      all.map((_, place) => 3 + place),
    );
    assert.ok(all.length > 10);
    const { record, complete } = await rummy.seat(host).record();
    assert.ok(complete);
    assert.match(record, /^rummy_fast match/);
    await rummy.seat(host).close();
    await assert.rejects(seat.view(), { code: "unknown_token" });
    const resumed = await rummy.resumeMatch({ record });
    assert.equal((await rummy.seat(resumed.tokens[1]).view()).waiting, "nothing");
  });

  about("a match of bots with more events than an answer has", async (rummy) => {
    const seats = ["greedy", "greedy", "greedy", "greedy"];
    const { host } = await rummy.newMatch({ seats, rounds: 40, seed: 3 });
    const first = await untilOver(rummy.seat(host));
    assert.ok(first.length > 1000, `${first.length} events`);
    assert.deepEqual(
      first.map(({ number }) => number),
      first.map((_, place) => place),
    );
    assert.deepEqual(await untilOver(rummy.seat(host)), first);
  });

  about("abort", async (rummy) => {
    const { tokens } = await rummy.newMatch({ seats: ["greedy", null], seed: 12 });
    const reports = [];
    const control = new AbortController();
    const reported = new Promise((resolve) => {
      const onProgress = (report) => {
        reports.push(report);
        if (reports.length === 2) resolve();
      };
      rummy.solve(LONG, { signal: control.signal, onProgress }).catch((error) => reports.push(error));
    });
    const others = Array.from({ length: 3 }, () => new AbortController());
    const queued = others.map(({ signal }) => rummy.solve(LONG, { signal }));
    await reported;
    assert.ok(reports[1].seconds > reports[0].seconds);
    // Nobody else waits for it.
    assert.equal((await rummy.seat(tokens[1]).view()).waiting, "guest");
    const solved = rummy.solve(POSITION);
    const why = new Error("enough");
    control.abort(why);
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(reports.at(-1), why);
    const rejected = queued.map((call) => assert.rejects(call, { name: "AbortError" }));
    others.forEach((other) => other.abort());
    await Promise.all(rejected);
    assert.equal((await solved).count, 3);
    await assert.rejects(rummy.solve(POSITION, { signal: AbortSignal.abort() }), { name: "AbortError" });
    assert.equal((await rummy.seat(tokens[1]).view()).waiting, "guest");
  });

  about("closing ends what waits", async (rummy) => {
    const waiting = rummy.solve(LONG).catch((error) => error);
    await rummy.call("initialize");
    await rummy.close();
    assert.equal((await waiting).code, "connection_lost");
    await assert.rejects(rummy.solve(POSITION), { code: "connection_lost" });
    await assert.rejects(rummy.newMatch({ seats: [null, null] }), { code: "connection_lost" });
  });
}

test("an engine that is not there", async () => {
  await assert.rejects(connect({}), TypeError);
  await assert.rejects(connect({ process: ["./no-such-engine"] }), { code: "connection_lost" });
  const nowhere = new URL("./no-such-worker.js", import.meta.url);
  await assert.rejects(connect({ worker: nowhere }), { code: "connection_lost" });
});

test("a process that ends", async () => {
  const rummy = await connect({ process: [process.execPath, "-e", "process.exitCode = 3"] });
  await assert.rejects(rummy.solve(POSITION), { code: "connection_lost", message: /exit code 3/ });
  assert.equal((await rummy.closed).code, "connection_lost");
});
