// Dragging tiles with a mouse, a pen or a finger.
//
// A tile of the hand is picked up by any movement. On the table a finger also scrolls: there a tile is picked up by a
// sideways movement, or by holding it for a moment.

import { h } from "../dom.js";

const FAR = 7;
const HELD = 220;
const EDGE = 56;

/**
 * Lets tiles be dragged.
 *
 * @param {HTMLElement} root What all tiles and targets are in.
 * @param {object} given
 * @param {() => boolean} given.allowed Whether tiles may be moved now.
 * @param {(key: number) => number[]} given.pick The keys that are dragged with a tile.
 * @param {(keys: number[], target: string) => void} given.drop Called with the `data-heap` of what they were dropped on.
 * @param {(key: number) => HTMLElement} given.button The element of a tile.
 */
export function makeDraggable(root, { allowed, pick, drop, button }) {
  let held = null;
  let drag = null;

  const begin = (event) => {
    if (!held) return;
    clearTimeout(held.timer);
    const keys = pick(held.key);
    const size = held.element.getBoundingClientRect();
    const ghost = h("div.ghost", { "aria-hidden": "true" }, ...keys.map((key) => button(key).cloneNode(true)));
    for (const tile of ghost.children) tile.removeAttribute("data-key");
    document.body.append(ghost);
    for (const key of keys) button(key).classList.add("dragged");
    drag = { keys, ghost, target: null, offset: [held.x - size.left, held.y - size.top], scroll: root.querySelector(".table") };
    held.element.setPointerCapture?.(held.pointer);
    follow(event);
  };

  const follow = ({ clientX, clientY }) => {
    const [x, y] = drag.offset;
    // A finger would hide the tile.
    drag.ghost.style.transform = `translate(${clientX - x}px, ${clientY - y - (held.touch ? 14 : 0)}px)`;
    const target = document.elementFromPoint(clientX, clientY)?.closest("[data-heap], .table");
    const found = target && root.contains(target) ? target : null;
    if (found !== drag.target) {
      drag.target?.classList.remove("target");
      drag.target = found;
      found?.classList.add("target");
    }
    const view = drag.scroll.getBoundingClientRect();
    if (clientY < view.top + EDGE) drag.scroll.scrollBy(0, -8);
    else if (clientY > view.bottom - EDGE && clientY < view.bottom) drag.scroll.scrollBy(0, 8);
  };

  const finish = (dropped) => {
    clearTimeout(held?.timer);
    if (drag) {
      const { keys, ghost, target } = drag;
      ghost.remove();
      target?.classList.remove("target");
      for (const key of keys) button(key)?.classList.remove("dragged");
      drag = null;
      // The click that follows is not a tap.
      root.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => root.removeEventListener("click", swallow, { capture: true }));
      if (dropped && target) drop(keys, target.dataset.heap ?? "new");
    }
    held = null;
  };
  const swallow = (event) => event.stopPropagation();

  root.addEventListener("pointerdown", (event) => {
    const element = event.target.closest(".tile[data-key]");
    if (!element || event.button !== 0 || !event.isPrimary || !allowed()) return;
    const touch = event.pointerType !== "mouse";
    held = { element, key: Number(element.dataset.key), x: event.clientX, y: event.clientY, pointer: event.pointerId, touch };
    if (touch) held.timer = setTimeout(() => begin({ clientX: held.x, clientY: held.y }), HELD);
  });
  root.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const [across, down] = [Math.abs(event.clientX - held.x), Math.abs(event.clientY - held.y)];
    if (!drag && Math.hypot(across, down) > FAR) {
      if (held.touch && down > across && held.element.closest(".table")) finish(false);
      else begin(event);
    }
    if (drag) follow(event);
  });
  root.addEventListener("pointerup", (event) => event.pointerId === held?.pointer && finish(true));
  root.addEventListener("pointercancel", (event) => event.pointerId === held?.pointer && finish(false));
  // While a tile is dragged, the page must not scroll.
  root.addEventListener("touchmove", (event) => drag && event.cancelable && event.preventDefault(), { passive: false });
  root.addEventListener("contextmenu", (event) => held?.touch && event.preventDefault());
  window.addEventListener("keydown", (event) => event.key === "Escape" && drag && finish(false));
}
