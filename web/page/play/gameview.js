// The screen of a match: the table, the hand, and everything that a person does in a turn.

import { Board } from "./board.js";
import { h, reducesMotion } from "../dom.js";
import { makeDraggable } from "./drag.js";
import { Turn, heapWith, readings, textsOf } from "./draft.js";
import { Follower, PAUSE } from "./follow.js";
import { newGame, take } from "./game.js";
import { byColor, byNumber } from "./melds.js";
import { ended, hintOf, logList, playerList, reasonList, sharing } from "./panels.js";
import { bestPlay, openRecord } from "./session.js";
import { _, ngettext } from "../words.js";
import { clockText, sentence, tileNames, translated } from "./sentences.js";

const SEND_AFTER = 300;
/** The seconds that are left when the clock warns. */
const HURRY = 20;

export class GameView {
  #turn = null;
  #selected = new Set();
  #wrong = { heaps: new Set(), keys: new Set() };
  #caughtUp = 0;
  #stop = null;
  #timers = new Set();
  #times = null;
  #sort = byColor;
  #closed = false;
  #busy = false;
  #continue = null;

  /**
   * @param {object} match A `LocalMatch` or a `RoomMatch`.
   * @param {object} given
   * @param {(record: string) => void} given.watch Shows a record.
   * @param {() => void} given.leave Shows the start screen.
   */
  constructor(match, { watch, leave }) {
    Object.assign(this, { match, watch, leave });
    this.follower = new Follower(
      (event) => this.#showEvent(event),
      () => this.#settle(),
    );
    this.#build();
  }

  /** Shows the match, and follows it. */
  async open() {
    const { match } = this;
    const view = await match.seat.view();
    this.rounds = view.rounds;
    this.#caughtUp = view.events;
    this.game = newGame({ names: view.names, rules: view.view.rules, me: match.me });
    this.#stop = await match.seat.follow({ from: 0 }, (event) => !this.#closed && this.follower.add(event));
    this.#every(250, () => this.#tick());
  }

  /** Stops following the match. */
  close() {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    document.removeEventListener("keydown", this.onKey);
    return Promise.resolve(this.#stop?.()).catch(() => {});
  }

  /** Tells of the connection: `connected` or `reconnecting`. */
  connection(state) {
    this.offline.hidden = state === "connected";
  }

  #every(milliseconds, act) {
    this.#timers.add(setInterval(act, milliseconds));
  }

  // What is on the screen.

