// The answer: the best play, drawn; its steps; the alternatives; or what is wrong with the position.

import { h, icon, reducesMotion, show } from "../dom.js";
import { tile } from "../draw.js";
import { engine } from "../engine.js";
import { _, ngettext, translate } from "../words.js";
import { player } from "./player.js";
import { problemOf, tilesOf } from "./position.js";

const DELAY = 80; // milliseconds from the last change until the engine is asked
const SILENCE = 300; // milliseconds until the page says that it searches
const LIMIT = 10; // seconds
const MOST = 12; // plays in the list

/** Makes the panel of the answer. */
export function answer(presets) {
  const head = h("div.stack", { role: "status", "aria-live": "polite" });
  const body = h("div.stack");
  // A screen reader hears of the answer anyway, and the keyboard reaches it.
  const reveal = () => element.scrollIntoView({ behavior: reducesMotion() ? "auto" : "smooth" });
  const summary = h("div.summary", { "aria-hidden": "true", onclick: reveal });
  const element = h("section.panel.stack", { id: "answer" }, h("h2", {}, _("Best play")), head, body);
  let running = null;
  let timer = null;
  let playing = null;

  function wait() {
    show(head, h("p.quiet", {}, _("Searching…")));
    show(body);
  }

  async function ask(position, signal, onfaults) {
    const notice = setTimeout(wait, SILENCE);
    try {
      const rummy = await engine();
      const problem = { ...problemOf(position), limit: LIMIT };
      const best = await rummy.solve(problem, { signal });
      const steps = best.count ? await stepsOf(rummy, position, best, signal) : [];
      clearTimeout(notice);
      if (signal.aborted) return;
      onfaults([]);
      found(position, best, steps);
      if (best.count) alternatives(rummy, position, best, signal);
    } catch (error) {
      clearTimeout(notice);
      if (signal.aborted) return;
      onfaults(faultsOf(error).map((fault) => fault.place).filter((place) => place !== null));
      wrong(faultsOf(error));
    }
  }

  function wrong(faults) {
    playing?.end();
    const lines = faults.map((fault) => h("li", {}, fault.text));
    show(head, h("div.note.bad", {}, icon("alert"), h("ul.faults", {}, lines)));
    show(body);
    show(summary, icon("alert"), faults[0].text);
  }

  function found(position, best, steps) {
    const line = headline(position, best, presets);
    show(
      head,
      h("p.headline", {}, line),
      best.count ? tilesRow(best.tiles) : null,
      proof(position, best),
    );
    show(summary, line);
    playing?.end();
    playing = best.count ? player(tilesOf(position), steps, presets[position.preset]) : null;
    show(body, playing?.element);
  }

  async function alternatives(rummy, position, best, signal) {
    const { plays, complete } = await rummy.candidates({ ...problemOf(position), most: MOST, limit: LIMIT }, { signal }).catch(() => ({ plays: [] }));
    if (signal.aborted || plays.length < 2) return;
    const list = h("ol.plays");
    let chosen = plays.find((play) => play.tiles.join() === best.tiles.join()) ?? plays[0];
    const draw = () =>
      show(
        list,
        plays.map((play, place) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", "aria-pressed": String(play === chosen), "data-focus": `play ${place}`, onclick: () => choose(play) },
              h("span.tiles", {}, play.tiles.map((word) => tile(word))),
              h("span.small", {}, countOf(play)),
            ),
          ),
        ),
      );
    const choose = async (play) => {
      chosen = play;
      draw();
      const steps = await stepsOf(rummy, position, play, signal).catch(() => null);
      if (steps === null || signal.aborted || chosen !== play) return;
      const next = player(tilesOf(position), steps, presets[position.preset]);
      playing.end();
      playing.element.replaceWith(next.element);
      playing = next;
    };
    draw();
    const more = complete ? _("There are no other plays.") : _("There are more.");
    body.append(h("section.stack", {}, h("h3", {}, _("Alternatives")), list, h("p.quiet.small", {}, more)));
  }

  return {
    element: [element, summary],
    solve(position, onfaults) {
      running?.abort();
      clearTimeout(timer);
      running = new AbortController();
      const { signal } = running;
      timer = setTimeout(() => ask(position, signal, onfaults), DELAY);
    },
    end() {
      running?.abort();
      clearTimeout(timer);
      playing?.end();
    },
  };
}

async function stepsOf(rummy, position, play, signal) {
  const { table, hand, rules, opened } = problemOf(position);
  return (await rummy.steps({ table, hand, rules, opened, after: play.table }, { signal })).steps;
}

// Each sentence stands alone: `make words` finds none in text with places.
const countOf = (play) =>
  [ngettext("{count} tile", "{count} tiles", play.count), ngettext("{count} point", "{count} points", play.points)].join(" · ");

/** What a play plays, in one line. */
export const playLine = (play) =>
  [ngettext("Play {count} tile", "Play {count} tiles", play.count), ngettext("{count} point", "{count} points", play.points)].join(" · ");

function headline(position, best, presets) {
  if (best.count) return playLine(best);
  if (!tilesOf(position).hand.length) return _("The hand is empty: nothing to play.");
  const points = presets[position.preset].opening_min;
  if (!position.opened && points) return _("No opening of {points} points: draw a tile.", { points });
  return _("Nothing to play: draw a tile.");
}

const tilesRow = (words) => h("div.row.tiles", {}, words.map((word) => tile(word)));

function proof(position, best) {
  if (!best.proven) {
    return h("p.pill.warn", {}, icon("clock"), _("Not proven: the best play found in {seconds} seconds", { seconds: LIMIT }));
  }
  let line = _("Proven: no play has more tiles");
  if (!best.count) line = _("Proven: there is no play");
  else if (position.objective === "points") line = _("Proven: no play is worth more points");
  return h("p.pill.good", {}, icon("check"), line);
}

/** The faults that an error names, each with the place of its meld if it has one. */
function faultsOf(error) {
  const { wording } = error;
  const parts = wording?.values?.all;
  if (Array.isArray(parts)) return parts.map((part) => faultOf(part, ""));
  return [faultOf(wording, error.message)];
}

function faultOf(wording, message) {
  const place = wording?.values?.place;
  return { text: translate(wording, message), place: typeof place === "number" ? place - 1 : null };
}
