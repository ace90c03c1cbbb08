// A built-in bot in a game behind an HTTP server that clients ask for its state again and again:
//   node http.mjs --server http://127.0.0.1:8000 --game ID --name bot
// The server is that of github.com/lstasi/rummikub-game. It has for each player
//   GET  /games/ID/players/PLAYER                the board, the player's rack, whose turn it is
//   POST /games/ID/players/PLAYER/actions/play   all melds as they lie after the turn
//   POST /games/ID/players/PLAYER/actions/draw
// and tiles such as 7ra (a red 7) and ja (a joker); the last letter tells the two copies apart.

import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { connect } from "../../web/client/index.js"; // in a project of its own: from "rummy-fast"

const RULES = { preset: "rummikub", colors: 4 };

/** The four colors of the rules for the server's black, red, blue and orange; the solver does not see them. */
const COLORS = { k: "y", r: "r", b: "b", o: "g" };

/** The tile of an id, in our notation: `7ra` is `r7`. */
const tileOf = (id) => (id[0] === "j" ? "J" : `${COLORS[id.at(-2)]}${id.slice(0, -2)}`);

/** A meld of the board. With one number in it, what its jokers stand for must be said: `r5 J=r6 J=r7`. */
function meldText({ kind, tiles }) {
  const numbered = tiles.filter((id) => id[0] !== "j");
  if (numbered.length !== 1) return tiles.map(tileOf).join(" ");
  const [color, number] = [COLORS[numbered[0].at(-2)], Number(numbered[0].slice(0, -2))];
  const place = tiles.indexOf(numbered[0]);
  const others = Object.values(COLORS).filter((one) => one !== color);
  const stands = (at) => (kind === "run" ? `${color}${number + at - place}` : `${others.shift()}${number}`);
  return tiles.map((id, at) => (id[0] === "j" ? `J=${stands(at)}` : tileOf(id))).join(" ");
}

/** What the bot sees of a state. */
export function viewOf(state, player) {
  const seat = state.players.findIndex(({ id }) => id === player);
  return {
    seat,
    rules: RULES,
    hand: state.players[seat].rack.tiles.map(tileOf),
    table: state.board.melds.map(meldText),
    opened: state.players.map((one) => one.initial_meld_met),
    hand_sizes: state.players.map((one) => one.rack?.tiles.length ?? one.rack_size),
    pool_size: state.pool_size,
    to_move: state.current_player_index,
    starter: 0,
  };
}

/** The melds of a table, as the server takes them. The tiles of the board come first, so that they all stay. */
export function meldsOf(table, state, player) {
  const { rack } = state.players.find(({ id }) => id === player);
  const ids = new Map();
  for (const id of [...state.board.melds.flatMap(({ tiles }) => tiles), ...rack.tiles]) {
    ids.set(tileOf(id), [...(ids.get(tileOf(id)) ?? []), id]);
  }
  return table.map((text) => {
    const meld = text.split(" ");
    const tiles = meld.map((tile) => ids.get(tile.split("=")[0]).shift());
    const numbers = new Set(meld.filter((tile) => tile !== "J").map((tile) => tile.match(/\d+$/)[0]));
    return { id: tiles.join("-"), kind: numbers.size === 1 ? "group" : "run", tiles };
  });
}

/** A player of the server. */
export class Player {
  #url;
  #id;

  constructor(server, game, id) {
    this.#url = `${server}/games/${game}/players/${id}`;
    this.#id = id;
  }

  /** Takes a free seat of a game. */
  static async join(server, game, name) {
    const state = await ask(`${server}/games/${game}/players`, { player_name: name }, name);
    return new Player(server, game, state.players.find((one) => one.name === name).id);
  }

  state() {
    return ask(this.#url);
  }

  /** Takes the turn that a bot chooses. */
  async move(rummy, state, { bot, level }) {
    const { turn } = await rummy.choose({ bot, level, view: viewOf(state, this.#id) });
    if (turn.kind === "play") {
      await ask(`${this.#url}/actions/play`, { melds: meldsOf(turn.table, state, this.#id) });
    } else if (turn.kind === "draw") {
      await ask(`${this.#url}/actions/draw`, {});
    } else {
      throw new Error("there is no tile to draw, none to play, and this server knows no pass");
    }
  }

  /** Plays until the game is over, and returns its last state. */
  async play(rummy, { bot = "search", level = null, pause = 1_000 } = {}) {
    for (;;) {
      const state = await this.state();
      if (state.status === "completed") return state;
      const isMine = state.players[state.current_player_index]?.id === this.#id;
      if (state.status === "in_progress" && isMine) await this.move(rummy, state, { bot, level });
      else await sleep(pause);
    }
  }
}

/** Asks the server. It knows a new player by the name of Basic authentication, without a password. */
async function ask(url, body, name) {
  const headers = { "content-type": "application/json" };
  if (name) headers.authorization = `Basic ${Buffer.from(`${name}:`).toString("base64")}`;
  const request = body && { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(url, request);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function main() {
  const { values } = parseArgs({
    options: {
      engine: { type: "string", default: "rummy-engine" },
      server: { type: "string", default: "http://127.0.0.1:8000" },
      game: { type: "string" },
      name: { type: "string", default: "bot" },
      bot: { type: "string", default: "search" },
    },
  });
  if (!values.game) throw new Error("--game ID is missing");
  const rummy = await connect({ process: [values.engine] });
  try {
    const player = await Player.join(values.server, values.game, values.name);
    const { players } = await player.play(rummy, { bot: values.bot });
    for (const { name, rack, rack_size: size } of players) {
      console.log(`${name}: ${rack?.tiles.length ?? size} tiles left`);
    }
  } finally {
    await rummy.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
