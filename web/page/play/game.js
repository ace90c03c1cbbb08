// A match as its events tell it: what lies where, who holds how many tiles, what changed, and the log. Knows nothing of
// the page and of the engine, so that playing, going on after a reload and watching a record are the same code.

import { lettersOf, wordsOf } from "../tiles.js";
import { layOut } from "./draft.js";
import { byColor } from "./melds.js";

let lastKey = 0;

/** Makes pieces of tiles. */
export const piecesOf = (tiles) => tiles.map((tile) => ({ key: ++lastKey, tile }));

/** A match before its first event. `hands` has null for each seat whose tiles are hidden. */
export function newGame({ names, rules, me = null }) {
  return {
    names,
    rules,
    me,
    round: 0,
    turn: 1,
    toMove: null,
    starter: null,
    heaps: [],
    hands: names.map(() => null),
    handSizes: names.map(() => 0),
    opened: names.map(() => false),
    pool: null,
    totals: names.map(() => 0),
    won: names.map(() => 0),
    /** The keys of tiles played or moved since the last turn of this seat, and what happened to each. */
    marks: new Map(),
    /** The keys of the tiles drawn last. */
    drawn: new Set(),
    log: [],
    outcome: null,
    outcomes: [],
    winners: null,
    events: 0,
  };
}

/**
 * Takes an event of a match and returns the game after it; the old one is unchanged.
 *
 * @param {object} game The game.
 * @param {object} event The event, as `match/events` lists it.
 * @param {Map<number, object>} [others] The same event as other seats see it, by seat, if their tiles are to be shown.
 * @returns {object} The game after it.
 */
export function take(game, event, others = new Map()) {
  if (event.number < game.events) return game;
  const next = { ...game, events: event.number + 1 };
  const seen = new Map(others);
  if (game.me !== null) seen.set(game.me, event);
  if (event.kind === "round") return deal(next, event, seen);
  if (event.kind === "turn") return turn(next, event, seen);
  if (event.kind === "end") return end(next, event);
  return { ...next, winners: event.winners, totals: event.totals, won: event.won, toMove: null };
}

function deal(game, event, seen) {
  const sizes = event.hand_sizes;
  const { rules } = game;
  const deck = deckSize(rules);
  const hands = game.names.map((_, seat) => {
    const hand = seen.get(seat)?.hand;
    return hand == null ? null : piecesOf(wordsOf(hand).sort(byColor(rules)));
  });
  return {
    ...game,
    round: event.round,
    starter: event.starter,
    toMove: event.starter,
    heaps: [],
    hands,
    handSizes: sizes,
    opened: sizes.map(() => false),
    pool: deck - sizes.reduce((sum, size) => sum + size, 0),
    marks: new Map(),
    drawn: new Set(),
    outcome: null,
    log: [...game.log, { kind: "round", round: event.round, seat: event.starter }],
  };
}

const deckSize = (rules) => lettersOf(rules).length * rules.values * rules.copies + rules.jokers;

function turn(game, event, seen) {
  const { seat, tiles, table, drawn, hand_size: size, pool_size: pool, kind } = event.event;
  const hands = [...game.hands];
  const hand = hands[seat];
  const own = hand ?? piecesOf(tiles);
  const laid = layOut(game.heaps, own, table, game.rules);
  const played = new Set(own.filter((piece) => !laid.spare.includes(piece)).map(({ key }) => key));
  // Marks stay until the person's own turn ends; who only watches sees those of the last turn.
  const marks = new Map(game.me === null || seat === game.me ? [] : game.marks);
  if (seat !== game.me) {
    for (const key of laid.moved) if (!marks.has(key)) marks.set(key, "moved");
    for (const key of played) marks.set(key, "played");
  }
  const drew = seen.get(seat)?.drew;
  const added = drew ? piecesOf(drew) : [];
  if (hand) hands[seat] = [...laid.spare, ...added];
  return {
    ...game,
    turn: event.turn + 1,
    heaps: laid.heaps,
    hands,
    handSizes: game.handSizes.map((old, index) => (index === seat ? size : old)),
    opened: game.opened.map((old, index) => old || (index === seat && tiles.length > 0)),
    pool,
    toMove: (seat + 1) % game.names.length,
    marks,
    drawn: new Set(seat === game.me || game.me === null ? added.map(({ key }) => key) : game.drawn),
    log: [
      ...game.log,
      { kind, seat, tiles, drawn, drew: seat === game.me || game.me === null ? (drew ?? null) : null, fault: event.fault, turn: event.turn },
    ],
  };
}

function end(game, event) {
  const { outcome, totals } = event;
  const log = [...game.log, { kind: "end", round: event.round, outcome }];
  return { ...game, outcome, totals, toMove: null, log, outcomes: [...game.outcomes, outcome] };
}

/**
 * The states of a match after each of its events, for stepping through a record.
 *
 * @param {object} settings The `names` and `rules` of the match.
 * @param {object[][]} bySeat The events as each seat sees them; an empty list for a seat that nobody asked for.
 * @returns {object[]} A game for each event.
 */
export function replay(settings, bySeat) {
  const all = bySeat.find((events) => events.length) ?? [];
  let game = newGame(settings);
  return all.map((event, index) => {
    const seen = new Map(bySeat.map((events, seat) => [seat, events[index]]).filter(([, seen]) => seen));
    game = take(game, event, seen);
    return game;
  });
}
