// A match between a simple player written here and a bot of the engine, which deals, referees and
// keeps the score. Run with: node play.mjs --bot search --rounds 3 --seed 7 --limit 0.2

import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { connect } from "../../web/client/index.js"; // in a project of its own: from "rummy-fast"

/** Our player plays the most points it can. */
async function choose(rummy, view) {
  const { table, hand, rules, opened, seat } = view;
  const position = { table, hand, rules, opened: opened[seat] };
  const play = await rummy.solve({ ...position, objective: "points" });
  if (play.count > 0) return { kind: "play", table: play.table };
  return { kind: view.pool_size > 0 ? "draw" : "pass" };
}

/** Plays some rounds against a bot and gives each round's outcome and the totals; our seat is 0. */
export async function playMatch(rummy, { bot, rounds, seed, limit = null, rules = "schmidt" }) {
  const params = { seats: [null, bot], names: ["we", null], rounds, seed, limit, rules };
  const { host, tokens } = await rummy.newMatch(params);
  const seat = rummy.seat(tokens[0]);
  const played = [];
  let turns = 0;
  let last;

  async function moveIfWeMay() {
    const { waiting, turn, view } = await seat.view();
    if (waiting === "guest") await seat.turn({ turn, ...(await choose(rummy, view)) });
  }

  await new Promise((resolve, reject) => {
    const hear = (event) => {
      if (event.kind === "turn") turns += 1;
      if (event.kind === "end") {
        played.push({ ...event.outcome, turns });
        turns = 0;
      }
      if (event.kind === "over") {
        last = event;
        resolve();
      }
      // After a deal or a turn it may be our turn.
      const isOurs = event.kind === "round" ? event.starter === 0 : event.event?.seat === 1;
      if (isOurs) moveIfWeMay().catch(reject);
    };
    seat.follow({ from: 0 }, hear).catch(reject);
  });
  await rummy.seat(host).close();
  return { bot, rounds: played, totals: last.totals };
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
  const rummy = await connect({ process: [values.engine, "engine"] });
  const match = await playMatch(rummy, {
    bot: values.bot,
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    limit: values.limit === undefined ? null : Number(values.limit),
  });
  await rummy.close();
  if (values.json) {
    console.log(JSON.stringify(match));
    return;
  }
  for (const [number, { ending, winners, scores, turns }] of match.rounds.entries()) {
    const won = winners.map((seat) => ["we", match.bot][seat]).join(" and ") || "nobody";
    console.log(`round ${number + 1}: ${won} won (${ending}), ${turns} turns, ${scores.join(" : ")}`);
  }
  console.log(`we against ${match.bot}: ${match.totals.join(" : ")}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
