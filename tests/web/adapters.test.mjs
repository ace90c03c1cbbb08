// The adapters of examples/adapters, each against a small game that has the interface of the real one.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";

import { makeBot, grid } from "../../examples/adapters/boardgame.mjs";
import { Player, meldsOf, viewOf } from "../../examples/adapters/http.mjs";
import { ENGINES, connect } from "./engines.mjs";

const RULES = { preset: "rummikub", colors: 4 };

/** The same shuffle every time. */
function shuffled(items, seed) {
  let state = seed;
  const all = [...items];
  for (let at = all.length - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (at + 1));
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

async function legal(rummy, position, after) {
  const { legal: isLegal, reasons } = await rummy.check({ ...position, after, rules: RULES });
  assert.ok(isLegal, JSON.stringify(reasons));
}

/** A server with one game for two players, which checks plays by our own referee. */
async function startServer(rummy) {
  const numbers = Array.from({ length: 13 }, (_, at) => at + 1);
  const ids = [..."krbo"].flatMap((color) => numbers.flatMap((n) => [`${n}${color}a`, `${n}${color}b`]));
  const pool = shuffled([...ids, "ja", "jb"], 5);
  const players = [];
  const board = { melds: [] };
  const game = { turn: 0, plays: 0, status: "waiting_for_players" };
  const state = (id) => ({
    status: game.status,
    players: players.map((one) => ({
      ...{ id: one.id, name: one.name, initial_meld_met: one.opened },
      ...(one.id === id ? { rack: { tiles: one.tiles } } : { rack_size: one.tiles.length }),
    })),
    current_player_index: game.turn,
    pool_size: pool.length,
    board,
  });
  async function act(path, body) {
    if (path.length === 2) {
      const id = `id-${body.player_name}`;
      players.push({ id, name: body.player_name, opened: false, tiles: pool.splice(-14) });
      if (players.length === 2) game.status = "in_progress";
      return state(id);
    }
    const [, , id, , action] = path;
    if (!action) return state(id);
    const player = players[game.turn];
    assert.equal(player.id, id);
    if (action === "draw") {
      assert.ok(pool.length > 0);
      player.tiles.push(pool.pop());
    } else {
      const { hand, table, opened } = viewOf(state(id), id);
      const after = { ...state(id), board: body };
      const position = { hand, table, opened: opened[game.turn] };
      await legal(rummy, position, viewOf(after, id).table);
      const before = new Set(board.melds.flatMap(({ tiles }) => tiles));
      const played = body.melds.flatMap(({ tiles }) => tiles).filter((tile) => !before.has(tile));
      assert.ok(played.length > 0 && played.every((tile) => player.tiles.includes(tile)));
      board.melds = body.melds;
      Object.assign(player, { opened: true, tiles: player.tiles.filter((tile) => !played.includes(tile)) });
      game.plays += 1;
      if (player.tiles.length === 0) game.status = "completed";
    }
    if (game.status === "in_progress") game.turn = 1 - game.turn;
    return state(id);
  }
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks)) : {};
    try {
      const answer = await act(request.url.split("/").slice(2), body);
      response.end(JSON.stringify(answer));
    } catch (error) {
      response.statusCode = 400;
      response.end(String(error));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, game, players, url: `http://127.0.0.1:${server.address().port}` };
}

test("two bots play a game of an HTTP server", async () => {
  const rummy = await connect(ENGINES.process);
  const { server, game, players, url } = await startServer(rummy);
  const one = await Player.join(url, "7", "one");
  const two = await Player.join(url, "7", "two");
  const how = { bot: "greedy", pause: 1 };
  const [last] = await Promise.all([one.play(rummy, how), two.play(rummy, how)]);
  assert.equal(last.status, "completed");
  assert.ok(game.plays >= 8, `${game.plays} plays`);
  assert.deepEqual(players.map(({ tiles }) => tiles.length === 0).sort(), [false, true]);
  await rummy.close();
  server.closeAllConnections();
  server.close();
});

