// The table and the hand at one moment of a turn. Drafts are never changed: a move returns a new one.
//
// A piece is one physical tile, `{key, tile}`: two red sixes have different keys. A heap is what lies together on the
// table, whether or not it is a meld yet: `{id, pieces, words, meld}`. Its id stays the same while its tiles change, so
// that it keeps its place.

import { colorOf, isJoker, numberOf, tileOf, wordsOf } from "../tiles.js";
import { byColor, possibleMelds, readMeld } from "./melds.js";

/** What each joker in some heaps stands for, by key (rule 7). */
export function identities(heaps) {
  const found = new Map();
  for (const { pieces, meld } of heaps) {
    pieces.forEach((piece, index) => {
      if (meld && isJoker(piece.tile)) found.set(piece.key, meld.standsFor[index]);
    });
  }
  return found;
}

const share = (some, others) => Boolean(some?.some((tile) => others.includes(tile)));

/** Makes a heap of pieces in the order of a meld's words; a joker keeps what it stood for where it can. */
function heapOf(id, pieces, meld, stoodFor) {
  const rest = [...pieces];
  const order = meld.words.map((word, index) => {
    const tile = tileOf(word);
    const fits = (piece) => piece.tile === tile && share(stoodFor.get(piece.key), meld.standsFor[index]);
    const place = rest.findIndex(isJoker(tile) ? fits : (piece) => piece.tile === tile);
    return place < 0 ? null : rest.splice(place, 1)[0];
  });
  const arranged = order.map((piece) => piece ?? rest.shift());
  return { id, pieces: arranged, words: [...meld.words], meld: { ...meld } };
}

/** All melds that pieces can form, likeliest first: most jokers as they were, then worth most. */
export function readings(id, pieces, stoodFor, rules) {
  const kept = ({ pieces: all, meld }) =>
    all.filter((piece, index) => isJoker(piece.tile) && share(stoodFor.get(piece.key), meld.standsFor[index])).length;
  return possibleMelds(pieces.map(({ tile }) => tile), rules)
    .map((meld) => heapOf(id, pieces, meld, stoodFor))
    .sort((one, other) => kept(other) - kept(one));
}

/** Puts pieces together as one heap: the likeliest meld, or the tiles in order if they form none. */
export function arrange(id, pieces, stoodFor, rules) {
  const [likeliest] = readings(id, pieces, stoodFor, rules);
  if (likeliest) return likeliest;
  const naturals = pieces.map(({ tile }) => tile).filter((tile) => !isJoker(tile));
  const alike = [colorOf, numberOf].some((of) => naturals.every((tile) => of(tile) === of(naturals[0])));
  const loose = alike ? [...pieces].sort(byColor(rules, ({ tile }) => tile)) : [...pieces];
  return { id, pieces: loose, words: loose.map(({ tile }) => tile), meld: null };
}

/** Splits pieces that hold one number of a run twice, such as `b2 b3 b4 b4 b5 b6`, into two runs; null if it cannot. */
function twoRuns(pieces, rules) {
  if (pieces.some(({ tile }) => isJoker(tile) || colorOf(tile) !== colorOf(pieces[0].tile))) return null;
  const sorted = [...pieces].sort((one, other) => numberOf(one.tile) - numberOf(other.tile));
  for (let cut = rules.shortest_meld; cut <= sorted.length - rules.shortest_meld; cut++) {
    const parts = [sorted.slice(0, cut), sorted.slice(cut)];
    if (parts.every((part) => possibleMelds(part.map(({ tile }) => tile), rules).length)) return parts;
  }
  return null;
}

/** The table as the engine reads it. */
export const textsOf = (draft) => draft.heaps.map(({ words }) => words.join(" "));

export const heapWith = (draft, key) => draft.heaps.find(({ pieces }) => pieces.some((piece) => piece.key === key));

/** The smallest id that no heap has had. */
const nextId = (heaps) => Math.max(0, ...heaps.map(({ id }) => id)) + 1;

/**
 * Moves pieces.
 *
 * @param {object} draft The draft.
 * @param {Iterable<number>} keys The keys of the pieces.
 * @param {number | "new" | "hand"} target The id of a heap, a new heap, or the hand.
 * @param {object} rules The rules.
 * @returns {object} The new draft, or the same one if nothing can be moved there.
 */
