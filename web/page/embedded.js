// A small solver for other pages, such as the front page of the documentation: a position in, the best play drawn.
// It stands apart from the styles of the page around it (a shadow root), and needs only the engine's files.

import { h, show } from "./dom.js";
import { describe, engine } from "./engine.js";
import { playLine } from "./solve/answer.js";
import { addressOf, problemOf, readPosition, tilesOf } from "./solve/position.js";
import { player } from "./solve/player.js";
import { _, translate } from "./words.js";

const at = (path) => new URL(path, import.meta.url).href;
const DELAY = 120; // milliseconds from the last key until the engine is asked
const LIMIT = 5; // seconds

/**
 * Puts the solver into an element, in place of what is there.
 *
 * @param {HTMLElement} host The element.
 */
export async function embed(host) {
  const { presets } = await describe();
  let position = readPosition(new URLSearchParams(), presets);
  let running = null;
  let timer = null;
  let playing = null;

  const plain = { spellcheck: "false", autocapitalize: "off", autocomplete: "off", type: "text" };
  const changed = () => {
    position = { ...position, table: table.value, hand: hand.value };
    clearTimeout(timer);
    timer = setTimeout(solve, DELAY);
  };
  const table = h("input", { ...plain, value: position.table, oninput: changed });
  const hand = h("input", { ...plain, value: position.hand, oninput: changed });
  const head = h("div.row.apart", { role: "status" });
  const body = h("div.stack");
  const more = h("a", {}, _("Open in the solver"));

  async function solve() {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    more.href = at(`index.html${addressOf(position)}`);
    try {
      const rummy = await engine();
      const { opened, table: before, hand: held, rules } = problemOf(position);
      const best = await rummy.solve({ ...problemOf(position), limit: LIMIT }, { signal });
      const turn = { table: before, hand: held, rules, opened, after: best.table };
      const steps = best.count ? (await rummy.steps(turn, { signal })).steps : [];
      if (signal.aborted) return;
      show(head, h("p.headline", {}, best.count ? playLine(best) : _("Nothing to play: draw a tile.")), best.proven ? h("p.pill.good", {}, _("Proven")) : null);
      playing?.end();
      playing = player(tilesOf(position), steps, presets[position.preset]);
      show(body, playing.element);
    } catch (error) {
      if (signal.aborted) return;
      show(head, h("p.note.bad", {}, translate(error.wording, error.message)));
      show(body);
    }
  }

  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const styles = ["base", "tiles", "solve", "embedded"].map((name) =>
    h("link", { rel: "stylesheet", href: at(`styles/${name}.css`) }),
  );
  const field = (name, input) => h("label.field", {}, h("span", {}, name), input);
  root.replaceChildren(
    ...styles,
    h("section.panel.stack", { "aria-label": _("Find the best play") }, h("div.fields", {}, field(_("Table"), table), field(_("Hand"), hand)), head, body, more),
  );
  await solve();
}
