// The sentences of the game that several of its modules need.

import { tileName } from "../draw.js";
import { _, ngettext, translate } from "../words.js";

/** What the engine says of a reason, a step or an error, in the language of the page. */
export const translated = (worded) => translate(worded.wording, worded.message ?? worded.text);

/** Tiles as they are read out. */
export const tileNames = (tiles) => tiles.map((tile) => tileName(tile)).join(", ");

/** One thing that happened, as a sentence; empty if there is nothing to say. */
export function sentence(entry, game) {
  const { kind, seat, tiles, drawn, drew, fault } = entry;
  const name = seat === undefined ? "" : game.names[seat];
  const own = seat === game.me;
  if (kind === "round") {
    if (own) return _("Round {round}: you begin.", { round: entry.round });
    return _("Round {round}: {name} begins.", { round: entry.round, name });
  }
  if (kind === "end") return ending(entry.outcome, game.names);
  if (own && kind === "timeout") {
    if (tiles.length) return _("Time is up: you have played {tiles}; the rest goes back.", { tiles: tileNames(tiles) });
    if (drew) return _("Time is up: your turn is undone and you draw {tiles}.", { tiles: tileNames(drew) });
    return _("Time is up: your turn is undone.");
  }
  if (own && tiles.length) return _("You play {tiles}.", { tiles: tileNames(tiles) });
  if (own && drew) return _("You draw {tiles}.", { tiles: tileNames(drew) });
  if (own) return _("You pass.");
  const did = others(entry, name);
  if (kind === "timeout") return `${_("Time is up for {name}.", { name })} ${did}`;
  return fault ? `${_("{name} loses the turn.", { name })} ${did}` : did;
}

function others({ tiles, drawn, drew }, name) {
  if (tiles.length) return _("{name} plays {tiles}.", { name, tiles: tileNames(tiles) });
  if (drew) return _("{name} draws {tiles}.", { name, tiles: tileNames(drew) });
  if (drawn) return ngettext("{name} draws a tile.", "{name} draws {count} tiles.", drawn, { name });
  return _("{name} passes.", { name });
}

/** How a round ended. */
export function ending({ ending: how, winners }, names) {
  const said = {
    out: () => _("The last tile has been played (rule 16)."),
    closed: () => _("The hand was closed: everything counts double (rule 17)."),
    stalemate: () => _("The pool is empty and all have passed: the lowest hand wins (rule 18)."),
    void: () => _("The pool is empty and all have passed: the round does not count (rule 18)."),
  }[how]();
  if (how === "void") return said;
  return `${said} ${_("The round goes to: {winners}.", { winners: winners.map((seat) => names[seat]).join(", ") })}`;
}

/** Seconds as a clock shows them, rounded up. */
export function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A score with its sign. */
export const signed = (score) => (score > 0 ? `+${score}` : String(score).replace("-", "−"));
