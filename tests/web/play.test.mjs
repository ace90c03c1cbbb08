// The state of a game on the page, without a browser: `node --test tests/web/`.

import assert from "node:assert/strict";
import test from "node:test";

import { Turn, layOut, textsOf } from "../../web/page/play/draft.js";
import { Follower } from "../../web/page/play/follow.js";
import { newGame, piecesOf, replay, take } from "../../web/page/play/game.js";
import { byColor, byNumber, possibleMelds, readMeld } from "../../web/page/play/melds.js";
import { wordsOf } from "../../web/page/tiles.js";

const RULES = { colors: 4, values: 13, copies: 2, jokers: 2, shortest_meld: 3, opening_min: 30 };
const words = (text) => wordsOf(text);

/** A turn with this table and hand. */
function begin(table, hand, rules = RULES) {
  const pieces = piecesOf(table.join(" ").split(" ").filter(Boolean).map((word) => (word[0] === "J" ? "J" : word)));
  const { heaps } = layOut([], pieces, table, rules);
  return new Turn(heaps, piecesOf(words(hand)), rules);
}

/** The keys of tiles, those of the hand first. */
function keys(turn, text) {
  const free = [...turn.draft.hand, ...turn.draft.heaps.flatMap(({ pieces }) => pieces)];
  return words(text).map((tile) => {
    const place = free.findIndex((piece) => piece.tile === tile);
    assert.notEqual(place, -1, `${tile} is there`);
    return free.splice(place, 1)[0].key;
  });
}

const hand = (turn) => turn.draft.hand.map(({ tile }) => tile).join(" ");

test("melds are read as the engine reads them", () => {
  const value = (text) => readMeld(words(text), RULES)?.value ?? null;
  assert.equal(value("r3 J r5"), 12);
  assert.equal(value("J r5 r6"), 15);
  assert.equal(value("r8 b8 g8 J"), 32);
  assert.equal(value("r9 r10 J"), 30);
  assert.equal(value("J=r8 r9 J=r10"), 27);
  assert.equal(value("r5 J=y5 J=g5"), 15);
  for (const none of ["r3 r4", "r3 r5 r4", "r12 r13 r1", "r12 r13 J J", "r7 r7 b7", "r5 J J", "r7 y7 g7 b7 J", "J J J"]) {
    assert.equal(value(none), null, none);
  }
  assert.deepEqual(readMeld(words("r8 b8 J"), RULES).standsFor[2], ["y8", "g8"]);
  assert.equal(readMeld(words("k8 o8 J"), { ...RULES, colors: "krbo" }).standsFor[2].join(" "), "r8 b8");
});

test("tiles in any order find their meld, worth most first", () => {
  const found = (text) => possibleMelds(words(text), RULES).map((meld) => meld.words.join(" "));
  assert.deepEqual(found("r10 J r9"), ["r9 r10 J", "J r9 r10"]);
  assert.deepEqual(found("b5 y5 r5"), ["r5 y5 b5"]);
  assert.deepEqual(found("r13 r12 J"), ["J r12 r13"]);
  assert.equal(found("J r10 J").length, 4);
  assert.deepEqual(found("r10 J J")[0], "r10 J=r11 J=r12");
  assert.deepEqual(found("r5 r5 y5"), []);
});

test("a person puts an opening together, counts it, and takes it back", () => {
  const turn = begin([], "b10 J r10 y10 r1");
  assert.equal(turn.changed, false);
  turn.move(keys(turn, "b10"), "new");
  turn.move(keys(turn, "r10"), 1);
  assert.equal(turn.ownPoints, 0);
  turn.move(keys(turn, "J"), 1);
  assert.deepEqual([textsOf(turn.draft), turn.ownPoints, hand(turn)], [["r10 b10 J"], 30, "y10 r1"]);
  turn.move(keys(turn, "J"), "hand");
  assert.deepEqual([textsOf(turn.draft), hand(turn)], [["r10 b10"], "y10 r1 J"]);
  for (let count = 0; count < 4; count++) turn.undo();
  assert.deepEqual([textsOf(turn.draft), hand(turn), turn.changed], [[], "b10 J r10 y10 r1", false]);
  turn.undo();
});