  #build() {
    const button = (label, act, classes = "") => h(`button${classes}`, { type: "button", onclick: act }, label);
    this.board = new Board();
    this.players = h("div.seats");
    this.pool = h("p.pool");
    this.status = h("p.status");
    this.said = h("p.said", { role: "status", "aria-live": "polite" });
    this.clock = h("p.clock", { role: "timer", hidden: true });
    this.offline = h("p.offline", { role: "status", hidden: true }, _("The connection is lost. Trying to connect again …"));
    this.skip = button(_("Skip"), () => this.follower.skip(), ".skip");
    this.log = h("ol.log");
    this.panel = h("section.panel", { tabindex: "-1", hidden: true });
    this.buttons = {
      undo: button(_("Undo"), () => this.#undo()),
      reset: button(_("Start over"), () => this.#do(() => this.#turn.reset())),
      back: button(_("Take back"), () => this.#drop([...this.#selected], "hand")),
      joker: button(_("Joker"), () => this.#reread()),
      sort: button(_("Sort"), () => this.#resort()),
      hint: button(_("Hint"), () => this.#hint()),
      end: button(_("End turn"), () => this.#end(), ".primary"),
    };
    const { end, ...others } = this.buttons;
    this.bar = h("div.bar", { role: "toolbar", "aria-label": _("Actions") }, ...Object.values(others), end);
    const share = this.match.link ? sharing(this.match.link) : null;
    const logs = h("details.logs", {}, h("summary", {}, _("What happened")), this.log);
    this.root = h(
      "div.game",
      {},
      h("div.head", {}, this.players, h("div.facts", {}, this.pool, this.clock)),
      share,
      this.offline,
      h("div.news", {}, this.said, this.skip),
      this.board.table,
      h("div.tray", {}, this.panel, this.status, this.board.hand, this.bar),
      logs,
      h("p.leave", {}, button(_("Leave the match"), () => this.leave(), ".quiet")),
    );
    this.root.addEventListener("click", (event) => this.#onClick(event));
    makeDraggable(this.root, {
      allowed: () => this.#mayMove(),
      pick: (key) => (this.#selected.has(key) ? [...this.#selected] : [key]),
      drop: (keys, target) => this.#drop(keys, target),
      button: (key) => this.board.button(key),
    });
    this.onKey = (event) => this.#onKey(event);
    document.addEventListener("keydown", this.onKey);
  }

  #mayMove() {
    return Boolean(this.#turn) && !this.#busy;
  }

  #render({ slides = true } = {}) {
    const { game, board } = this;
    const hand = () => [...(game.hands[game.me] ?? [])].sort(this.#sort(game.rules, ({ tile }) => tile));
    const draft = this.#turn?.draft ?? { heaps: game.heaps, hand: hand() };
    const moved = this.#turn?.moved ?? new Set();
    const played = new Set(this.#turn?.played.map(({ key }) => key) ?? []);
    const state = (key) => ({
      mark: played.has(key) ? "played" : moved.has(key) ? "moved" : (game.marks.get(key) ?? (game.drawn.has(key) ? "drawn" : null)),
      selected: this.#selected.has(key),
      wrong: this.#wrong.keys.has(key),
    });
    board.show({ heaps: draft.heaps, hand: draft.hand, state, wrong: this.#wrong.heaps, open: Boolean(this.#turn), slides });
    this.root.dataset.turn = game.turn;
    this.root.classList.toggle("waiting", !this.#turn);
    this.root.classList.toggle("over", Boolean(game.outcome));
    this.root.classList.toggle("choosing", this.#selected.size > 0);
    this.players.replaceChildren(playerList(game, { rounds: this.rounds }));
    this.pool.textContent = game.pool === null ? "" : ngettext("Pool: {count} tile", "Pool: {count} tiles", game.pool);
    this.log.replaceChildren(...logList(game));
    this.skip.hidden = !this.follower.busy || !this.#caughtUpWith();
    this.status.textContent = this.#statusText();
    this.#showButtons(draft);
  }

  #caughtUpWith() {
    return this.game.events >= this.#caughtUp;
  }

  #statusText() {
    const { game } = this;
    const turn = this.#turn;
    if (!turn) {
      if (game.toMove === null) return "";
      return game.toMove === game.me ? "" : _("{name} is to move.", { name: game.names[game.toMove] });
    }
    const { opening_min: needed } = game.rules;
    if (!game.opened[game.me] && turn.played.length) {
      return _("Your opening melds are worth {reached} points; you need {needed} (rule 11).", { reached: turn.ownPoints, needed });
    }
    if (turn.played.length) return ngettext("{count} tile played", "{count} tiles played", turn.played.length);
    if (turn.changed) return _("Play at least one tile from your hand, or put the table back.");
    return game.pool ? _("Your turn: play tiles, or draw one.") : _("Your turn: play tiles, or pass; the pool is empty.");
  }

  #showButtons(draft) {
    const { undo, reset, back, joker, sort, hint, end } = this.buttons;
    const turn = this.#turn;
    const may = this.#mayMove();
    undo.disabled = !may || !turn.past.length;
    reset.disabled = !may || !turn.changed;
    back.disabled = !may || ![...this.#selected].some((key) => draft.own?.has(key) && heapWith(draft, key));
    const heap = may ? this.#jokerHeap() : null;
    joker.hidden = !heap;
    sort.disabled = !draft.hand.length;
    hint.disabled = !may;
    end.disabled = !may;
    end.textContent = turn?.changed ? _("End turn") : this.game.pool === 0 ? _("Pass") : _("Draw");
  }

  /** The heap of the selected joker, if the joker may stand for something else there. */
  #jokerHeap() {
    for (const key of this.#selected) {
      const heap = heapWith(this.#turn.draft, key);
      const joker = heap?.pieces.find((piece) => piece.key === key && piece.tile === "J");
      if (joker && heap.meld && readings(heap.id, heap.pieces, new Map(), this.game.rules).length > 1) return heap;
    }
    return null;
  }

  /** Says something to everybody, screen readers included. */
  #say(text) {
    this.said.textContent = text;
  }

  #openPanel(title, children, { close = true, focus = true } = {}) {
    const heading = h("h2", {}, title);
    const shut = close ? h("button.close", { type: "button", "aria-label": _("Close"), onclick: () => this.#closePanel() }, "×") : null;
    this.panel.replaceChildren(heading, ...(shut ? [shut] : []), ...children);
    this.panel.hidden = false;
    if (focus) this.panel.focus({ preventScroll: true });
    this.panel.scrollTop = 0;
  }

  #closePanel() {
    this.panel.hidden = true;
    this.panel.replaceChildren();
  }

  // What happens in the match.

  #showEvent(event) {
    const live = event.number >= this.#caughtUp;
    const before = this.game;
    this.game = take(before, event);
    if (this.game === before) return 0;
    const { game } = this;
    const own = event.kind === "turn" && event.event.seat === game.me;
    if (event.kind === "round" || own) this.#leaveTurn();
    const entry = game.log.at(-1);
    if (event.kind !== "over") this.#say(sentence(entry, game));
    if (live) this.match.keep().catch(() => {});
    if (event.kind === "end") {
      this.#render();
      return this.#showEnd(live);
    }
    if (live || event.number === this.#caughtUp - 1) this.#render({ slides: live });
    return live && event.kind === "turn" && !own && !reducesMotion() ? PAUSE : 0;
  }

  /** Nothing waits to be shown: whose turn is it? */
  #settle() {
    if (this.#closed) return;
    const { game } = this;
    if (game.toMove === game.me && !this.#turn) this.#beginTurn();
    this.#render({ slides: false });
  }

  #beginTurn() {
    const { game, match } = this;
    this.#turn = new Turn(game.heaps, game.hands[game.me], game.rules);
    this.#turn.sort(this.#sort);
    const draft = match.drafts.of(game.turn);
    try {
      if (draft) this.#turn.layOut(draft);
    } catch {
      // The draft is that of another match.
    }
    this.#readClock();
  }

  #leaveTurn() {
    this.#turn = null;
    this.#times = null;
    this.clock.hidden = true;
    this.#selected.clear();
    this.#forgetFaults();
    this.#closePanel();
  }

  #forgetFaults() {
    this.#wrong = { heaps: new Set(), keys: new Set() };
  }

  async #readClock() {
    const { turn } = this.game;
    const asked = performance.now();
    const { remaining, turn: now } = await this.match.seat.view().catch(() => ({ remaining: null }));
    if (remaining === null || now !== turn || !this.#turn) return;
    this.#times = { ends: asked + remaining * 1000, warned: false };
    this.#tick();
  }

  #tick() {
    if (!this.#times) return;
    const left = (this.#times.ends - performance.now()) / 1000;
    this.clock.hidden = false;
    this.clock.textContent = clockText(left);
    this.clock.classList.toggle("hurry", left < HURRY);
    if (left < HURRY && !this.#times.warned) {
      this.#times.warned = true;
      this.#say(ngettext("{count} second left.", "{count} seconds left.", Math.max(1, Math.round(left))));
    }
  }

  // What the person does.

  #onClick(event) {
    if (!this.#mayMove() || !(event.target instanceof Element)) return;
    const tile = event.target.closest(".tile[data-key]");
    if (tile) return this.#tap(Number(tile.dataset.key));
    const place = event.target.closest("[data-heap]") ?? event.target.closest(".table");
    if (place && this.#selected.size) this.#drop([...this.#selected], place.dataset.heap ?? "new");
  }

  /** A tile was tapped: select it, or put what is selected into its meld. */
  #tap(key) {
    const { draft } = this.#turn;
    const heap = heapWith(draft, key);
    const others = [...this.#selected].filter((other) => heapWith(draft, other) !== heap);
    if (heap && others.length && !this.#selected.has(key)) return this.#drop([...this.#selected], String(heap.id));
    if (!this.#selected.delete(key)) this.#selected.add(key);
    this.#render({ slides: false });
  }

  #drop(keys, target) {
    const known = target === "new" || target === "hand" ? target : Number(target);
    this.#do(() => this.#turn.move(keys, known));
  }

  /** Changes the draft, and shows and keeps it. */
  #do(act) {
    if (!this.#mayMove()) return;
    act();
    this.#selected.clear();
    this.#forgetFaults();
    this.#render();
    this.#keepDraft();
  }

  #undo() {
    this.#do(() => this.#turn.undo());
  }

  #reread() {
    const heap = this.#jokerHeap();
    const key = [...this.#selected];
    if (heap) this.#do(() => this.#turn.reread(heap.id));
    this.#selected = new Set(key);
    this.#render({ slides: false });
  }

  #resort() {
    this.#sort = this.#sort === byColor ? byNumber : byColor;
    this.#turn?.sort(this.#sort);
    this.#say(this.#sort === byColor ? _("Sorted by color.") : _("Sorted by number."));
    this.#render();
  }

  #keepDraft() {
    const { turn } = this.game;
    const table = textsOf(this.#turn.draft);
    this.match.drafts.save(turn, table);
    clearTimeout(this.sending);
    // With `timeout = keep_last_legal` the last legal draft stands (rule 13).
    this.sending = setTimeout(() => this.match.seat.draft({ turn, table }).catch(() => {}), SEND_AFTER);
  }

  async #end() {
    if (!this.#mayMove()) return;
    const { turn, pool } = this.game;
    const table = textsOf(this.#turn.draft);
    const kind = this.#turn.changed ? "play" : pool === 0 ? "pass" : "draw";
    this.#busy = true;
    this.#selected.clear();
    this.#render({ slides: false });
    clearTimeout(this.sending);
    try {
      await this.match.seat.turn(kind === "play" ? { turn, kind, table } : { turn, kind });
    } catch (error) {
      this.#refuse(error);
    } finally {
      this.#busy = false;
      if (!this.#closed) this.#render({ slides: false });
    }
  }

  /** Shows all reasons why a turn was refused, and marks what they are about. */
  #refuse(error) {
    if (!this.#turn) return;
    const reasons = error.reasons?.length ? error.reasons : [error];
    const { heaps } = this.#turn.draft;
    const own = new Set(this.#turn.played.map(({ key }) => key));
    for (const { subject } of reasons) {
      const meld = heaps.find(({ words }) => words.join(" ") === subject);
      if (meld) this.#wrong.heaps.add(meld.id);
      const pieces = heaps.flatMap(({ pieces: all }) => all).filter(({ tile }) => tile === subject);
      const piece = pieces.find(({ key }) => own.has(key)) ?? pieces[0];
      if (piece) this.#wrong.keys.add(piece.key);
    }
    for (const { id, meld } of heaps) if (!meld) this.#wrong.heaps.add(id);
    this.#openPanel(_("This turn is not allowed yet:"), [reasonList(reasons)]);
    this.panel.classList.add("refusal");
  }

  async #hint() {
    if (!this.#mayMove()) return;
    const { turn } = this.game;
    this.buttons.hint.disabled = true;
    this.#say(_("Looking for the best play …"));
    try {
      const { play, steps } = await bestPlay(this.match.rummy, this.game, this.#turn.draft);
      if (this.game.turn === turn && this.#turn) this.#showHint(play, steps);
    } catch (error) {
      this.#say(translated(error));
    } finally {
      this.buttons.hint.disabled = !this.#mayMove();
    }
  }

  #showHint(play, steps) {
    this.panel.classList.remove("refusal");
    if (!play.tiles.length) {
      const text = play.proven ? _("There is nothing to play.") : _("No play was found in the time available.");
      this.#say(text);
      return this.#openPanel(_("Hint"), [h("p", {}, text)]);
    }
    const layOut = () => {
      this.#closePanel();
      this.#do(() => this.#turn.layOut(play.table));
      this.buttons.end.focus({ preventScroll: true });
    };
    const lead = ngettext("The best play has {count} tile:", "The best play has {count} tiles:", play.tiles.length);
    this.#say(`${lead} ${tileNames(play.tiles)}`);
    return this.#openPanel(_("Hint"), hintOf(lead, play, steps, layOut));
  }

  /** The end of a round. The next one waits until the person has seen it. */
  async #showEnd(live) {
    const { game } = this;
    const last = this.rounds === game.round;
    if (!live && !last) return 0;
    const text = await this.match.record();
    const hands = text ? await this.#handsAtTheEnd(text).catch(() => null) : null;
    if (this.#closed) return 0;
    const button = (label, act, classes = "") => h(`button${classes}`, { type: "button", onclick: act }, label);
    const choices = [];
    const goOn = last ? null : new Promise((done) => (this.#continue = done));
    if (last) choices.push(button(_("New game"), () => this.leave(), ".primary"));
    else choices.push(button(_("Next round"), () => this.#continue?.(), ".primary"));
    if (text) choices.push(button(_("Watch it again"), () => this.watch(text)));
    const won = game.outcome.winners.includes(game.me);
    const title = won ? _("You have won the round!") : _("The round is over.");
    this.panel.classList.remove("refusal");
    this.#openPanel(title, [...ended(game, hands), h("p.choices", {}, ...choices)], { close: false });
    if (goOn) await goOn;
    if (!last) this.#closePanel();
    return 0;
  }

  async #handsAtTheEnd(text) {
    const { games } = await openRecord(this.match.rummy, text);
    return games.findLast(({ outcome, round }) => outcome && round === this.game.round).hands;
  }

  #onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && this.#mayMove()) {
        event.preventDefault();
        this.#undo();
      }
      return;
    }
    if (!this.root.isConnected || event.target.closest?.("input, select, textarea")) return;
    const { undo, reset, back, joker, sort, hint, end } = this.buttons;
    const selected = [...this.#selected];
    const act = {
      n: () => selected.length && this.#drop(selected, "new"),
      b: () => back.click(),
      Backspace: () => back.click(),
      u: () => undo.click(),
      x: () => reset.click(),
      j: () => !joker.hidden && joker.click(),
      o: () => sort.click(),
      h: () => hint.click(),
      e: () => this.#turn?.changed && end.click(),
      d: () => this.#turn && !this.#turn.changed && end.click(),
      Escape: () => this.#escape(),
    }[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  }

  #escape() {
    if (!this.panel.hidden && this.panel.querySelector(".close")) this.#closePanel();
    this.#selected.clear();
    if (this.game) this.#render({ slides: false });
  }
}
