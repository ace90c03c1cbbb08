// What is shown beside and over the table: the players, the log, hints, reasons, and the end of a round.

import { h } from "../dom.js";
import { tile } from "../draw.js";
import { _, ngettext } from "../words.js";
import { ending, sentence, signed, translated } from "./sentences.js";

/** The players: who is to move, how many tiles each holds, and the totals. */
export function playerList(game, { rounds }) {
  const items = game.names.map((name, seat) => {
    const now = game.toMove === seat;
    const count = game.handSizes[seat];
    const facts = [ngettext("{count} tile", "{count} tiles", count)];
    if (!game.opened[seat]) facts.push(_("not opened"));
    if (rounds > 1 || game.outcomes.length) facts.push(_("total {total}", { total: signed(game.totals[seat]) }));
    return h(
      "li.player",
      { "aria-current": now ? "true" : null },
      h("span.name", {}, seat === game.me && name !== _("You") ? _("{name} (you)", { name }) : name),
      h("span.facts", {}, facts.join(" · ")),
    );
  });
  return h("ul.players", { "aria-label": _("Players") }, ...items);
}

/** The log, the last line first. */
export function logList(game) {
  const items = game.log.slice(-60).reverse();
  return items.map((entry) => h("li", {}, sentence(entry, game)));
}

/** A best play: its tiles, its steps, and a button that lays it out. */
export function hintOf(lead, play, steps, layOut) {
  return [
    h("p", {}, lead, " ", h("span.tiles", {}, play.tiles.map((word) => tile(word)))),
    h("ol.steps", {}, steps.map((step) => h("li", {}, translated(step)))),
    h("p.choices", {}, h("button.primary", { type: "button", onclick: layOut }, _("Show it on the table"))),
  ];
}

/** The link of a room. */
export function sharing(link) {
  const field = h("input", { type: "text", readonly: true, value: link, "aria-label": _("The link of this room") });
  const copy = h("button", { type: "button" }, _("Copy"));
  copy.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard?.writeText(link).catch(() => {});
    copy.textContent = _("Copied");
  });
  return h("p.share", {}, h("span", {}, _("Send this link to the others:")), field, copy);
}

/** Everything that is wrong with a turn. */
export function reasonList(reasons) {
  return h("ul.reasons", {}, ...reasons.map((reason) => h("li", {}, translated(reason))));
}

/** The end of a round: who won, everyone's tiles and scores. */
export function ended(game, hands) {
  const { outcome, names, totals } = game;
  const rows = names.map((name, seat) => {
    const tiles = hands?.[seat];
    const left = tiles?.length
      ? h("span.left", {}, ...tiles.map(({ tile: word }) => tile(word)))
      : h("span.left", {}, tiles || game.handSizes[seat] === 0 ? _("no tiles left") : ngettext("{count} tile", "{count} tiles", game.handSizes[seat]));
    return h(
      "li",
      { class: outcome.winners.includes(seat) ? "winner" : null },
      h("div.who", {}, h("strong", {}, name), h("span.score", {}, signed(outcome.scores[seat])), game.outcomes.length > 1 ? h("span.total", {}, _("total {total}", { total: signed(totals[seat]) })) : null),
      left,
    );
  });
  return [h("p", {}, ending(outcome, names)), h("ul.scores", {}, ...rows)];
}
