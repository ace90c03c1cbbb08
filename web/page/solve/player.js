// Plays a turn: the table and the hand after each step, forward, back, or by itself.

import { h, icon, reducesMotion, show } from "../dom.js";
import { badge, markName, tile } from "../draw.js";
import { standsFor } from "../tiles.js";
import { _, translate } from "../words.js";
import { boardsOf } from "./board.js";

const MOVE = 420; // milliseconds that tiles take to move
const PAUSE = 1500; // milliseconds from step to step

/**
 * Makes a player of a turn. It shows the end of the turn first.
 *
 * @param {{melds: string[][], hand: string[]}} tiles The position before the turn.
 * @param {object[]} steps The steps, as the engine lists them.
 * @param {object} rules The rules.
 */
export function player(tiles, steps, rules) {
  const boards = boardsOf(tiles.melds, tiles.hand, steps);
  let at = steps.length;
  let timer = null;

  const felt = h("div.felt", { role: "group", "aria-label": _("Table after") });
  const rack = h("div.rack", { role: "group", "aria-label": _("Hand after") });
  const where = h("p.where", { "aria-live": "polite" });
  const buttons = h("div.row.turn-controls", { role: "group", "aria-label": _("Steps") });
  const list = h("ol.turn-steps");
  const legend = h("ul.legend.small.quiet");
  const stage = h("div.stack.stage", {}, felt, rack);
  const element = h("div.stack.turn-player", {}, stage, legend, buttons, where, list);

  const faces = (heap, marks) => {
    const meant = standsFor(heap.words, rules);
    return heap.words.map((word, place) => {
      const { key } = heap.pieces[place];
      return tile(word, { meant: meant[place], key, mark: marks.get(key) ?? null });
    });
  };

  function draw() {
    const board = boards[at];
    const old = new Map([...stage.querySelectorAll("[data-key]")].map((node) => [node.dataset.key, node.getBoundingClientRect()]));
    show(
      felt,
      board.heaps.map((heap) =>
        h(heap.touched ? "div.meld.touched" : "div.meld", { role: "group", "aria-label": heap.words.join(" "), "data-meld": heap.words.join(" ") }, faces(heap, board.marks)),
      ),
      board.heaps.length ? null : h("p.quiet", {}, _("The table is empty.")),
    );
    const held = [...board.hand, ...board.freed].map((piece) => tile(piece.tile, { key: piece.key, mark: board.marks.get(piece.key) ?? null }));
    show(rack, held.length ? held : h("p", {}, _("The hand is empty.")));
    if (old.size && !reducesMotion()) stage.querySelectorAll("[data-key]").forEach((node) => slide(node, old.get(node.dataset.key)));
    const marks = new Set(board.marks.values());
    show(legend, ["played", "moved", "freed"].filter((mark) => marks.has(mark)).map((mark) => h("li", {}, badge(mark), markName(mark))));
    where.textContent = at ? _("Step {step} of {steps}", { step: at, steps: steps.length }) : _("Before the turn");
    show(
      list,
      steps.map((step, place) =>
        h(
          "li",
          {},
          h("button", { type: "button", "aria-current": place + 1 === at ? "step" : null, "data-focus": `step ${place}`, onclick: () => go(place + 1) }, h("span.count", {}, place + 1), h("span", {}, translate(step.wording, step.text))),
        ),
      ),
    );
    const control = (name, label, onclick, disabled = false) =>
      h("button.round", { type: "button", "aria-label": label, title: label, "data-focus": name, disabled, onclick }, icon(name));
    show(
      buttons,
      control("first", _("Before the turn"), () => go(0), at === 0),
      control("back", _("Step back"), () => go(at - 1), at === 0),
      timer === null ? control("play", _("Play all steps"), run) : control("pause", _("Stop"), () => go(at)),
      control("forward", _("Step forward"), () => go(at + 1), at === steps.length),
      control("last", _("After the turn"), () => go(steps.length), at === steps.length),
    );
  }

  function stop() {
    clearInterval(timer);
    timer = null;
  }

  function go(next) {
    stop();
    at = next;
    draw();
  }

  function run() {
    if (at === steps.length) at = 0;
    timer = setInterval(() => {
      at += 1;
      if (at === steps.length) stop();
      draw();
    }, PAUSE);
    draw();
  }

  draw();
  return { element, end: stop };
}

// A tile slides from where it was (FLIP: first, last, invert, play).
function slide(node, from) {
  if (!from) return;
  const to = node.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (!x && !y) return;
  node.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 2 }, { transform: "none", zIndex: 2 }], { duration: MOVE, easing: "cubic-bezier(.3, .8, .3, 1)" });
}
