// Tiles as text. The engine decides what is a tile; this reads only what it takes to draw what a person types.

import { N_ } from "./words.js";

/** The letters of all colors in palette order, with their names. */
export const COLORS = {
  r: N_("red"),
  y: N_("yellow"),
  g: N_("green"),
  b: N_("blue"),
  k: N_("black"),
  o: N_("orange"),
  p: N_("purple"),
  w: N_("white"),
};

const ALL = Object.keys(COLORS);
const NAMES = { red: "r", yellow: "y", green: "g", blue: "b", black: "k", orange: "o", purple: "p", white: "w" };

/** The letters of the colors of a deck, in palette order. */
export function lettersOf(rules) {
  return typeof rules.colors === "string" ? [...rules.colors] : ALL.slice(0, rules.colors);
}

/** The tile of a word of a meld: `J=r7` is a joker. */
export const tileOf = (word) => (word.startsWith("J") ? "J" : word);

export const isJoker = (word) => word.startsWith("J");
export const colorOf = (tile) => tile[0];
export const numberOf = (tile) => Number(tile.slice(1));

/** Whether a word is a tile of some deck; other words are shown as they are typed. */
export const isTile = (word) => /^([rygbkopw]\d+|J(=[rygbkopw]\d+)?)$/.test(word);

/** Every tile of a deck once, color by color, the joker last. */
export function kindsOf(rules) {
  const numbers = Array.from({ length: rules.values }, (_, place) => place + 1);
  const tiles = lettersOf(rules).flatMap((letter) => numbers.map((number) => `${letter}${number}`));
  return rules.jokers ? [...tiles, "J"] : tiles;
}

/** How many copies of a tile a deck has. */
export const copiesOf = (tile, rules) => (isJoker(tile) ? rules.jokers : rules.copies);

/** Compares two tiles: palette order, then number; jokers and unknown words last. */
export function byColor(one, other) {
  const rank = (tile) => (isTile(tile) && !isJoker(tile) ? ALL.indexOf(colorOf(tile)) * 100 + numberOf(tile) : 1e4);
  return rank(one) - rank(other);
}

const NATURAL = /^(?:([rygbkopw])(\d+)|(\d+)([rygbkopw]))$/;
const RUN = /^([rygbkopw])(\d+)[-–—]\1?(\d+)$/;

/** Reads the words of a meld or a hand. A word that is no tile stays as it is. */
export function wordsOf(text) {
  const words = [];
  for (const typed of text.split(/[\s,]+/).filter(Boolean)) {
    const word = typed.toLowerCase().replace(/[a-z]+/g, (name) => NAMES[name] ?? name).replace(/(?<=\d)-(?=[a-z])|(?<=^[a-z])-(?=\d)/g, "");
    const run = word.match(RUN);
    if (run && Number(run[3]) >= Number(run[2]) && run[3] - run[2] < 30) {
      for (let number = Number(run[2]); number <= run[3]; number++) words.push(run[1] + number);
      continue;
    }
    const last = words.at(-1);
    // `red 6`, `6 red`
    if (/^\d+$/.test(word) && /^[rygbkopw]$/.test(last ?? "")) words[words.length - 1] = last + Number(word);
    else if (/^[rygbkopw]$/.test(word) && /^\d+$/.test(last ?? "")) words[words.length - 1] = word + Number(last);
    else words.push(wordOf(word, typed));
  }
  return words;
}

function wordOf(word, typed) {
  const [joker, meant] = word.split("=");
  const natural = (meant ?? word).match(NATURAL);
  const tile = natural && `${natural[1] ?? natural[4]}${Number(natural[2] ?? natural[3])}`;
  if (/^(j|joker|\*)$/.test(joker)) return meant === undefined ? "J" : tile ? `J=${tile}` : typed;
  return tile ?? (/^(\d+|[rygbkopw])$/.test(word) ? word : typed);
}

/** Reads a table: melds parted by `|`, `/`, `;` or a line break. Empty melds are skipped, as the engine does. */
export const meldsOf = (text) => text.split(/[|/;\n]/).map(wordsOf).filter((words) => words.length);

/** Writes a table. */
export const tableText = (melds) => melds.map((words) => words.join(" ")).join(" | ");

/** What the tiles of a meld form: `run`, `group`, or null while they form neither. */
export function kindOf(words) {
  const known = words.map((word) => (word.startsWith("J=") ? word.slice(2) : word)).filter((word) => word !== "J");
  if (known.length < 2 || !known.every(isTile)) return null;
  const colors = new Set(known.map(colorOf));
  const numbers = new Set(known.map(numberOf));
  if (numbers.size === 1 && colors.size === known.length) return "group";
  return colors.size === 1 && numbers.size === known.length ? "run" : null;
}

/** Puts the tiles of a meld in order, its jokers where they are needed; tiles that form nothing stay as they are. */
export function arranged(words, rules) {
  const kind = kindOf(words);
  if (kind === null || words.some((word) => word.startsWith("J="))) return words;
  const jokers = words.filter(isJoker);
  const naturals = words.filter((word) => !isJoker(word)).sort(byColor);
  if (kind === "group") return [...naturals, ...jokers];
  const run = [];
  for (const tile of naturals) {
    while (run.length && jokers.length && numberOf(run.at(-1).tile) + 1 < numberOf(tile)) {
      run.push({ tile: colorOf(tile) + (numberOf(run.at(-1).tile) + 1), word: jokers.pop() });
    }
    run.push({ tile, word: tile });
  }
  // A joker that no gap needs goes above, or below once the run ends with the highest number.
  const free = Math.min(jokers.length, Math.max(0, rules.values - numberOf(run.at(-1).tile)));
  const arrangedWords = run.map(({ word }) => word);
  return [...jokers.slice(free), ...arrangedWords, ...jokers.slice(0, free)];
}

/** What each tile of a meld stands for (rule 7): itself, or for a joker the tiles it may be. */
export function standsFor(words, rules) {
  const kind = kindOf(words);
  const given = words.map((word) => (word.startsWith("J=") ? word.slice(2) : word));
  if (kind === null) return words.map((word, place) => (word === "J" ? [] : [given[place]]));
  if (kind === "group") {
    const used = new Set(given.filter((word) => word !== "J").map(colorOf));
    const value = numberOf(given.find((word) => word !== "J"));
    const missing = lettersOf(rules).filter((letter) => !used.has(letter)).map((letter) => letter + value);
    return given.map((word) => (word === "J" ? missing : [word]));
  }
  const place = given.findIndex((word) => word !== "J");
  const low = numberOf(given[place]) - place;
  return given.map((word, index) => (word === "J" ? [colorOf(given[place]) + (low + index)] : [word]));
}