export function move(draft, keys, target, rules) {
  const wanted = new Set(keys);
  if (target === "hand") {
    // No tile goes from the table to a hand (rule 10).
    for (const key of wanted) if (!draft.own.has(key)) wanted.delete(key);
  }
  const all = [...draft.heaps.flatMap(({ pieces }) => pieces), ...draft.hand];
  const taken = [...wanted].map((key) => all.find((piece) => piece.key === key)).filter(Boolean);
  const inPlace = taken.every(({ key }) =>
    target === "hand" ? draft.hand.some((piece) => piece.key === key) : heapWith(draft, key)?.id === target,
  );
  if (!taken.length || inPlace) return draft;
  const stoodFor = identities(draft.heaps);
  let hand = draft.hand.filter(({ key }) => !wanted.has(key));
  let next = nextId([...draft.heaps, ...draft.start]);
  let heaps = draft.heaps.flatMap((heap) => {
    const rest = heap.pieces.filter(({ key }) => !wanted.has(key));
    if (heap.id === target) {
      const together = [...rest, ...taken];
      const parts = readings(heap.id, together, stoodFor, rules).length ? null : twoRuns(together, rules);
      if (!parts) return [arrange(heap.id, together, stoodFor, rules)];
      return [arrange(heap.id, parts[0], stoodFor, rules), arrange(next++, parts[1], stoodFor, rules)];
    }
    if (rest.length === heap.pieces.length) return [heap];
    return rest.length ? [arrange(heap.id, rest, stoodFor, rules)] : [];
  });
  if (target === "new") heaps = [...heaps, arrange(next, taken, stoodFor, rules)];
  if (target === "hand") hand = [...hand, ...taken];
  return { ...draft, hand, heaps };
}

/** Makes the jokers of a heap stand for something else, if they can. */
export function reread(draft, id, rules) {
  const stoodFor = identities(draft.heaps);
  const heaps = draft.heaps.map((heap) => {
    if (heap.id !== id || !heap.meld) return heap;
    const all = readings(id, heap.pieces, new Map(), rules);
    const now = all.findIndex(({ words }) => words.join(" ") === heap.words.join(" "));
    return all.length > 1 ? heapOf(id, heap.pieces, { ...all[(now + 1) % all.length].meld }, stoodFor) : heap;
  });
  return { ...draft, heaps };
}

/**
 * Lays heaps out as the melds of a table. A meld keeps the place of the heap it has most tiles of.
 *
 * @param {object[]} heaps The heaps as they lie.
 * @param {object[]} spare Pieces that may be added.
 * @param {string[]} texts The melds, in the engine's notation, or tiles that form none.
 * @param {object} rules The rules.
 * @returns {{heaps: object[], moved: Set<number>, spare: object[]}} The new heaps, the keys of the pieces that changed
 *   their heap, and the pieces not needed.
 */
export function layOut(heaps, spare, texts, rules) {
  const stoodFor = identities(heaps);
  const melds = texts.map((text) => ({ text, words: wordsOf(text), found: [], slot: null }));
  const free = new Map(heaps.map((heap) => [heap.id, heap]));
  const pairs = melds.flatMap((meld) => heaps.map((heap) => ({ meld, heap, common: overlap(meld, heap) })));
  pairs.sort((one, other) => other.common - one.common);
  for (const { meld, heap, common } of pairs) {
    if (common > 0 && meld.slot === null && free.delete(heap.id)) meld.slot = heap;
  }
  // First each meld takes its tiles from its own place, then from the rest of the table, then the spare ones.
  const rest = heaps.flatMap((heap) => heap.pieces);
  const added = [...spare];
  const supplies = [(meld) => (meld.slot ? rest.filter((piece) => meld.slot.pieces.includes(piece)) : []), () => rest, () => added];
  for (const supply of supplies) {
    for (const meld of melds) {
      const read = readMeld(meld.words, rules);
      meld.words.forEach((word, index) => {
        if (meld.found[index]) return;
        const tile = tileOf(word);
        const fitting = supply(meld).filter((piece) => piece.tile === tile);
        const kept = fitting.find((piece) => share(stoodFor.get(piece.key), read?.standsFor[index] ?? []));
        const piece = kept ?? fitting[0];
        if (!piece) return;
        meld.found[index] = piece;
        for (const list of [rest, added]) if (list.includes(piece)) list.splice(list.indexOf(piece), 1);
      });
    }
  }
  const lacking = melds.find((meld) => meld.words.some((_, index) => !meld.found[index]));
  if (lacking) throw new RangeError(`there are no tiles for ${lacking.text}`);
  let next = nextId(heaps);
  const laid = melds.map(({ slot, words, found }) => {
    const read = readMeld(words, rules);
    return { id: slot?.id ?? next++, pieces: found, words, meld: read && { words, ...read } };
  });
  const place = new Map(heaps.map(({ id }, index) => [id, index]));
  laid.sort((one, other) => (place.get(one.id) ?? one.id + 1e6) - (place.get(other.id) ?? other.id + 1e6));
  const before = new Map(heaps.flatMap(({ id, pieces }) => pieces.map(({ key }) => [key, id])));
  const moved = new Set();
  for (const { id, pieces } of laid) {
    for (const { key } of pieces) if (before.has(key) && before.get(key) !== id) moved.add(key);
  }
  return { heaps: laid, moved, spare: added };
}