test("jokers beside one number", () => {
  const melds = [
    { kind: "run", tiles: ["ja", "5ra", "jb"] },
    { kind: "group", tiles: ["5ra", "ja", "jb"] },
  ];
  for (const [meld, text] of [
    [melds[0], "J=r4 r5 J=r6"],
    [melds[1], "r5 J=y5 J=b5"],
  ]) {
    const state = { board: { melds: [meld] }, players: [{ id: "a", rack: { tiles: ["9ka"] } }] };
    assert.deepEqual(viewOf(state, "a").table, [text]);
    const [{ kind, tiles }] = meldsOf([text], state, "a");
    assert.deepEqual({ kind, tiles }, meld);
  }
  const cells = [null, "R5", "JK", "JK", null, "K1", "K2", "K3"];
  const G = { cells, players: { 0: ["B9", null], 1: [null] } };
  const { table } = grid({ board: 8, rack: 2 }).view(G, { playOrder: ["0", "1"] }, "0");
  assert.deepEqual(table, ["r5 J=y5 J=b5", "y1 y2 y3"]);
});

/** A game in the form of boardgame.io, with pure moves, and what the framework does with a bot's action. */
function startGame({ board, rows, rack }, seed) {
  const numbers = Array.from({ length: 13 }, (_, at) => at + 1);
  const deck = [..."KRBO"].flatMap((color) => numbers.flatMap((n) => [`${color}${n}`, `${color}${n}`]));
  const pool = shuffled([...deck, "JK", "JK"], seed);
  const deal = () => [...pool.splice(-14), ...Array(3 * rack - 14).fill(null)];
  const G = { cells: Array(board * rows).fill(null), secret: { pool }, players: { 0: deal(), 1: deal() } };
  const ctx = { turn: 1, currentPlayer: "0", playOrder: ["0", "1"], gameover: undefined };
  const moves = {
    MoveTile({ fromLocation, fromX, fromY, toLocation, toX, toY }, playerID, isCurrentPlayer) {
      assert.ok(isCurrentPlayer);
      assert.ok(!(fromLocation === "board" && toLocation === "rack"));
      const place = (where, x, y) =>
        where === "board" ? [G.cells, y * board + x] : [G.players[playerID], y * rack + x];
      const [from, at] = place(fromLocation, fromX, fromY);
      const [to, there] = place(toLocation, toX, toY);
      [from[at], to[there]] = [to[there], from[at]];
    },
    PullTile(playerID) {
      const own = G.players[playerID];
      own[own.indexOf(null)] = G.secret.pool.pop();
    },
    FinishTurn() {
      if (G.players[ctx.currentPlayer].every((tile) => tile === null)) ctx.gameover = ctx.currentPlayer;
      ctx.currentPlayer = ctx.currentPlayer === "0" ? "1" : "0";
      ctx.turn += 1;
    },
  };
  return { G, ctx, moves };
}

test("two bots play a game on boardgame.io", async () => {
  const rummy = await connect(ENGINES.process);
  const sizes = { board: 26, rows: 12, rack: 30 };
  const { G, ctx, moves } = startGame(sizes, 3);
  const translation = grid({ ...sizes, rules: RULES });
  const Bot = makeBot(rummy, translation, { bot: "greedy" });
  // The framework makes one bot for each player so.
  const bots = [0, 1].map(() => new Bot({ game: {}, enumerate: undefined, seed: undefined }));
  let plays = 0;
  let before = null;
  while (ctx.gameover === undefined) {
    const { currentPlayer, turn } = ctx;
    before ??= translation.view(G, ctx, currentPlayer);
    const { action } = await bots[currentPlayer].play({ G: structuredClone(G), ctx: { ...ctx } }, currentPlayer);
    assert.equal(action.type, "MAKE_MOVE");
    assert.equal(action.payload.playerID, currentPlayer);
    moves[action.payload.type](...action.payload.args);
    if (ctx.turn !== turn) {
      const { table } = translation.view(G, { ...ctx, currentPlayer }, currentPlayer);
      if (table.join() !== before.table.join()) {
        await legal(rummy, { hand: before.hand, table: before.table }, table);
        plays += 1;
      }
      before = null;
    }
    assert.ok(ctx.turn < 300);
  }
  assert.ok(plays >= 8, `${plays} plays`);
  assert.ok(G.players[ctx.gameover].every((tile) => tile === null));
  await rummy.close();
});
