// A match between a simple player written here and a bot of the engine, which handles all tiles and
// rules. Run with: node play.mjs --bot search --rounds 3 --seed 7 --limit 0.2

import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { Engine } from "./client.mjs";

const BUILT_IN = 1; // the seat of the engine's bot; ours is 0

/** Our player plays the most points it can. */
async function ourTurn(engine, view) {
  const play = await engine.ask("solve", {
    table: view.table,
    hand: view.hand,
    rules: view.rules,
    opened: view.opened[view.seat],
    objective: "points",
  });
  if (play.count > 0) return { kind: "play", table: play.table };
  return { kind: view.pool_size > 0 ? "draw" : "pass" };
}

/** The bot gets the view of its seat, as our player does. */
async function botTurn(engine, view, bot, seed, limit) {
  const { turn } = await engine.ask("choose", { view, bot, seed, limit });
  return turn;
}

async function playRound(engine, deal, decide) {
  const { host, tokens, ...dealt } = await engine.ask("round/new", deal);
  let state = { ...dealt, outcome: null };
  let turns = 0;
  while (state.outcome === null) {
    const token = tokens[state.to_move];
    const view = await engine.ask("round/view", { token });
    const turn = await decide(view);
    const table = turn.kind === "play" ? { table: turn.table } : {};
    state = await engine.ask(`round/${turn.kind}`, { token, ...table });
    turns += 1;
  }
  await engine.ask("round/close", { host });
  return { ...state.outcome, turns };
}

/** Plays some rounds and gives each round's outcome and the totals. */
export async function playMatch(engine, { bot, rounds, seed, limit = null, rules = "schmidt" }) {
  await engine.ask("initialize", { protocol: 1, client: "play.mjs" });
  const decide = (view) =>
    view.seat === BUILT_IN
      ? botTurn(engine, view, bot, seed, limit)
      : ourTurn(engine, view);
  const played = [];
  for (let round = 0; round < rounds; round += 1) {
    // The seed of each deal also draws the seat that plays first.
    played.push(await playRound(engine, { seats: 2, seed: seed + round, rules }, decide));
  }
  const totals = [0, 1].map((seat) => played.reduce((sum, { scores }) => sum + scores[seat], 0));
  return { bot, rounds: played, totals };
}

async function main() {
  const { values } = parseArgs({
    options: {
      engine: { type: "string", default: process.env.RUMMY_FAST ?? "rummy-fast" },
      bot: { type: "string", default: "search" },
      rounds: { type: "string", default: "3" },
      seed: { type: "string", default: "7" },
      limit: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const engine = new Engine([values.engine, "engine"]);
  const match = await playMatch(engine, {
    bot: values.bot,
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    limit: values.limit === undefined ? null : Number(values.limit),
  });
  await engine.close();
  if (values.json) {
    console.log(JSON.stringify(match));
    return;
  }
  for (const [number, { ending, winners, scores, turns }] of match.rounds.entries()) {
    const won = winners.map((seat) => (seat === BUILT_IN ? match.bot : "we")).join(" and ") || "nobody";
    console.log(`round ${number + 1}: ${won} won (${ending}), ${turns} turns, ${scores.join(" : ")}`);
  }
  console.log(`we against ${match.bot}: ${match.totals.join(" : ")}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
