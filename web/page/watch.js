// Watch: a record step by step, with the tiles of every seat.

import { h, icon, reducesMotion, show } from "./dom.js";
import { engine } from "./engine.js";
import { Board } from "./play/board.js";
import { byColor } from "./play/melds.js";
import { ended } from "./play/panels.js";
import { openRecord } from "./play/session.js";
import { sentence, signed, translated } from "./play/sentences.js";
import { tile } from "./draw.js";
import { _, ngettext } from "./words.js";

const STEP = 1400;
/** The most bytes of a record: the engine reads lines of 4 MiB. */
const LONGEST = 4_000_000;

let kept = null;

/** Keeps a record that the view shows next. */
export function keepForWatching(record) {
  kept = record;
}

/** Shows the view in an element; returns what ends it. */
export function mount(root) {
  let player = null;
  let isGone = false;

  async function open(record) {
    show(root, h("p.quiet.start", { role: "status" }, _("The record is being read …")));
    try {
      const found = await openRecord(await engine(), record);
      if (isGone) return;
      kept = record;
      player = new Player(found, record, choose);
      show(root, h("h1", {}, _("Watch")), player.root);
      player.go(0);
      player.root.querySelector(".step").focus({ preventScroll: true });
    } catch (error) {
      if (!isGone) choose(error, record);
    }
  }

  function choose(error = null, typed = "") {
    player?.stop();
    player = null;
    kept = null;
    const text = h("textarea", { rows: 8, spellcheck: "false", placeholder: "rummy_fast match 1\nrules schmidt\n…", value: typed.slice(0, 20_000) });
    const file = h("input", { type: "file", accept: ".txt,.record,text/plain" });
    const problem = h("p.note.bad", { role: "alert", hidden: !error }, error ? translated(error) : "");
    file.addEventListener("change", async () => {
      const [chosen] = file.files;
      if (!chosen) return;
      if (chosen.size > LONGEST) {
        problem.textContent = _("The file is too long for a record.");
        problem.hidden = false;
        return;
      }
      open(await chosen.text());
    });
    const form = h(
      "form.panel.stack",
      {
        onsubmit: (event) => {
          event.preventDefault();
          if (text.value.trim()) open(`${text.value.trim()}\n`);
          else text.focus();
        },
      },
      h("p", {}, _("A record is a match as text. The game in the terminal and the command line can write one.")),
      problem,
      h("label.field", {}, h("span", {}, _("Open a file")), file),
      h("label.field", {}, h("span", {}, _("Or paste a record")), text),
      h("p", {}, h("button.primary", { type: "submit" }, _("Watch it"))),
    );
    show(root, h("h1", {}, _("Watch")), form);
  }

  if (kept) open(kept);
  else choose();
  return () => {
    isGone = true;
    player?.stop();
  };
}

class Player {
  #at = 0;
  #timer = null;

