// The editor of a position: the table, the hand, a tray with all tiles of the deck, and the same as text.

import { h, icon, show } from "../dom.js";
import { INKS, tile, tileName } from "../draw.js";
import { COLORS, arranged, byColor, colorOf, isJoker, kindsOf, lettersOf, standsFor, tableText } from "../tiles.js";
import { N_, _, ngettext } from "../words.js";
import { addressOf, copiesLeft, readPosition, tilesOf } from "./position.js";

const PRESETS = {
  schmidt: "Schmidt Rummy",
  rummikub: "Rummikub",
  rummikub_eu: N_("Rummikub (Europe)"),
  sabra: "Sabra",
  rummikub_xp: "Rummikub XP",
  free_jokers: N_("Free jokers"),
};

/** The name of a preset for people. */
export const presetName = (preset) => _(PRESETS[preset] ?? preset);

/**
 * Makes the editor.
 *
 * @param {object} presets The presets with their options, as the engine describes them.
 * @param {object} start The position to begin with.
 * @param {(position: object) => void} onchange Called with each new position.
 */
export function editor(presets, start, onchange) {
  let position = start;
  let target = "hand"; // "hand", "new" for a new meld, or the place of a meld
  let color = lettersOf(presets[position.preset])[0]; // whose tiles the tray shows on a small screen
  let faulty = new Set();

  const felt = h("div.felt", { role: "group", "aria-label": _("Table") });
  const rack = h("div.rack", { role: "group", "aria-label": _("Hand") });
  const tray = h("div.deck", { role: "group", "aria-label": _("All tiles of the deck") });
  const targets = h("div.targets", { role: "group", "aria-label": _("Where tiles go") });
  const tabs = h("div.tabs", { role: "group", "aria-label": _("Color") });
  const said = h("p.hidden-text", { role: "status" });
  const rules = () => presets[position.preset];

  const text = {
    table: h("textarea", { rows: 2, spellcheck: "false", autocapitalize: "off", autocomplete: "off", oninput: () => typed() }),
    hand: h("input", { type: "text", spellcheck: "false", autocapitalize: "off", autocomplete: "off", oninput: () => typed() }),
  };

  function change(next, { keepText = false } = {}) {
    position = { ...position, ...next };
    const { melds } = tilesOf(position);
    if (typeof target === "number" && target >= melds.length) target = melds.length ? "new" : "hand";
    if (!lettersOf(rules()).includes(color) && color !== "J") [color] = lettersOf(rules());
    faulty = new Set();
    if (!keepText) [text.table.value, text.hand.value] = [position.table, position.hand];
    draw();
    onchange(position);
  }

  const typed = () => change({ table: text.table.value, hand: text.hand.value }, { keepText: true });

  const place = (melds, hand) =>
    change({ table: tableText(melds.filter((words) => words.length)), hand: [...hand].sort(byColor).join(" ") });

  function add(kind) {
    const { melds, hand } = tilesOf(position);
    if (target === "hand") return place(melds, [...hand, kind]);
    if (target === "new") {
      target = melds.length;
      return place([...melds, [kind]], hand);
    }
    const changed = melds.map((words, index) => (index === target ? arranged([...words, kind], rules()) : words));
    return place(changed, hand);
  }

  function takeFromMeld(meld, index) {
    const { melds, hand } = tilesOf(position);
    const words = melds[meld].filter((_word, at) => at !== index);
    if (!words.length) target = "new";
    place(melds.map((old, at) => (at === meld ? arranged(words, rules()) : old)), hand);
  }

  function takeFromHand(index) {
    const { melds, hand } = tilesOf(position);
    place(melds, hand.filter((_word, at) => at !== index));
  }

  function choose(next) {
    target = next;
    draw();
    said.textContent = _("Tiles go to: {target}", { target: targetName(next) });
  }

  const targetName = (which) =>
    which === "hand" ? _("Hand") : which === "new" ? _("New meld") : _("Meld {place}", { place: which + 1 });

  function drawTable(melds) {
    const drawn = melds.map((words, meld) => {
      const meant = standsFor(words, rules());
      const isTarget = target === meld;
      const tiles = words.map((word, index) => {
        const name = tileName(word, meant[index]);
        return tile(word, {
          meant: meant[index],
          label: isTarget ? _("Take back {tile}", { tile: name }) : _("{tile}, in meld {place}: choose this meld", { tile: name, place: meld + 1 }),
          onclick: () => (isTarget ? takeFromMeld(meld, index) : choose(meld)),
          "data-focus": `meld ${meld} ${index}`,
        });
      });
      return h(
        "div.meld",
        { role: "group", "aria-label": _("Meld {place}", { place: meld + 1 }), "data-target": isTarget, "data-faulty": faulty.has(meld), "data-meld": words.join(" ") },
        tiles,
      );
    });
    const more = h(
      "button.more",
      { type: "button", "aria-label": _("New meld"), "aria-pressed": String(target === "new"), "data-focus": "new", onclick: () => choose("new") },
      icon("plus"),
    );
    show(felt, drawn, more, melds.length ? null : h("p.quiet", {}, _("The table is empty.")));
  }

  function drawHand(hand) {
    const drawn = hand.map((word, index) =>
      tile(word, { label: _("Take back {tile}", { tile: tileName(word) }), onclick: () => takeFromHand(index), "data-focus": `hand ${index}` }),
    );
    show(rack, drawn.length ? drawn : h("p", {}, _("The hand is empty.")));
    rack.toggleAttribute("data-target", target === "hand");
  }

  function drawTargets(melds) {
    const all = ["hand", ...melds.keys(), "new"];
    const buttons = all.map((which) =>
      h("button", { type: "button", "aria-pressed": String(which === target), "data-focus": `target ${which}`, onclick: () => choose(which) }, targetName(which)),
    );
    show(targets, buttons);
  }

  function drawTray(tiles) {
    const kinds = kindsOf(rules());
    const rows = [...lettersOf(rules()), ...(rules().jokers ? ["J"] : [])].map((letter) =>
      h(
        "div.kinds",
        { "data-shown": letter === color, role: "group", "aria-label": letter === "J" ? _("joker") : _(COLORS[letter]) },
        kinds
          .filter((kind) => (isJoker(kind) ? letter === "J" : letter !== "J" && colorOf(kind) === letter))
          .map((kind) => {
            const left = copiesLeft(kind, tiles, rules());
            const label = ngettext("{tile}: {count} copy left", "{tile}: {count} copies left", left, { tile: tileName(kind) });
            return h(
              "span.kind",
              { "data-left": left },
              tile(kind, { label, onclick: () => add(kind), disabled: !left, "data-focus": `tray ${kind}` }),
              h("span.copies", { "aria-hidden": "true" }, left),
            );
          }),
      ),
    );
    show(tray, rows);
    const letters = [...lettersOf(rules()), ...(rules().jokers ? ["J"] : [])];
    const buttons = letters.map((letter) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(letter === color),
          "data-focus": `tab ${letter}`,
          onclick: () => {
            color = letter;
            drawTray(tilesOf(position));
          },
        },
        swatch(letter),
        h("span.hidden-text", {}, letter === "J" ? _("joker") : _(COLORS[letter])),
      ),
    );
    show(tabs, buttons);
  }

  function swatch(letter) {
    const dot = h("span.swatch", { "aria-hidden": "true" }, letter === "J" ? "★" : "");
    dot.style.background = letter === "J" ? "#fffdf6" : INKS[letter][0];
    return dot;
  }

  function draw() {
    const tiles = tilesOf(position);
    drawTable(tiles.melds);
    drawHand(tiles.hand);
    drawTargets(tiles.melds);
    drawTray(tiles);
  }

  const settings = options(presets, position, (next) => change(next));
  const actions = h(
    "div.row",
    {},
    h("button", { type: "button", onclick: () => change({ table: "", hand: "" }) }, _("Clear")),
    h("button", { type: "button", onclick: () => change(readPosition(new URLSearchParams({ rules: position.preset }), presets)) }, _("Example")),
    copyButton(() => new URL(addressOf(position), location.href).href),
  );
  const element = h(
    "div.stack",
    {},
    settings,
    h(
      "section.panel.stack",
      {},
      h("div.row.apart", {}, h("h2", {}, _("Position")), actions),
      h("div.part", {}, h("h3", {}, _("Table")), felt),
      h("div.part", {}, h("h3", {}, _("Hand")), rack),
      h("div.part", {}, h("h3", {}, _("Tap a tile to add it to:")), targets),
      tabs,
      tray,
      said,
    ),
    h(
      "section.panel.stack",
      {},
      h("h2", {}, _("The same as text")),
      h("label.field", {}, h("span", {}, _("Table")), text.table),
      h("label.field", {}, h("span", {}, _("Hand")), text.hand),
      h("p.quiet.small", {}, _("r6 is the red 6 and J a joker; | separates melds.")),
    ),
  );
  [text.table.value, text.hand.value] = [position.table, position.hand];
  draw();

  return {
    element,
    /** Marks the melds that are not legal, by place. */
    mark(places) {
      faulty = new Set(places);
      felt.querySelectorAll(".meld").forEach((meld, index) => meld.toggleAttribute("data-faulty", faulty.has(index)));
      text.table.setAttribute("aria-invalid", String(faulty.size > 0));
    },
  };
}

