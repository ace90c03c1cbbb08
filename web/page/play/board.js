// The table and the hand as elements. The button of a tile stays the same element while the tile moves, so that it
// keeps the focus and can slide to its new place.

import { h, reducesMotion } from "../dom.js";
import { heapLabel, pieceElement, showPiece } from "./pieces.js";
import { _ } from "../words.js";

const SLIDE = 260;

export class Board {
  #buttons = new Map();

  /**
   * @param {object} given
   * @param {boolean} [given.still] Whether nothing can be moved.
   */
  constructor({ still = false } = {}) {
    this.still = still;
    this.table = h("div.table", { role: "region", "aria-label": _("Table") });
    this.hand = h("div.hand", { role: "group", "aria-label": _("Your hand"), "data-heap": "hand" });
    this.slot = h(
      "button.slot",
      { type: "button", "data-heap": "new", tabindex: "-1" },
      h("span", { "aria-hidden": "true" }, "+"),
      h("span", {}, _("New meld")),
    );
    this.empty = h("p.empty", {}, _("The table is empty."));
    for (const region of [this.table, this.hand]) region.addEventListener("keydown", (event) => this.#onKey(event));
    for (const region of [this.table, this.hand]) region.addEventListener("focusin", (event) => this.#rove(event.target));
  }

  /** The element of a tile. */
  button(key) {
    return this.#buttons.get(key);
  }

  /**
   * Shows a table and a hand.
   *
   * @param {object} shown
   * @param {object[]} shown.heaps The heaps.
   * @param {object[] | null} shown.hand The pieces in the hand; null for none.
   * @param {(key: number) => object} shown.state The `mark`, `selected` and `wrong` of a tile.
   * @param {Set<number>} [shown.wrong] The ids of heaps that are marked as wrong.
   * @param {boolean} [shown.open] Whether a new meld can be put down.
   * @param {boolean} [shown.slides] Whether tiles slide to their new places.
   */
  show({ heaps, hand, state, wrong = new Set(), open = false, slides = true }) {
    const focused = document.activeElement?.dataset?.key;
    const before = slides && !reducesMotion() ? this.#places() : null;
    const used = new Set();
    const place = (piece, meant) => {
      used.add(piece.key);
      if (!this.#buttons.has(piece.key)) this.#buttons.set(piece.key, pieceElement(piece, this.still));
      const button = this.#buttons.get(piece.key);
      showPiece(button, piece, { ...state(piece.key), meant, still: this.still });
      return button;
    };
    const laid = heaps.map((heap, index) => {
      const tiles = heap.pieces.map((piece, at) => {
        const meant = piece.tile === "J" && heap.meld ? heap.meld.standsFor[at] : [];
        return place(piece, meant);
      });
      const element = h("div.heap", { role: "group", "aria-label": heapLabel(heap, index + 1), "data-heap": heap.id }, ...tiles);
      element.classList.toggle("loose", !heap.meld);
      element.classList.toggle("wrong", wrong.has(heap.id));
      return element;
    });
    if (open) laid.push(this.slot);
    if (!laid.length) laid.push(this.empty);
    this.table.replaceChildren(...laid);
    this.hand.replaceChildren(...(hand ?? []).map((piece) => place(piece, [])));
    for (const key of this.#buttons.keys()) if (!used.has(key)) this.#buttons.delete(key);
    if (before) this.#slide(before);
    if (focused && this.#buttons.has(Number(focused))) this.#buttons.get(Number(focused)).focus({ preventScroll: true });
    for (const region of [this.table, this.hand]) {
      const stops = this.#stops(region);
      if (!stops.some((stop) => stop.tabIndex === 0) && stops.length) stops[0].tabIndex = 0;
    }
  }

  #stops(region) {
    return [...region.querySelectorAll("button")];
  }

  #rove(target) {
    const region = [this.table, this.hand].find((one) => one.contains(target));
    if (!region || target.tagName !== "BUTTON") return;
    for (const stop of this.#stops(region)) stop.tabIndex = stop === target ? 0 : -1;
  }

  #onKey(event) {
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = this.#neighbor(event.target, ...direction);
    event.preventDefault();
    next?.focus();
  }

  /** The next stop: left and right in reading order, up and down by where things are. */
  #neighbor(from, across, down) {
    const stops = [...this.#stops(this.table), ...this.#stops(this.hand)];
    if (across) return stops[stops.indexOf(from) + across];
    const middle = (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const [x, y] = middle(from);
    const beyond = stops.map((stop) => [stop, ...middle(stop)]).filter(([, , other]) => (other - y) * down > from.offsetHeight / 2);
    const line = Math.min(...beyond.map(([, , other]) => (other - y) * down));
    const near = beyond.filter(([, , other]) => (other - y) * down < line + from.offsetHeight / 2);
    near.sort((one, other) => Math.abs(one[1] - x) - Math.abs(other[1] - x));
    return near[0]?.[0];
  }

  #places() {
    const places = new Map();
    for (const [key, button] of this.#buttons) if (button.isConnected) places.set(key, button.getBoundingClientRect());
    return places;
  }

  #slide(before) {
    for (const [key, button] of this.#buttons) {
      const now = button.getBoundingClientRect();
      const old = before.get(key);
      const [x, y] = old ? [old.left - now.left, old.top - now.top] : [0, 0];
      const options = { duration: SLIDE, easing: "ease-out" };
      if (!old) button.animate([{ opacity: 0, transform: "scale(.7)" }, { opacity: 1, transform: "none" }], options);
      else if (Math.abs(x) + Math.abs(y) > 1) {
        button.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], options);
      }
    }
  }
}
