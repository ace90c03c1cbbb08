// The page: one view at a time, chosen by the address (`#solve`), in the language and the colors that the person chose.

import { h, icon, show } from "./dom.js";
import { roomOf } from "./engine.js";
import { LANGUAGES, N_, _, currentLanguage, preferredLanguage, setLanguage } from "./words.js";

// Each view exports `mount(root, params)`: it fills the root and may return a function that ends it.
// The params are those of the address: `#solve?hand=r6`.
const VIEWS = {
  solve: { name: N_("Solve"), load: () => import("./solve.js") },
  play: { name: N_("Play a game"), load: () => import("./play.js") },
  watch: { name: N_("Watch"), load: () => import("./watch.js") },
};

const THEME = "rummy_fast.theme";
const page = document.getElementById("page");
let unmount = null;
let visit = 0;

const remember = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is switched off: the choice lasts until the page is closed.
  }
};

/** The view and the params that the address names. */
function route() {
  const [name, params = ""] = location.hash.slice(1).split(/\?(.*)/s);
  const fallback = roomOf() ? "play" : "solve";
  return { name: name in VIEWS ? name : fallback, params: new URLSearchParams(params) };
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function themeButton() {
  const button = h("button.plain.round", {
    type: "button",
    "aria-label": _("Dark colors"),
    "aria-pressed": String(isDark()),
    onclick: () => {
      document.documentElement.dataset.theme = isDark() ? "light" : "dark";
      remember(THEME, document.documentElement.dataset.theme);
      button.setAttribute("aria-pressed", String(isDark()));
      show(button, icon(isDark() ? "light" : "dark"));
    },
  });
  button.append(icon(isDark() ? "light" : "dark"));
  return button;
}

function languageChoice() {
  const options = Object.entries(LANGUAGES).map(([tag, name]) =>
    h("option", { value: tag, lang: tag, selected: tag === currentLanguage() }, name),
  );
  const onchange = async (event) => {
    await setLanguage(event.target.value, true);
    await render();
    document.getElementById("language").focus();
  };
  return h("select.plain", { id: "language", "aria-label": _("Language"), onchange }, options);
}

function header(current) {
  const links = Object.entries(VIEWS).map(([name, view]) =>
    h("a", { href: `#${name}`, "aria-current": name === current ? "page" : null, onclick: follow }, _(view.name)),
  );
  return h(
    "header.bar",
    {},
    h("a.brand", { href: "#solve", onclick: follow }, h("img", { src: new URL("icon.svg", import.meta.url).href, alt: "", width: 28, height: 28 }), "rummy_fast"),
    h("nav", { "aria-label": _("Views") }, links),
    h("div.tools", {}, languageChoice(), themeButton()),
  );
}

// A room's page has another address than its links, so the browser must not follow them.
function follow(event) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  location.hash = event.currentTarget.getAttribute("href");
}

async function render() {
  const { name, params } = route();
  const mine = ++visit;
  const view = VIEWS[name];
  const { mount } = await view.load();
  if (mine !== visit) return;
  unmount?.();
  document.title = `${_(view.name)} · rummy_fast`;
  const main = h("main", { id: "main", tabindex: -1, "data-view": name });
  const skip = (event) => {
    event.preventDefault();
    main.focus();
  };
  page.replaceChildren(h("a.skip", { href: "#main", onclick: skip }, _("Skip to the content")), header(name), main);
  unmount = mount(main, params) ?? null;
}

async function start() {
  try {
    const chosen = localStorage.getItem(THEME);
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage is switched off: the colors are the system's.
  }
  await setLanguage(preferredLanguage());
  await render();
  addEventListener("hashchange", render);
}

start();
