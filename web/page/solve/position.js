// A position, and the address that shares it: `#solve?table=g2+g3+g4+g5/r1+r2+r3&hand=g6+y2+b2`.

import { copiesOf, meldsOf, tileOf, wordsOf } from "../tiles.js";

/** The position that is shown first. */
export const EXAMPLE = { table: "r3 J r5 | r4 y4 g4 b4 | y1 y2 y3 | g8 g9 g10", hand: "r12 y9 g11 b9" };

const DEFAULTS = { preset: "schmidt", opened: true, objective: "tiles", tidy: true };

/** Reads a position from the params of the address; without a table and a hand it is the example. */
export function readPosition(params, presets) {
  const isGiven = params.has("table") || params.has("hand");
  const given = isGiven ? { table: params.get("table") ?? "", hand: params.get("hand") ?? "" } : EXAMPLE;
  const preset = params.get("rules");
  return {
    ...DEFAULTS,
    ...translated(given, preset in presets ? presets[preset] : presets[DEFAULTS.preset], isGiven),
    preset: preset in presets ? preset : DEFAULTS.preset,
    opened: params.get("opened") !== "no",
    objective: params.get("objective") === "points" ? "points" : "tiles",
    tidy: params.get("tidy") !== "no",
  };
}

// The example has the colors of the deck, whichever those are.
function translated(given, rules, isGiven) {
  if (isGiven || typeof rules.colors !== "string") return { table: given.table.replaceAll("/", " | "), hand: given.hand };
  const swap = (text) => text.replace(/[rygb](?=\d)/g, (letter) => rules.colors["rygb".indexOf(letter)] ?? letter);
  return { table: swap(given.table), hand: swap(given.hand) };
}

/** The address of a position, without what is as usual. */
export function addressOf(position) {
  const params = new URLSearchParams({ table: position.table.trim().split(/\s*[|/;\n]\s*/).join("/"), hand: position.hand.trim() });
  if (position.preset !== DEFAULTS.preset) params.set("rules", position.preset);
  if (!position.opened) params.set("opened", "no");
  if (position.objective !== "tiles") params.set("objective", position.objective);
  if (!position.tidy) params.set("tidy", "no");
  return `#solve?${params.toString().replaceAll("%2F", "/")}`;
}

/** What the engine is asked. */
export function problemOf(position) {
  const { table, hand, preset, opened, objective, tidy } = position;
  return { table, hand, rules: preset, opened, objective, tidy };
}

/** The tiles of a position as they are drawn. */
export const tilesOf = (position) => ({ melds: meldsOf(position.table), hand: wordsOf(position.hand) });

/** How many copies of a tile are neither on the table nor in the hand. */
export function copiesLeft(kind, { melds, hand }, rules) {
  const used = [...melds.flat(), ...hand].filter((word) => tileOf(word) === kind).length;
  return Math.max(0, copiesOf(kind, rules) - used);
}
