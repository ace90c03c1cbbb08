// The matches that the page plays: one against bots in this page, which survives a reload, or a seat of a room.

import { replay } from "./game.js";

const at = (path) => new URL(`../${path}`, import.meta.url);

const SAVED = "rummy-fast.match";
const KEYS = "rummy-fast.seat.";

/** The levels of the built-in bots. They play tidily, so that a person can follow them. */
export const LEVELS = {
  easy: "greedy:tidy",
  medium: "search:positions=600:tidy",
  hard: "search:positions=20000:tidy",
};
/** The seconds that a bot may take for a turn. */
const LIMIT = 5;
/** The seconds that a hint may take. */
const HINT_LIMIT = 10;

function store(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, a reload loses the match, and the game goes on.
  }
}

function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** The match that was played before the page was loaded again; null if there is none. */
export const saved = () => load(SAVED);

/** Forgets it. */
export const forget = () => store(SAVED, null);

/** What is known of a draft that was not sent. */
class Drafts {
  constructor(key) {
    this.key = key;
  }

  save(turn, table) {
    store(this.key, { turn, table });
  }

  /** The draft of a turn; null if there is none. */
  of(turn) {
    const draft = load(this.key);
    return draft?.turn === turn ? draft.table : null;
  }
}

/** A match against bots in this page. */
export class LocalMatch {
  constructor(rummy, { host, tokens, names }, settings) {
    this.rummy = rummy;
    this.settings = settings;
    this.names = names;
    this.me = tokens.findIndex((token) => token !== null);
    this.seat = rummy.seat(tokens[this.me]);
    this.host = rummy.seat(host);
    this.drafts = new Drafts(`${SAVED}.draft`);
    this.link = null;
  }

  /**
   * Starts a match.
   *
   * @param {object} rummy The engine.
   * @param {{name: string, bots: {level: string, name: string}[], rules: object, rounds: number, seed?: number}} settings
   */
  static async start(rummy, settings) {
    const { name, bots, rules, rounds, seed } = settings;
    const seats = [null, ...bots.map(({ level }) => LEVELS[level])];
    const names = [name, ...bots.map((bot) => bot.name)];
    const opened = await rummy.newMatch({ seats, names, rules, rounds, limit: LIMIT, ...(seed === undefined ? {} : { seed }) });
    const match = new LocalMatch(rummy, opened, settings);
    await match.keep();
    return match;
  }

  /** Goes on with the match that was saved. */
  static async resume(rummy) {
    const { record, settings } = saved();
    return new LocalMatch(rummy, await rummy.resumeMatch({ record }), settings);
  }

  /** Keeps the match as it is now for the next time the page is loaded. */
  async keep() {
    const { record, complete } = await this.host.record();
    if (complete) forget();
    else store(SAVED, { record, settings: this.settings });
    return record;
  }

  /** The record, with every hidden tile. */
  async record() {
    return (await this.host.record()).record;
  }

  async close() {
    await this.host.close().catch(() => {});
  }
}

/** A seat of a room on a server. */
export class RoomMatch {
  constructor(rummy, { room, token, seat, names }) {
    this.rummy = rummy;
    this.room = room;
    this.me = seat;
    this.names = names;
    this.seat = rummy.seat(token);
    this.drafts = new Drafts(`rummy-fast.draft.${room}`);
    this.link = at(`room/${room}`).href;
  }

  async keep() {}

  record() {
    return null;
  }

  async close() {
    this.rummy.close();
  }
}

/** A secret with which a seat is taken again. Not `randomUUID`, which only secure contexts have. */
const secret = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function post(path, body) {
  const response = await fetch(at(path), { method: "POST", body: JSON.stringify(body) });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error?.message ?? response.statusText);
  return answer;
}

/** Opens a room, and returns its id; whoever opened it has its first seat. */
export async function openRoom({ name, people, bots, rules, rounds }) {
  const seats = [...people.map(() => null), ...bots.map(({ level }) => LEVELS[level])];
  const names = [name, ...people.slice(1), ...bots.map((bot) => bot.name)];
  const key = secret();
  const { room } = await post("room", { match: { seats, names, rules, rounds, limit: LIMIT }, key });
  store(KEYS + room, key);
  return room;
}

/** Takes a seat of a room, or the same one again, and returns it: `{seat, token}`. */
export async function joinRoom(room) {
  const key = load(KEYS + room) ?? secret();
  store(KEYS + room, key);
  return post(`room/${room}/join`, { key });
}

/**
 * Reads a record, and returns what was to be seen after each of its events, with the tiles of every seat.
 *
 * @param {object} rummy The engine.
 * @param {string} record The record.
 * @returns {Promise<{games: object[], names: string[], rules: object, rounds: number, complete: boolean}>} The states.
 */
export async function openRecord(rummy, record) {
  // Guests in all seats, so that nobody plays on, and each seat's token shows its tiles.
  const bots = botsOf(record);
  const seats = bots.length ? { seats: bots.map(() => null) } : {};
  const opened = await rummy.resumeMatch({ record, salvage: true, ...seats });
  try {
    const views = await Promise.all(opened.tokens.map((token) => token && rummy.call("match/view", { token })));
    const first = views.find(Boolean);
    const bySeat = await Promise.all(opened.tokens.map((token) => (token ? allEvents(rummy, token, first.events) : [])));
    const names = opened.names.map((name, seat) => (isNamed(record, seat) ? name : (bots[seat] ?? name)));
    const games = replay({ names, rules: first.view.rules }, bySeat);
    return { games, names, rules: first.view.rules, rounds: first.rounds, complete: first.winners !== null };
  } finally {
    await rummy.call("match/close", { host: opened.host }).catch(() => {});
  }
}

/** The bot in each seat that the header of a record lists; null for a guest. */
const botsOf = (record) => [...record.matchAll(/^seat \d+ (?:bot (.+)|guest)$/gm)].map(([, bot]) => bot?.trim() ?? null);

/** Whether the header of a record names a seat. */
const isNamed = (record, seat) => new RegExp(`^name ${seat} `, "m").test(record);

async function allEvents(rummy, token, count) {
  const events = [];
  while (events.length < count) {
    const page = await rummy.call("match/events", { token, from: events.length, follow: false });
    if (!page.events.length) break;
    events.push(...page.events);
  }
  return events;
}

/** Looks for the best play of a turn, from where it began, and the steps that lead to it. */
export async function bestPlay(rummy, game, { start, own, heaps, hand }) {
  const pieces = [...heaps.flatMap((heap) => heap.pieces), ...hand].filter(({ key }) => own.has(key));
  const position = {
    table: start.map(({ words }) => words.join(" ")),
    hand: pieces.map(({ tile }) => tile).join(" "),
    rules: game.rules,
    opened: game.opened[game.me],
  };
  const play = await rummy.solve({ ...position, tidy: true, limit: HINT_LIMIT });
  const { steps } = play.tiles.length ? await rummy.steps({ ...position, after: play.table }) : { steps: [] };
  return { play, steps };
}
