// The buttons of tiles, and what a screen reader says of tiles and melds.

import { badge, picture, tileName } from "../draw.js";
import { h } from "../dom.js";
import { COLORS, colorOf, numberOf } from "../tiles.js";
import { _, ngettext } from "../words.js";

/** What is said of a tile. */
function pieceLabel(piece, meant, mark) {
  const tile = tileName(piece.tile, meant);
  if (mark === "played") return _("{tile}, newly played", { tile });
  if (mark === "moved") return _("{tile}, moved", { tile });
  return mark === "drawn" ? _("{tile}, just drawn", { tile }) : tile;
}

/** Makes the element of a tile: a button, unless it is only looked at. */
export function pieceElement(piece, still) {
  const given = { "data-key": piece.key, "data-tile": piece.tile };
  return still ? h("span.tile", { role: "img", ...given }) : h("button.tile", { type: "button", tabindex: -1, ...given });
}

/** Makes a button show a tile as it is now. */
export function showPiece(button, piece, { meant = [], mark = null, selected = false, wrong = false, still = false }) {
  const drawn = `${meant} ${mark}`;
  if (button.dataset.drawn !== drawn) {
    button.dataset.drawn = drawn;
    button.replaceChildren(picture(piece.tile, meant), ...(mark === "played" || mark === "moved" ? [badge(mark)] : []));
  }
  if (mark) button.dataset.mark = mark;
  else delete button.dataset.mark;
  button.classList.toggle("selected", selected);
  button.classList.toggle("wrong", wrong);
  button.setAttribute("aria-label", pieceLabel(piece, meant, mark));
  if (!still) button.setAttribute("aria-pressed", String(selected));
}

/** What is said of a heap: the meld, or that it is none yet. */
export function heapLabel(heap, number) {
  if (!heap.meld) return ngettext("No meld yet: {count} tile", "No meld yet: {count} tiles", heap.pieces.length);
  const [first, last] = [heap.meld.standsFor[0][0], heap.meld.standsFor.at(-1)[0]];
  if (heap.meld.kind === "group") return _("Meld {number}: group of {value}", { number, value: numberOf(first) });
  const [color, from, to] = [_(COLORS[colorOf(first)]), numberOf(first), numberOf(last)];
  return _("Meld {number}: run, {color} {from} to {to}", { number, color, from, to });
}
