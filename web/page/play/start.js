// The start screen: who plays, under which rules, and how long.

import { h, icon } from "../dom.js";
import { _, ngettext } from "../words.js";
import { LEVELS } from "./session.js";
import { translated } from "./sentences.js";

const KEY = "rummy-fast.start";
const NAMES = ["Ada", "Max", "Mia"];
const ROUNDS = [1, 3, 5];
/** The most seats that one form has. */
const SEATS = 4;

const levelName = (level) => ({ easy: _("easy"), medium: _("medium"), hard: _("hard") })[level];

const presetName = (name) =>
  ({
    schmidt: "Schmidt Rummy",
    rummikub: "Rummikub (US)",
    rummikub_eu: "Rummikub (EU)",
    rummikub_xp: "Rummikub XP",
    sabra: "Sabra",
    free_jokers: _("Free jokers"),
  })[name] ?? name;

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function remember(choice) {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // Without storage, the form begins anew each time.
  }
}

const choices = (name, options, chosen) =>
  h("select", { name }, options.map(([value, label]) => h("option", { value, selected: String(value) === String(chosen) }, label)));

const field = (label, control) => h("label.field", {}, h("span", {}, label), control);

/**
 * Makes the start screen.
 *
 * @param {object} given
 * @param {object} given.presets All options of each preset.
 * @param {boolean} given.server Whether there are rooms.
 * @param {object | null} given.saved The match to go on with.
 * @param {() => void} given.goOn Goes on with it.
 * @param {() => void} given.forget Forgets it.
 * @param {(settings: object) => void} given.start Starts a match against bots.
 * @param {(settings: object) => Promise<void>} given.openRoom Opens a room.
 */
export function startForm({ presets, server, saved, goOn, forget, start, openRoom }) {
  const last = { name: "", rules: "schmidt", rounds: 1, clock: true, others: ["easy"], ...remembered() };
  const name = h("input", { type: "text", name: "name", maxlength: 24, autocomplete: "nickname", placeholder: _("You"), value: last.name });
  const rules = choices("rules", Object.keys(presets).map((preset) => [preset, presetName(preset)]), last.rules);
  const rounds = choices("rounds", ROUNDS.map((count) => [count, ngettext("{count} round", "{count} rounds", count)]), last.rounds);
  const clock = h("input", { type: "checkbox", name: "clock", checked: last.clock });
  const clockText = h("span", {});
  const others = h("ol.others");
  const add = h("button", { type: "button" }, icon("plus"), _("Add a player"));
  const error = h("p.note.bad", { role: "alert", hidden: true });

  const seat = ({ kind, called }, index) => {
    const options = Object.keys(LEVELS).map((level) => [level, _("Computer, {level}", { level: levelName(level) })]);
    if (server) options.push(["person", _("A person, by link")]);
    const choice = choices("other", options, kind);
    const guest = _("Guest {number}", { number: index + 2 });
    const person = h("input", { type: "text", name: "person", maxlength: 24, placeholder: guest, value: called, "aria-label": _("The name of player {number}", { number: index + 2 }) });
    choice.setAttribute("aria-label", _("Player {number}", { number: index + 2 }));
    choice.addEventListener("change", update);
    const remove = h("button.plain.round", { type: "button", "aria-label": _("Remove player {number}", { number: index + 2 }) }, icon("close"));
    remove.addEventListener("click", () => {
      const now = seats();
      now.splice(index, 1);
      fill(now);
    });
    return h("li", {}, choice, person, remove);
  };
  const seats = () =>
    [...others.children].map((item) => ({ kind: item.querySelector("select").value, called: item.querySelector("input").value.trim() }));
  const isOpen = () => seats().some(({ kind }) => kind === "person");
  const fill = (now) => {
    others.replaceChildren();
    for (const [index, chosen] of now.entries()) others.append(seat(chosen, index));
    const single = now.length === 1;
    for (const button of others.querySelectorAll("button")) button.hidden = single;
    update();
  };
  const most = () => Math.min(SEATS, presets[rules.value].players[1]) - 1;
  function update() {
    add.disabled = seats().length >= most();
    for (const item of others.children) item.querySelector("input").hidden = item.querySelector("select").value !== "person";
    const seconds = presets[rules.value].turn_seconds;
    clock.closest("label").hidden = seconds === null;
    clockText.textContent = seconds === null ? "" : ngettext("Clock: {count} second for a turn", "Clock: {count} seconds for a turn", seconds);
    go.textContent = isOpen() ? _("Open a room") : _("Start");
  }

  const settings = () => {
    const options = clock.checked ? rules.value : { preset: rules.value, turn_seconds: null };
    const bots = seats().filter(({ kind }) => kind !== "person").map(({ kind }, index) => ({ level: kind, name: NAMES[index] }));
    const guests = seats().filter(({ kind }) => kind === "person");
    const own = name.value.trim() || (guests.length ? _("Guest {number}", { number: 1 }) : _("You"));
    const people = [own, ...guests.map(({ called }, index) => called || _("Guest {number}", { number: index + 2 }))];
    return { name: own, people, bots, rules: options, rounds: Number(rounds.value) };
  };
  const go = h("button.primary", { type: "submit" });
  const form = h(
    "form.panel.stack.start-form",
    {},
    h("h2", {}, _("New game")),
    field(_("Your name"), name),
    h("fieldset.stack", {}, h("legend", {}, _("The others")), others, add),
    field(_("Rules"), rules),
    field(_("Length"), rounds),
    h("label.check", {}, clock, clockText),
    error,
    h("p", {}, go),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    remember({ name: name.value.trim(), rules: rules.value, rounds: Number(rounds.value), clock: clock.checked, others: seats().map(({ kind }) => kind) });
    error.hidden = true;
    go.disabled = true;
    try {
      await (isOpen() ? openRoom(settings()) : start(settings()));
    } catch (problem) {
      error.textContent = translated(problem);
      error.hidden = false;
    } finally {
      go.disabled = false;
    }
  });
  rules.addEventListener("change", () => fill(seats().slice(0, most())));
  add.addEventListener("click", () => fill([...seats(), { kind: "easy", called: "" }]));
  const kinds = last.others.filter((kind) => kind in LEVELS || (server && kind === "person"));
  fill((kinds.length ? kinds : ["easy"]).slice(0, most()).map((kind) => ({ kind, called: "" })));
  const going = saved ? continuing({ saved, goOn, forget }) : null;
  return h("div.start-screen", {}, h("h1", {}, _("Play a game")), going, form);
}

function continuing({ saved, goOn, forget }) {
  const against = saved.settings.bots.map(({ name, level }) => `${name} (${levelName(level)})`).join(", ");
  const box = h(
    "section.panel.stack.going",
    { "aria-label": _("Your match") },
    h("h2", {}, _("Your match goes on")),
    h("p", {}, _("Against {names}.", { names: against })),
    h("p.row", {}, h("button.primary", { type: "button", onclick: goOn }, _("Go on")), h("button", { type: "button", onclick: () => (forget(), box.remove()) }, _("Give it up"))),
  );
  return box;
}
