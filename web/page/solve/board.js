// A turn, step by step: where each tile lies after each of the engine's steps.

import { byColor, isJoker, tileOf } from "../tiles.js";

const sorted = (words) => words.map(tileOf).sort().join(" ");

/**
 * Carries out steps.
 *
 * @param {string[][]} melds The words of the melds before the turn.
 * @param {string[]} hand The hand before it.
 * @param {object[]} steps The steps, as the engine lists them.
 * @returns {object[]} The board before the turn and after each step: `heaps` (each with its `words` and the `keys` of its
 *   tiles), `hand` and `freed` (pieces with `key` and `tile`) and `marks`, what the turn did to each tile so far, by key.
 */
export function boardsOf(melds, hand, steps) {
  let key = 0;
  const piece = (word) => ({ key: key++, tile: tileOf(word) });
  const heaps = melds.map((words, id) => ({ id, words, pieces: words.map(piece), touched: false }));
  const boards = [{ heaps, hand: [...hand].sort(byColor).map(piece), freed: [], marks: new Map() }];
  for (const step of steps) boards.push(after(boards.at(-1), step));
  return boards;
}

function after(board, step) {
  const rest = [...board.heaps];
  const taken = step.before.map((text) => {
    const wanted = sorted(text.split(" "));
    const place = rest.findIndex((heap) => heap && sorted(heap.words) === wanted);
    return rest.splice(place, 1)[0];
  });
  const hand = [...board.hand];
  const fromHand = step.from_hand.map((tile) => hand.splice(hand.findIndex((piece) => piece.tile === tileOf(tile)), 1)[0]);
  const free = [...taken.flatMap((heap) => heap.pieces), ...fromHand, ...board.freed];
  const heirs = [...taken];
  const made = step.after.map((text) => {
    const words = text.split(" ");
    const heir = nearest(heirs, words);
    const pieces = words.map((word) => claim(free, tileOf(word), heir));
    return { id: heir?.id ?? null, words, pieces, touched: true };
  });

  // A meld keeps its place; a new one is the last.
  let id = Math.max(-1, ...board.heaps.map((heap) => heap.id));
  const byId = new Map(made.filter((heap) => heap.id !== null).map((heap) => [heap.id, heap]));
  const kept = board.heaps.map((heap) => (taken.includes(heap) ? byId.get(heap.id) : heap)).filter(Boolean);
  const fresh = made.filter((heap) => heap.id === null).map((heap) => ({ ...heap, id: ++id }));

  const marks = new Map(board.marks);
  const home = new Map(taken.flatMap((heap) => heap.pieces.map((piece) => [piece.key, heap.id])));
  for (const heap of [...kept, ...fresh].filter((heap) => heap.touched)) {
    for (const { key } of heap.pieces) {
      if (home.has(key) && home.get(key) !== heap.id && !marks.has(key)) marks.set(key, "moved");
    }
  }
  for (const { key } of fromHand) marks.set(key, "played");
  const freed = free.filter((piece) => isJoker(piece.tile));
  for (const { key } of freed) marks.set(key, "freed");
  return { heaps: [...kept, ...fresh], hand, freed, marks };
}

// The heap that shares most tiles with these words; it is taken from the list.
function nearest(heaps, words) {
  const shared = (heap) => heap.pieces.filter((piece) => words.some((word) => tileOf(word) === piece.tile)).length;
  const best = Math.max(0, ...heaps.map(shared));
  return best ? heaps.splice(heaps.findIndex((heap) => shared(heap) === best), 1)[0] : null;
}

// A piece with this tile, one of the heap's own if it has one.
function claim(free, tile, heap) {
  const fits = (piece) => piece.tile === tile;
  const own = free.findIndex((piece) => fits(piece) && heap?.pieces.includes(piece));
  return free.splice(own < 0 ? free.findIndex(fits) : own, 1)[0];
}
