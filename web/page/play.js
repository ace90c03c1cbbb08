// Play: a match against bots in this page, which survives a reload, or a seat of a room on a server.

import { h, show } from "./dom.js";
import { describe, engine, roomEngine, roomOf } from "./engine.js";
import { GameView } from "./play/gameview.js";
import { translated } from "./play/sentences.js";
import { LocalMatch, RoomMatch, forget, joinRoom, openRoom, saved } from "./play/session.js";
import { startForm } from "./play/start.js";
import { _ } from "./words.js";

const PLAYING = "rummy-fast.playing";

/** The match that is played, which goes on while another view is shown, and what shows it. */
let match = null;
let view = null;

/** Notes whether this tab plays, so that loading the page again goes on with the match. */
function note(isPlaying) {
  try {
    if (isPlaying) sessionStorage.setItem(PLAYING, "yes");
    else sessionStorage.removeItem(PLAYING);
  } catch {
    // Without storage, the start screen asks whether to go on.
  }
}

function wasPlaying() {
  try {
    return sessionStorage.getItem(PLAYING) !== null;
  } catch {
    return false;
  }
}

/** Shows the view in an element; returns what ends it. `#play?seed=7` deals the same tiles again. */
export function mount(root, params) {
  let isGone = false;

  const leave = async () => {
    note(false);
    await view?.close();
    await match?.close();
    match = view = null;
    if (roomOf()) location.href = new URL("./#play", import.meta.url);
    else await begin();
  };

  const watch = async (record) => {
    const { keepForWatching } = await import("./watch.js");
    keepForWatching(record);
    location.hash = "#watch";
  };

  /** Shows a match; `start` returns it. */
  async function open(start) {
    try {
      show(root, h("p.quiet.start", { role: "status" }, _("The table is being set …")));
      match = await start();
      if (isGone) return;
      note(true);
      view = new GameView(match, { watch, leave });
      show(root, h("h1.hidden-text", {}, _("Play a game")), view.root);
      await view.open();
    } catch (error) {
      fail(error);
    }
  }

  function fail(error) {
    match = view = null;
    note(false);
    const back = h("button", { type: "button", onclick: () => begin().catch(fail) }, _("Back to the start"));
    show(root, h("div.panel.stack", {}, h("p.note.bad", { role: "alert" }, translated(error)), h("p", {}, back)));
  }

  const goOn = () => open(async () => LocalMatch.resume(await engine()));

  /** The start screen. */
  async function begin() {
    const [{ presets }, server] = await Promise.all([describe(), hasRooms()]);
    if (isGone) return;
    const given = {
      presets,
      server,
      saved: saved(),
      goOn,
      forget,
      start: (settings) => open(async () => LocalMatch.start(await engine(), { ...settings, seed: seedOf(params) })),
      openRoom: async (settings) => {
        location.href = new URL(`room/${await openRoom(settings)}`, import.meta.url);
      },
    };
    show(root, startForm(given));
  }

  async function join(room) {
    const { seat, token } = await joinRoom(room);
    const rummy = await roomEngine(room, { onState: (state) => view?.connection(state) });
    return new RoomMatch(rummy, { room, token, seat });
  }

  const room = roomOf();
  if (match) open(() => match);
  else if (room) open(() => join(room));
  else if (saved() && wasPlaying()) goOn();
  else begin().catch(fail);
  return () => {
    isGone = true;
    view?.close();
    view = null;
  };
}

/** The seed that the address asks for; undefined for a random one. */
function seedOf(params) {
  const seed = params.get("seed");
  return seed !== null && /^\d{1,15}$/.test(seed) ? Number(seed) : undefined;
}

/** Whether the page comes from a server that has rooms, which says so in a header. */
async function hasRooms() {
  const answer = await fetch(new URL("./", import.meta.url), { method: "HEAD" }).catch(() => null);
  return answer?.headers.get("Rummy-Rooms") === "yes";
}
