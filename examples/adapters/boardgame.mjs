// A built-in bot for games on boardgame.io (boardgame.io/documentation, "AI"). It has the form of a bot there:
//
//   import { Local } from "boardgame.io/multiplayer";
//   const rummy = await connect({ worker: new URL("client/worker.js", location) });
//   const Bot = makeBot(rummy, grid({ board: 20, rack: 15 }), { bot: "search" });
//   Client({ game, board, multiplayer: Local({ bots: { 1: Bot } }) });
//
// A framework's bot makes one move at a time, and a turn here is one play with the whole table after it. A translation
// stands between them:
//
//   translation.view(G, ctx, playerID)          the view for `choose`
//   translation.moves(turn, G, ctx, playerID)   moves that carry out the turn: { move, args } or { event, args }

/** Makes a class of bots that boardgame.io can use. */
export function makeBot(rummy, translation, { bot = "search", level = null } = {}) {
  return class RummyBot {
    #moves = [];
    #turn = null;

    /** Chooses the next move; boardgame.io calls it when a player of a bot is to move. */
    async play({ G, ctx }, playerID) {
      // Of a turn that took another course, as when a person undid it, the rest is dropped.
      if (this.#turn !== ctx.turn) this.#moves = [];
      if (this.#moves.length === 0) {
        const { turn } = await rummy.choose({ bot, level, view: translation.view(G, ctx, playerID) });
        this.#moves = translation.moves(turn, G, ctx, playerID);
        this.#turn = ctx.turn;
      }
      const { move, event, args = [] } = this.#moves.shift();
      const type = move ? "MAKE_MOVE" : "GAME_EVENT";
      return { action: { type, payload: { type: move ?? event, args, playerID } } };
    }
  };
}

/** The four colors of the rules for the game's black, red, blue and orange; the solver does not see them. */
const COLORS = { K: "y", R: "r", B: "b", O: "g" };

/** A tile of the game, such as `B7` or `JK`, in our notation: `b7` or `J`. */
const tileOf = (tile) => (tile === "JK" ? "J" : `${COLORS[tile[0]]}${tile.slice(1)}`);

/** A meld of the board. One number with two jokers can be read in several ways, and here as a group. */
function meldText(meld) {
  const numbered = meld.filter((tile) => tile !== "J");
  if (numbered.length !== 1) return meld.join(" ");
  const others = Object.values(COLORS).filter((color) => color !== numbered[0][0]);
  return meld.map((tile) => (tile === "J" ? `J=${others.shift()}${numbered[0].slice(1)}` : tile)).join(" ");
}

/**
 * The translation for a game that keeps `G.cells`, a grid of tiles in rows, and `G.players[id]`, a rack of places, and
 * whose moves are `MoveTile({ fromLocation, fromX, fromY, toLocation, toX, toY }, playerID, isCurrentPlayer)`,
 * `PullTile(playerID)` and `FinishTurn()`.
 *
 * @param {{ board: number, rack: number, rules?: object }} sizes the widths of board and rack, and the rules
 */
export function grid({ board, rack, rules = { preset: "rummikub", colors: 4 } }) {
  /** Where melds lie on the grid: tiles side by side in a row. */
  function melds(cells) {
    const found = [];
    let meld = [];
    cells.forEach((tile, at) => {
      if (at % board === 0) meld = [];
      if (tile === null) meld = [];
      else if (meld.push(tileOf(tile)) === 1) found.push(meld);
    });
    return found;
  }

  /** Places for melds on the grid, row by row, with a gap between two. */
  function layOut(table, size) {
    const cells = Array(size).fill(null);
    let at = 0;
    for (const meld of table) {
      const tiles = meld.split(" ").map((tile) => tile.split("=")[0]);
      if ((at % board) + tiles.length > board) at += board - (at % board);
      if (at + tiles.length > size) throw new Error(`the board has no room for ${meld}`);
      cells.splice(at, tiles.length, ...tiles);
      at += tiles.length + 1;
    }
    return cells;
  }

  function move(from, to, playerID) {
    const width = (where) => (where.location === "board" ? board : rack);
    const [fromX, fromY] = [from.at % width(from), Math.floor(from.at / width(from))];
    const [toX, toY] = [to.at % width(to), Math.floor(to.at / width(to))];
    const fields = { fromLocation: from.location, fromX, fromY, toLocation: to.location, toX, toY };
    return { move: "MoveTile", args: [fields, playerID, true] };
  }

  return {
    view(G, ctx, playerID) {
      const seat = ctx.playOrder.indexOf(playerID);
      const hand = G.players[playerID].filter((tile) => tile !== null).map(tileOf);
      return {
        seat,
        rules,
        hand,
        table: melds(G.cells).map(meldText),
        // This game does not count opening points. What others hold may be hidden; a bot needs no more than a guess.
        opened: ctx.playOrder.map(() => true),
        hand_sizes: ctx.playOrder.map((id) => G.players[id]?.filter((tile) => tile !== null).length ?? 14),
        pool_size: G.secret?.pool.length ?? 1,
        to_move: seat,
        starter: 0,
      };
    },

    moves(turn, G, ctx, playerID) {
      const finish = { move: "FinishTurn", args: [] };
      if (turn.kind === "pass") return [finish];
      if (turn.kind === "draw") return [{ move: "PullTile", args: [playerID] }, finish];
      // A move swaps two places, so each place of the new layout is filled once, from the board first.
      const cells = G.cells.map((tile) => tile && tileOf(tile));
      const own = G.players[playerID].map((tile) => tile && tileOf(tile));
      const wanted = layOut(turn.table, cells.length);
      const moves = [];
      const isDone = (at) => wanted[at] === cells[at];
      wanted.forEach((tile, at) => {
        if (tile === null || isDone(at)) return;
        const to = { location: "board", at };
        const spare = cells.findIndex((one, place) => one === tile && !isDone(place));
        const from = spare >= 0 ? { location: "board", at: spare } : { location: "rack", at: own.indexOf(tile) };
        const place = spare >= 0 ? cells : own;
        // From the rack only to an empty place: what lies there goes to one first.
        if (spare < 0 && cells[at] !== null) {
          const free = cells.findIndex((one, where) => one === null && wanted[where] === null);
          moves.push(move(to, { location: "board", at: free }, playerID));
          [cells[free], cells[at]] = [cells[at], null];
        }
        moves.push(move(from, to, playerID));
        [place[from.at], cells[at]] = [cells[at], place[from.at]];
      });
      return [...moves, finish];
    },
  };
}
