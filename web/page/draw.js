// Tiles as the package draws them (python/rummy_fast/draw, palette.py).

import { h, s } from "./dom.js";
import { COLORS, colorOf, isJoker, isTile, numberOf } from "./tiles.js";
import { _ } from "./words.js";

/** The background of each color, and what is printed on it. */
export const INKS = {
  r: ["#d55e00", "#000000"],
  y: ["#f0e442", "#000000"],
  g: ["#009e73", "#000000"],
  b: ["#0072b2", "#ffffff"],
  k: ["#333333", "#ffffff"],
  o: ["#e69f00", "#000000"],
  p: ["#cc79a7", "#000000"],
  w: ["#dcdcdc", "#000000"],
};

/** The mark of each color, around (0, 0); it can be recognized by its outline alone. */
export const MARKS = {
  r: "M0-1A1 1 0 1 0 0 1 1 1 0 1 0 0-1Z",
  y: "M0-1.02 1.08 .86H-1.08Z",
  g: "M-.88-.88H.88V.88H-.88Z",
  b: "M0-1.14 .94 0 0 1.14-.94 0Z",
  k: "M-.95-.47-.47-.95 0-.48 .47-.95 .95-.47 .48 0 .95 .47 .47 .95 0 .48-.47 .95-.95 .47-.48 0Z",
  o: "M.42-1A1.02 1.02 0 1 0 .42 1 1.25 1.25 0 0 1 .42-1Z",
  p: "M0 .98C-.5 .55-1.08 .1-1.08-.4-1.08-.78-.8-.98-.54-.98-.3-.98-.1-.84 0-.62 .1-.84 .3-.98 .54-.98 .8-.98 1.08-.78 1.08-.4 1.08 .1 .5 .55 0 .98Z",
  w: "M0-1A1 1 0 1 0 0 1 1 1 0 1 0 0-1ZM0-.5A.5 .5 0 1 1 0 .5 .5 .5 0 1 1 0-.5Z",
};

/** The mark of a joker. */
export const STAR = "M0-1.08 .29-.34 1.05-.31 .45 .17 .66 .92 0 .48-.66 .92-.45 .17-1.05-.31-.29-.34Z";

/** What a turn did to a tile: the sign of its badge. */
export const SIGNS = {
  played: "M-.5 0H.5M0-.5V.5",
  moved: "M-.52 0H.48M.12-.36 .5 0 .12 .36",
  freed: "M-.48-.22H.42M.2-.5 .48-.22M.48 .24H-.42M-.2 .52-.48 .24",
};

const [WIDTH, HEIGHT, ROUND, BAND] = [38, 54, 6, 35];
const TYPE = "#1c1c1c";

const glyph = (shape, x, y, size, fill) =>
  s("path", { d: shape, fill, "fill-rule": "evenodd", transform: `translate(${x} ${y})scale(${size})` });

const figure = (text, y, size) =>
  s("text", { x: WIDTH / 2, y, "font-size": size, "text-anchor": "middle", "font-weight": 700, fill: TYPE }, String(text));

/** A field of the color band; the lower corners of the tile are round. */
function field(x, y, wide, high) {
  const low = y + high === HEIGHT;
  const far = low && x + wide >= WIDTH - 0.01 ? ROUND : 0;
  const near = low && x === 0 ? ROUND : 0;
  return `M${x} ${y}h${wide}v${high - far}a${far} ${far} 0 0 1-${far} ${far}H${x + near}a${near} ${near} 0 0 1-${near}-${near}Z`;
}

function band(colors) {
  const lines = colors.length <= 3 ? 1 : 2;
  const across = Math.ceil(colors.length / lines);
  const high = (HEIGHT - BAND) / lines;
  return colors.flatMap((letter, place) => {
    const line = Math.floor(place / across);
    const wide = WIDTH / Math.min(across, colors.length - line * across);
    const [x, y] = [(place % across) * wide, BAND + line * high];
    const size = Math.min(7.5, high * 0.4, wide * 0.36);
    const [ground, print] = INKS[letter];
    return [s("path", { d: field(x, y, wide, high), fill: ground }), glyph(MARKS[letter], x + wide / 2, y + high / 2, size, print)];
  });
}

function front(word, meant) {
  if (!isTile(word)) {
    const text = word.length > 4 ? `${word.slice(0, 3)}…` : word;
    return [s("text", { x: WIDTH / 2, y: 32, "font-size": 13, "text-anchor": "middle", fill: "#a3150f" }, text)];
  }
  if (!isJoker(word)) return [figure(numberOf(word), 26, 26 - 2 * word.slice(1).length), ...band([colorOf(word)])];
  if (!meant.length) return [glyph(STAR, WIDTH / 2, HEIGHT / 2, 14, TYPE)];
  return [glyph(STAR, WIDTH / 2, 11, 6.5, TYPE), figure(numberOf(meant[0]), 32, 15), ...band(meant.map(colorOf))];
}

/** The picture of a tile alone, 38 by 54. A joker shows what it may stand for, if given. */
export function picture(word, meant = []) {
  return s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "face", "aria-hidden": "true", focusable: "false" },
    s("rect", { width: WIDTH, height: HEIGHT, rx: ROUND, fill: "#fffdf6" }),
    ...front(word, isJoker(word) ? meant : []),
  );
}

/** A tile in words, for screen readers: "red 6", "joker for blue 4". */
export function tileName(word, meant = []) {
  if (!isTile(word)) return word;
  if (!isJoker(word)) return `${_(COLORS[colorOf(word)])} ${numberOf(word)}`;
  if (!meant.length) return _("joker");
  return _("joker for {tiles}", { tiles: meant.map((tile) => tileName(tile)).join(" / ") });
}

/**
 * Draws a tile: a `span`, or a `button` if something happens when it is pressed.
 *
 * @param {string} word The tile as text; `J=r7` in a meld.
 * @param {object} [options] `meant`: what a joker stands for. `mark`: "played", "moved" or "freed". `key`: its number, the
 *   same before and after a turn. `label`: what a screen reader says instead of its name. `onclick` and other attributes.
 */
export function tile(word, { meant = [], mark = null, key = null, label = null, onclick = null, ...attributes } = {}) {
  const name = label ?? (mark ? `${tileName(word, meant)}, ${markName(mark)}` : tileName(word, meant));
  const accessible = onclick ? { "aria-label": name, type: "button", onclick } : { role: "img", "aria-label": name };
  return h(
    onclick ? "button.tile" : "span.tile",
    { ...accessible, "data-tile": word, "data-key": key, "data-mark": mark, title: word, ...attributes },
    picture(word, meant),
    mark ? badge(mark) : null,
  );
}

/** What a mark says. */
export function markName(mark) {
  if (mark === "played") return _("played from the hand");
  return mark === "moved" ? _("moved") : _("exchanged joker");
}

/** The badge of a marked tile. */
export function badge(mark) {
  return s(
    "svg",
    { viewBox: "-10 -10 20 20", class: `badge ${mark}`, "aria-hidden": "true", focusable: "false" },
    s("circle", { r: 8.5 }),
    s("path", { d: SIGNS[mark], transform: "scale(9)" }),
  );
}