function overlap(meld, heap) {
  const left = heap.pieces.map(({ tile }) => tile);
  const common = meld.words.filter((word) => {
    const place = left.indexOf(tileOf(word));
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  }).length;
  // An equal meld stays where it is.
  return common === heap.pieces.length && common === meld.words.length ? common + 100 : common;
}

/** One turn of the person: where it began, what was done, and how to undo it. */
export class Turn {
  /**
   * @param {object[]} heaps The table.
   * @param {object[]} hand The pieces of the hand.
   * @param {object} rules The rules.
   */
  constructor(heaps, hand, rules) {
    this.rules = rules;
    this.draft = { heaps, hand, start: heaps, own: new Set(hand.map(({ key }) => key)) };
    this.past = [];
  }

  get changed() {
    return this.past.length > 0 && textsOf(this.draft).join("|") !== this.draft.start.map(({ words }) => words.join(" ")).join("|");
  }

  /** The pieces played from the hand so far. */
  get played() {
    return this.draft.heaps.flatMap(({ pieces }) => pieces).filter(({ key }) => this.draft.own.has(key));
  }

  /** What the melds of own tiles alone are worth, which counts towards the opening (rule 11). */
  get ownPoints() {
    const own = this.draft.heaps.filter(({ meld, pieces }) => meld && pieces.every(({ key }) => this.draft.own.has(key)));
    return own.reduce((sum, { meld }) => sum + meld.value, 0);
  }

  /** The keys of tiles of the table that lie elsewhere now. */
  get moved() {
    const before = new Map(this.draft.start.flatMap(({ id, pieces }) => pieces.map(({ key }) => [key, id])));
    const now = this.draft.heaps.flatMap(({ id, pieces }) => pieces.map(({ key }) => [key, id]));
    return new Set(now.filter(([key, id]) => before.has(key) && before.get(key) !== id).map(([key]) => key));
  }

  #set(draft) {
    if (draft === this.draft) return false;
    this.past.push(this.draft);
    this.draft = draft;
    return true;
  }

  /** Moves pieces; see `move`. Returns whether anything changed. */
  move(keys, target) {
    return this.#set(move(this.draft, keys, target, this.rules));
  }

  /** Lets the jokers of a heap stand for something else. */
  reread(id) {
    const draft = reread(this.draft, id, this.rules);
    return this.#set(textsOf(draft).join("|") === textsOf(this.draft).join("|") ? this.draft : draft);
  }

  /** Lays the table out as these melds, with tiles of the hand. */
  layOut(texts) {
    const { start } = this.draft;
    const pieces = [...this.draft.heaps.flatMap((heap) => heap.pieces), ...this.draft.hand];
    const hand = pieces.filter(({ key }) => this.draft.own.has(key));
    const laid = layOut(start, hand, texts, this.rules);
    const order = [...this.draft.hand, ...hand];
    laid.spare.sort((one, other) => order.indexOf(one) - order.indexOf(other));
    return this.#set({ ...this.draft, heaps: laid.heaps, hand: laid.spare });
  }

  undo() {
    if (this.past.length) this.draft = this.past.pop();
  }

  /** Puts everything back where it was; this can be undone. */
  reset() {
    this.layOut(this.draft.start.map(({ words }) => words.join(" ")));
  }

  /** Sorts the hand. */
  sort(by) {
    this.draft = { ...this.draft, hand: [...this.draft.hand].sort(by(this.rules, ({ tile }) => tile)) };
  }
}
