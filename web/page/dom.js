// Elements, made without markup in text: nothing that a person types is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in PROPERTIES) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// What is a property of an element rather than an attribute.
const PROPERTIES = { value: 1, checked: 1, disabled: 1, hidden: 1, selected: 1 };

/**
 * Makes an HTML element: `h("button.quiet", { onclick }, "Undo")`.
 *
 * @param {string} name The tag, with classes after dots.
 * @param {object} attributes Attributes, properties, and listeners whose names begin with `on`; null and false are left out.
 * @param {...(Node | string | null)} children What is in it.
 */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  return filled(element, attributes, children);
}

/** Makes an SVG element. */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** An icon of the page: a path in a square of 24 by 24, hidden from screen readers. */
export function icon(name) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
    s("path", { d: ICONS[name], fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }),
  );
}

const ICONS = {
  first: "M18 6l-7 6 7 6ZM7 6v12",
  back: "M16 5l-9 7 9 7Z",
  forward: "M8 5l9 7-9 7Z",
  last: "M6 6l7 6-7 6ZM17 6v12",
  play: "M8 5l11 7-11 7Z",
  pause: "M8 5v14M16 5v14",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 13l4.5 4.5L19 7",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1.5-1.5",
  clock: "M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  alert: "M12 8v5M12 16.5v.1M12 3 2.5 20h19Z",
  light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
};

/** Whether the person asked the system for less motion. */
export const reducesMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Replaces what is in an element. The element that had the focus has it again if one with its `data-focus` is there. */
export function show(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  if (focused) element.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}