  constructor({ games, rounds, complete }, record, again) {
    Object.assign(this, { games, rounds, complete });
    const control = (name, label, act) => h("button.round", { type: "button", "aria-label": label, onclick: act }, icon(name));
    this.board = new Board({ still: true });
    this.line = h("p.said", { role: "status", "aria-live": "polite" });
    this.place = h("p.place");
    this.hands = h("ul.hands", { "aria-label": _("Hands") });
    this.result = h("section.panel.stack", { hidden: true, "aria-label": _("The end of the round") });
    this.slider = h("input.step", { type: "range", min: 0, max: games.length - 1, value: 0, "aria-label": _("Turn") });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.controls = {
      first: control("first", _("To the beginning"), () => this.go(0)),
      back: control("back", _("Step back"), () => this.go(this.#at - 1)),
      play: control("play", _("Play all steps"), () => this.#toggle()),
      forward: control("forward", _("Step forward"), () => this.go(this.#at + 1)),
      last: control("last", _("To the end"), () => this.go(games.length - 1)),
    };
    const save = h("a.button", { href: "#watch", onclick: (event) => this.#save(event, record) }, _("Save the record"));
    this.root = h(
      "div.watching",
      {},
      h("div.news", {}, this.line, this.place),
      this.board.table,
      h("div.controls", { role: "toolbar", "aria-label": _("Steps") }, ...Object.values(this.controls), this.slider),
      this.result,
      this.hands,
      h("p.row", {}, save, h("button.plain", { type: "button", onclick: () => again() }, _("Another record"))),
    );
    this.root.addEventListener("keydown", (event) => this.#onKey(event));
  }

  #save(event, record) {
    event.preventDefault();
    const address = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    const link = h("a", { href: address, download: "match.txt" });
    link.click();
    URL.revokeObjectURL(address);
  }

  #onKey(event) {
    const act = {
      ArrowLeft: () => this.go(this.#at - 1),
      ArrowRight: () => this.go(this.#at + 1),
      Home: () => this.go(0),
      End: () => this.go(this.games.length - 1),
    }[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.stop();
    act();
  }

  #toggle() {
    if (this.#timer) return this.stop();
    if (this.#at === this.games.length - 1) this.go(0);
    this.#timer = setInterval(() => {
      if (this.#at === this.games.length - 1) this.stop();
      else this.go(this.#at + 1);
    }, STEP);
    return this.#showControls();
  }

  /** Stops playing on. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#showControls();
  }

  /** Shows what was to be seen after an event. */
  go(wanted) {
    const at = Math.max(0, Math.min(this.games.length - 1, wanted));
    const slides = Math.abs(at - this.#at) === 1 && !reducesMotion();
    this.#at = at;
    const game = this.games[at];
    const entry = game.log.at(-1);
    this.line.textContent = game.winners ? this.#winners(game) : sentence(entry, game);
    this.place.textContent = _("Round {round} of {rounds}, turn {turn}", { round: game.round, rounds: this.rounds, turn: game.turn - 1 });
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", this.place.textContent);
    this.board.show({ heaps: game.heaps, hand: null, state: (key) => ({ mark: game.marks.get(key) ?? null }), slides });
    this.result.hidden = !game.outcome;
    if (game.outcome) this.result.replaceChildren(...ended(game, game.hands));
    this.#showHands(game);
    this.#showControls();
  }

  #winners({ winners, names }) {
    const won = winners.map((seat) => names[seat]).join(", ");
    if (winners.length > 1) return _("The match is shared by {names}.", { names: won });
    return _("The match goes to {names}.", { names: won });
  }

  #showHands(game) {
    const last = game.log.at(-1);
    this.hands.hidden = Boolean(game.outcome);
    const rows = game.names.map((name, seat) => {
      const hand = [...(game.hands[seat] ?? [])].sort(byColor(game.rules, (piece) => piece.tile));
      const tiles = hand.map((piece) => tile(piece.tile, game.drawn.has(piece.key) ? { class: "tile drawn" } : {}));
      const facts = [ngettext("{count} tile", "{count} tiles", game.handSizes[seat])];
      if (!game.opened[seat]) facts.push(_("not opened"));
      if (this.rounds > 1) facts.push(_("total {total}", { total: signed(game.totals[seat]) }));
      return h(
        "li",
        { class: last?.seat === seat ? "now" : null },
        h("p.who", {}, h("strong", {}, name), " ", h("span.quiet", {}, facts.join(" · "))),
        h("div.rack", {}, tiles),
      );
    });
    this.hands.replaceChildren(...rows);
  }

  #showControls() {
    const { first, back, play, forward, last } = this.controls;
    const end = this.games.length - 1;
    first.disabled = back.disabled = this.#at === 0;
    forward.disabled = last.disabled = this.#at === end;
    play.replaceChildren(icon(this.#timer ? "pause" : "play"));
    play.setAttribute("aria-label", this.#timer ? _("Stop") : _("Play all steps"));
  }
}
