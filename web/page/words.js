// Sentences in five languages, from the package's catalogs: `locale/<language>.json` has {English template: translation}.
// Templates are literals, since `make words` collects them from the source.

/** The languages, each with its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", it: "Italiano", es: "Español" };

const KEY = "rummy_fast.language";
let language = "en";
let catalog = {};

const kept = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is switched off
  }
};

/** The language that the person chose, or else the first of the browser's that there is. */
export function preferredLanguage() {
  const wanted = [kept(), ...navigator.languages.map((tag) => tag.split("-")[0])];
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

/** The language of the page. */
export const currentLanguage = () => language;

/** Changes the language of the page; `remember` keeps it for the next visit. */
export async function setLanguage(wanted, remember = false) {
  let found = {};
  if (wanted !== "en") {
    const answer = await fetch(new URL(`locale/${wanted}.json`, import.meta.url));
    if (answer.ok) found = await answer.json();
  }
  [language, catalog] = [wanted, found];
  document.documentElement.lang = wanted;
  if (remember) {
    try {
      localStorage.setItem(KEY, wanted);
    } catch {
      // Storage is switched off: the choice lasts until the page is closed.
    }
  }
}

const filled = (template, values) =>
  template.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));

/** Translates a sentence and fills its places: `_("{count} of {most}", { count, most })`. */
export function _(template, values = {}) {
  const found = catalog[template];
  return filled((Array.isArray(found) ? found[0] : found) || template, values);
}

/** Translates a sentence with a singular and a plural, which has a place `{count}`. */
export function ngettext(one, more, count, values = {}) {
  const found = catalog[one];
  const forms = Array.isArray(found) && found.every(Boolean) ? found : [one, more];
  return filled(forms[isSingular(count) ? 0 : 1], { count, ...values });
}

// French says "0 carte".
const isSingular = (count) => count === 1 || (language === "fr" && count === 0);

/** Marks a sentence that is translated when it is shown. */
export const N_ = (template) => template;

/**
 * Says what the engine says in the page's language.
 *
 * @param {object} wording A template, its plural and its values, as the engine sends them.
 * @param {string} message The same in English.
 */
export function translate(wording, message) {
  if (!wording) return message;
  const values = Object.fromEntries(Object.entries(wording.values).map(([name, value]) => [name, valueOf(value)]));
  if (wording.plural) return ngettext(wording.template, wording.plural, values.count, values);
  return _(wording.template, values);
}

function valueOf(value) {
  if (Array.isArray(value)) return value.map(valueOf).join("; ");
  return typeof value === "object" && value !== null ? translate(value) : value;
}

/** Writes a number as the language does. */
export const number = (value) => new Intl.NumberFormat(language).format(value);
