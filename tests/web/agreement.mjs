// Plays the same matches natively and as WebAssembly: `node agreement.mjs [rounds] [positions]`.
// Every event, and so every turn of every seat, must be the same.

import assert from "node:assert/strict";

import { ENGINES, connect, untilOver } from "./engines.mjs";

const rounds = Number(process.argv[2] ?? 200);
const positions = Number(process.argv[3] ?? 100);
const PRESETS = ["schmidt", "rummikub", "sabra", "free_jokers"];

async function play(rummy, seed) {
  const { host } = await rummy.newMatch({
    seats: Array.from({ length: 2 + (seed % 3) }, () => `search:positions=${positions}`),
    rules: PRESETS[seed % PRESETS.length],
    seed,
  });
  const seat = rummy.seat(host);
  const events = await untilOver(seat);
  const { record, complete } = await seat.record();
  assert.ok(complete);
  await seat.close();
  return { events, record };
}

async function playAll(how) {
  const rummy = await connect(how);
  const start = performance.now();
  const played = [];
  for (let seed = 0; seed < rounds; seed += 1) played.push(await play(rummy, seed));
  await rummy.close();
  return { played, seconds: (performance.now() - start) / 1000 };
}

const wasm = await playAll(ENGINES.worker);
const native = await playAll(ENGINES.process);
let turns = 0;
for (let seed = 0; seed < rounds; seed += 1) {
  assert.deepEqual(wasm.played[seed], native.played[seed], `the round of seed ${seed}`);
  turns += wasm.played[seed].events.filter(({ kind }) => kind === "turn").length;
}
const plays = wasm.played.flatMap(({ events }) => events).filter(({ event }) => event?.kind === "play");
assert.ok(turns >= 20 * rounds && plays.length >= 5 * rounds, `${turns} turns, ${plays.length} plays`);
const times = `${wasm.seconds.toFixed(1)} s as WebAssembly, ${native.seconds.toFixed(1)} s natively`;
console.log(`${rounds} rounds agree: ${turns} turns, ${plays.length} plays; ${times}`);