test("no tile of the table goes to the hand (rule 10)", () => {
  const turn = begin(["r3 r4 r5 r6"], "y3 b3");
  assert.equal(turn.move(keys(turn, "r3"), "hand"), false);
  turn.move(keys(turn, "y3 r3 b3"), "new");
  assert.deepEqual(textsOf(turn.draft), ["r4 r5 r6", "r3 y3 b3"]);
  assert.deepEqual([turn.moved.size, turn.played.length], [1, 2]);
  turn.move(keys(turn, "r3 y3"), "hand");
  assert.deepEqual([textsOf(turn.draft), hand(turn)], [["r4 r5 r6", "r3 b3"], "y3"]);
  turn.reset();
  assert.deepEqual([textsOf(turn.draft), turn.changed], [["r3 r4 r5 r6"], false]);
  turn.undo();
  assert.deepEqual(textsOf(turn.draft), ["r4 r5 r6", "r3 b3"]);
});

test("a second copy in the middle of a long run makes two runs", () => {
  const turn = begin(["b2 b3 b4 b5 b6", "r1 r2 r3"], "b4");
  turn.move([turn.draft.hand[0].key], 1);
  assert.deepEqual(textsOf(turn.draft), ["b2 b3 b4", "b4 b5 b6", "r1 r2 r3"]);
  const loose = begin(["b2 b3 b4 b5"], "b3");
  loose.move([loose.draft.hand[0].key], 1);
  assert.deepEqual([textsOf(loose.draft), loose.draft.heaps[0].meld], [["b2 b3 b3 b4 b5"], null]);
});

test("a joker keeps what it stood for, and can be told to stand for something else", () => {
  const turn = begin(["J r5 r6"], "r7 r4");
  turn.move(keys(turn, "r7"), 1);
  assert.deepEqual(textsOf(turn.draft), ["J r5 r6 r7"]);
  turn.reread(1);
  assert.deepEqual(textsOf(turn.draft), ["r5 r6 r7 J"]);
  turn.undo();
  // The exchange of rule 14.
  turn.move(keys(turn, "r4"), 1);
  assert.deepEqual(textsOf(turn.draft), ["r4 r5 r6 r7 J"]);
  turn.move(keys(turn, "J"), "new");
  assert.deepEqual(textsOf(turn.draft), ["r4 r5 r6 r7", "J"]);
});

test("a best play is laid out and can be undone", () => {
  const turn = begin(["r3 J r5", "g1 g2 g3"], "y9 r4 b9 k1".replace("k1", "b1"));
  const [, joker] = turn.draft.heaps[0].pieces;
  turn.layOut(["g1 g2 g3", "y9 b9 J", "r3 r4 r5"]);
  assert.deepEqual(textsOf(turn.draft), ["r3 r4 r5", "g1 g2 g3", "y9 b9 J"]);
  assert.deepEqual([hand(turn), [...turn.moved]], ["b1", [joker.key]]);
  assert.throws(() => turn.layOut(["r3 r4 r5 r6"]), /no tiles for r3 r4 r5 r6/);
  turn.undo();
  assert.equal(turn.changed, false);
});

test("the hand is sorted by color or by number", () => {
  const turn = begin([], "b2 J r10 y2 r2");
  turn.sort(byColor);
  assert.equal(hand(turn), "r2 r10 y2 b2 J");
  turn.sort(byNumber);
  assert.equal(hand(turn), "r2 y2 b2 r10 J");
  const xp = begin([], "o2 k13 r1 b4", { ...RULES, colors: "krbo" });
  xp.sort(byColor);
  assert.equal(hand(xp), "k13 r1 b4 o2");
});

/** An event of a turn. */
const turnEvent = (number, seat, tiles, table, more = {}) => ({
  number,
  round: 1,
  kind: "turn",
  turn: number,
  event: { seat, kind: tiles.length ? "play" : "draw", tiles, table, drawn: tiles.length ? 0 : 1, hand_size: 5, pool_size: 70, ...more },
  drew: null,
  fault: null,
});

