// What tiles form: runs, groups and what their jokers stand for (rules 4 to 8). The engine decides what is legal; this
// only arranges the tiles that a person puts together, and counts what they are worth.

import { colorOf, isJoker, lettersOf, numberOf, tileOf } from "../tiles.js";

const itself = (tile) => tile;

/** Compares tiles, or what has a tile: palette order, then number, jokers last. */
export function byColor(rules, tile = itself) {
  const letters = lettersOf(rules);
  const rank = (word) => (isJoker(word) ? 1e6 : letters.indexOf(colorOf(word)) * 100 + numberOf(word));
  return (one, other) => rank(tile(one)) - rank(tile(other));
}

/** The same, by number, then palette order. */
export function byNumber(rules, tile = itself) {
  const letters = lettersOf(rules);
  const rank = (word) => (isJoker(word) ? 1e6 : numberOf(word) * 100 + letters.indexOf(colorOf(word)));
  return (one, other) => rank(tile(one)) - rank(tile(other));
}

/**
 * Reads the words of a meld in order. Returns its kind, its value and what each word stands for; null if it is not a
 * meld or does not say what its jokers stand for.
 */
export function readMeld(words, rules) {
  const tiles = words.map(tileOf);
  const naturals = tiles.filter((tile) => !isJoker(tile));
  if (tiles.length < rules.shortest_meld || !naturals.length) return null;
  const known = words.map((word) => (word.includes("=") ? word.slice(2) : tileOf(word))).filter((tile) => !isJoker(tile));
  if (known.length < 2) return null;
  return readRun(words, known, rules) ?? readGroup(tiles, naturals, known, rules);
}

function readRun(words, known, rules) {
  const color = colorOf(known[0]);
  if (known.some((tile) => colorOf(tile) !== color)) return null;
  const meant = words.map((word) => (word.includes("=") ? word.slice(2) : word));
  const place = meant.findIndex((tile) => !isJoker(tile));
  const low = numberOf(meant[place]) - place;
  const high = low + words.length - 1;
  if (low < 1 || high > rules.values) return null;
  if (meant.some((tile, index) => !isJoker(tile) && numberOf(tile) !== low + index)) return null;
  return {
    kind: "run",
    value: ((low + high) * words.length) / 2,
    standsFor: words.map((_, index) => [`${color}${low + index}`]),
  };
}

function readGroup(tiles, naturals, known, rules) {
  const letters = lettersOf(rules);
  const number = numberOf(known[0]);
  const colors = new Set(naturals.map(colorOf));
  if (known.some((tile) => numberOf(tile) !== number)) return null;
  if (colors.size !== naturals.length || tiles.length > letters.length) return null;
  const missing = letters.filter((letter) => !colors.has(letter)).map((letter) => `${letter}${number}`);
  return {
    kind: "group",
    value: number * tiles.length,
    standsFor: tiles.map((tile) => (isJoker(tile) ? missing : [tile])),
  };
}

/** The melds that some tiles can form, each as its words in order, those worth most first. */
export function possibleMelds(tiles, rules) {
  const naturals = tiles.filter((tile) => !isJoker(tile)).sort(byColor(rules));
  const jokers = tiles.length - naturals.length;
  if (!naturals.length || tiles.length < rules.shortest_meld) return [];
  const texts = [];
  if (naturals.every((tile) => colorOf(tile) === colorOf(naturals[0]))) texts.push(...runs(naturals, jokers, rules));
  if (naturals.every((tile) => numberOf(tile) === numberOf(naturals[0]))) {
    texts.push(...groups(naturals, jokers, rules));
  }
  const melds = texts.map((words) => ({ words, ...readMeld(words, rules) })).filter((meld) => meld.kind);
  return melds.sort((one, other) => other.value - one.value);
}

function* runs(naturals, jokers, rules) {
  const color = colorOf(naturals[0]);
  const numbers = new Set(naturals.map(numberOf));
  if (numbers.size !== naturals.length) return;
  const size = naturals.length + jokers;
  const lowest = Math.max(1, Math.max(...numbers) - size + 1);
  const highest = Math.min(...numbers, rules.values - size + 1);
  for (let low = lowest; low <= highest; low++) {
    yield Array.from({ length: size }, (_, index) => {
      const tile = `${color}${low + index}`;
      if (numbers.has(low + index)) return tile;
      // With one natural tile the jokers must say what they stand for (rule 6).
      return naturals.length > 1 ? "J" : `J=${tile}`;
    });
  }
}

function* groups(naturals, jokers, rules) {
  const colors = new Set(naturals.map(colorOf));
  const missing = lettersOf(rules).filter((letter) => !colors.has(letter));
  if (colors.size !== naturals.length || jokers > missing.length) return;
  const number = numberOf(naturals[0]);
  const words = naturals.length > 1 ? Array(jokers).fill("J") : missing.slice(0, jokers).map((c) => `J=${c}${number}`);
  yield [...naturals, ...words];
}