function options(presets, position, onchange) {
  const preset = h(
    "select",
    { onchange: (event) => onchange({ preset: event.target.value }) },
    Object.keys(presets).map((name) => h("option", { value: name, selected: name === position.preset }, presetName(name))),
  );
  const objective = h(
    "select",
    { onchange: (event) => onchange({ objective: event.target.value }) },
    h("option", { value: "tiles", selected: position.objective === "tiles" }, _("most tiles")),
    h("option", { value: "points", selected: position.objective === "points" }, _("most points")),
  );
  const box = (name, label) =>
    h("label.check", {}, h("input", { type: "checkbox", checked: position[name], onchange: (event) => onchange({ [name]: event.target.checked }) }), label);
  return h(
    "section.panel.options",
    { "aria-label": _("Rules") },
    h("label.field", {}, h("span", {}, _("Rules")), preset),
    h("label.field", {}, h("span", {}, _("Goal")), objective),
    h("div", {}, box("opened", _("The player has opened")), box("tidy", _("Change as few melds as possible"))),
  );
}

function copyButton(address) {
  const label = h("span", { role: "status" }, _("Copy link"));
  const onclick = async () => {
    try {
      await navigator.clipboard.writeText(address());
      label.textContent = _("Copied");
    } catch {
      label.textContent = _("Copy the address of this page");
    }
    setTimeout(() => (label.textContent = _("Copy link")), 2500);
  };
  return h("button", { type: "button", onclick }, icon("link"), label);
}