test("opponents' turns: melds keep their places, tiles are marked until the own turn ends", () => {
  let game = newGame({ names: ["Anna", "bot", "other"], rules: RULES, me: 0 });
  game = take(game, { number: 0, round: 1, kind: "round", starter: 1, hand: "r1 y2 y3 g4", hand_sizes: [4, 6, 6] });
  assert.deepEqual([game.pool, game.toMove, game.hands[0].length, game.hands[1]], [90, 1, 4, null]);
  game = take(game, turnEvent(1, 1, ["r5", "r6", "r7", "r8"], ["r5 r6 r7 r8"]));
  game = take(game, turnEvent(2, 2, ["y5", "b5", "g1", "g2", "g3"], ["g1 g2 g3", "r6 r7 r8", "r5 y5 b5"]));
  assert.deepEqual(game.heaps.map((heap) => heap.words.join(" ")), ["r6 r7 r8", "g1 g2 g3", "r5 y5 b5"]);
  const marks = game.heaps.map((heap) => heap.pieces.map(({ key }) => game.marks.get(key)[0]).join(""));
  assert.deepEqual(marks, ["ppp", "ppp", "ppp"]);
  const five = game.heaps[2].pieces[0].key;
  game = take(game, { ...turnEvent(3, 0, [], game.heaps.map((heap) => heap.words.join(" "))), drew: ["b13"] });
  assert.deepEqual([game.marks.size, game.hands[0].map(({ tile }) => tile).join(" ")], [0, "r1 y2 y3 g4 b13"]);
  assert.deepEqual([...game.drawn], [game.hands[0][4].key]);
  game = take(game, turnEvent(4, 1, ["y6", "b6"], ["g1 g2 g3", "r5 y5 b5", "r6 y6 b6", "r7 r8"].slice(0, 3).concat("r7 r8")));
  assert.equal(game.heaps.find((heap) => heap.pieces.some(({ key }) => key === five)).id, 3);
  assert.deepEqual([...game.marks.values()].sort(), ["moved", "played", "played"]);
  const same = take(game, turnEvent(4, 1, ["r9"], []));
  assert.equal(same, game, "an event that was taken is not taken again");
  assert.deepEqual(game.log.map(({ kind }) => kind), ["round", "play", "play", "draw", "play"]);
});

test("a record shows the tiles of every seat after each event", () => {
  const deal = (hand) => ({ number: 0, round: 1, kind: "round", starter: 0, hand, hand_sizes: [3, 2] });
  const out = ["r10", "y10", "b10"];
  const over = [
    { number: 2, round: 1, kind: "end", outcome: { ending: "out", winners: [0], scores: [7, -7], left: [0, 7] }, totals: [7, -7] },
    { number: 3, round: 1, kind: "over", winners: [0], totals: [7, -7], won: [1, 0] },
  ];
  const play = turnEvent(1, 0, out, ["r10 y10 b10"], { hand_size: 0 });
  const games = replay({ names: ["a", "b"], rules: RULES }, [
    [deal("r10 b10 y10"), play, ...over],
    [deal("g3 g4"), play, ...over],
  ]);
  const hands = (game) => game.hands.map((pieces) => pieces.map(({ tile }) => tile).join(" "));
  assert.deepEqual(games.map(hands), [["r10 y10 b10", "g3 g4"], ["", "g3 g4"], ["", "g3 g4"], ["", "g3 g4"]]);
  assert.deepEqual([games[3].winners, games[3].totals, games[2].outcome.ending], [[0], [7, -7], "out"]);
});

test("turns are shown one by one, and skipped", async () => {
  const shown = [];
  await new Promise((done) => {
    const follower = new Follower((item) => shown.push(item) && 5, done);
    for (const item of "abc") follower.add(item);
    assert.deepEqual([shown.length, follower.busy], [0, true]);
  });
  assert.equal(shown.join(""), "abc");
  const order = [];
  await new Promise((done) => {
    const wait = (item) => new Promise((seen) => setTimeout(() => seen(order.push(item) && 0), 10));
    const follower = new Follower((item) => (item === "end" ? wait(item) : order.push(item) && 0), done);
    for (const item of ["turn", "end", "round"]) follower.add(item);
  });
  assert.deepEqual(order, ["turn", "end", "round"], "the next round waits until the end of one was seen");
  const began = performance.now();
  await new Promise((done) => {
    const follower = new Follower(() => 3000, done);
    for (const item of "abcd") follower.add(item);
    setTimeout(() => follower.skip(), 20);
  });
  assert.ok(performance.now() - began < 2500, "skipped");
});
