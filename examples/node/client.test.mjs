// Run with: node --test examples/node/client.test.mjs. RUMMY_FAST names the command if it is not on the path.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Engine, EngineGone, Refusal } from "./client.mjs";
import { playMatch } from "./play.mjs";

const COMMAND = [process.env.RUMMY_FAST ?? "rummy-fast", "engine"];
const EASY = { table: ["g2 g3 g4 g5"], hand: "g6 y2 b2" };

/** A search that takes long: a third of the largest deck, with long melds. */
function hard() {
  let state = 12345;
  const next = () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x7fffffff;
  const hand = [];
  const objective = {};
  for (const color of "rygbkopw") {
    for (let value = 1; value <= 26; value += 1) {
      objective[`${color}${value}`] = next();
      for (let copy = 0; copy < 4; copy += 1) if (next() < 0.36) hand.push(`${color}${value}`);
    }
  }
  const rules = { preset: "free_jokers", colors: 8, values: 26, copies: 4, jokers: 8, shortest_meld: 5 };
  return { table: "", hand: [...hand, "J", "J"], rules, objective };
}

async function withEngine(work) {
  const engine = new Engine(COMMAND);
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
}

test("sends requests and gets answers", () =>
  withEngine(async (engine) => {
    const play = await engine.ask("solve", EASY);
    assert.deepEqual(play.table, ["y2 g2 b2", "g3 g4 g5 g6"]);
    const many = await Promise.all(Array.from({ length: 200 }, () => engine.ask("solve", EASY)));
    assert.ok(many.every(({ count }) => count === 3));
  }));

test("gets errors with a code", () =>
  withEngine(async (engine) => {
    await assert.rejects(engine.ask("solve", { table: "", hand: "q5" }), (error) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual([error.code, error.number], ["invalid_notation", -32001]);
      return true;
    });
    const after = "g2 g3 g4 g5 g6 g7";
    await assert.rejects(engine.ask("steps", { ...EASY, after }), (error) => {
      assert.deepEqual(error.reasons.map(({ code }) => code), ["tile_not_in_hand"]);
      return true;
    });
  }));

test("gets progress and cancels", () =>
  withEngine(async (engine) => {
    const abort = new AbortController();
    const states = [];
    const long = engine.ask("solve", { ...hard(), progress: true }, {
      signal: abort.signal,
      onProgress({ state }) {
        states.push(state);
        if (states.length === 3) abort.abort();
      },
    });
    await assert.rejects(long, { name: "Refusal", code: "cancelled" });
    assert.deepEqual(states, ["running", "running", "running"]);
    assert.equal((await engine.ask("solve", EASY)).count, 3);
  }));

test("plays a match through messages only", () =>
  withEngine(async (engine) => {
    const match = await playMatch(engine, { bot: "greedy", rounds: 2, seed: 7 });
    assert.equal(match.rounds.length, 2);
    for (const { scores, turns, ending } of match.rounds) {
      assert.equal(scores[0] + scores[1], 0);
      assert.ok(turns > 10);
      assert.ok(["out", "stalemate"].includes(ending));
    }
    assert.equal(match.totals[0] + match.totals[1], 0);
  }));

test("notices that the engine was killed", async () => {
  const engine = new Engine(COMMAND);
  assert.equal((await engine.ask("solve", EASY)).count, 3);
  const pending = engine.ask("solve", hard());
  process.kill(engine.pid, "SIGKILL");
  await assert.rejects(pending, (error) => {
    assert.ok(error instanceof EngineGone);
    assert.equal(error.message, "the engine has ended: SIGKILL");
    return true;
  });
  assert.deepEqual(await engine.ended, { code: null, signal: "SIGKILL" });
  await assert.rejects(engine.ask("solve", EASY), EngineGone);
  engine.notify("cancel", { id: 1 });
  await engine.close();
});

test("notices that there is no engine", async () => {
  const engine = new Engine(["./no-such-engine"]);
  await assert.rejects(engine.ask("solve", EASY), EngineGone);
  await engine.ended;
});
