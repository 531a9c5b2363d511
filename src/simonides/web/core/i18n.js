// Words of the page in the chosen language; dates and numbers as people there write them.
import { signal } from "../vendor/preact.js";

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español", zh: "中文", ja: "日本語" };
const STORE = "simonides.language";
const words = signal({});
export const language = signal("en");

const load = async (code) => (await fetch(new URL(`../i18n/${code}.json`, import.meta.url))).json();

function take(code, found) {
  words.value = found;
  language.value = code;
  document.documentElement.lang = code;
}

/** The language that was chosen before the first paint, whose words are on their way. */
export async function start() {
  const code = document.documentElement.lang;
  take(code, await self.early.words.catch(() => load(code)));
}

export async function choose(code) {
  try { localStorage.setItem(STORE, code); } catch { /* for this tab alone */ }
  take(code, await load(code));
}

/** The words for a key; with `count` the form that fits it. `{name}` is replaced by a value. */
export function t(name, values = {}) {
  const found = words.value[name];
  const form = typeof found === "object" ? found[new Intl.PluralRules(language.value).select(values.count ?? 0)] ?? found.other : found;
  return (form ?? name).replace(/\{(\w+)\}/g, (_, each) => {
    const value = values[each];
    return typeof value === "number" ? number(value) : String(value ?? "");
  });
}

export const number = (value, options) => new Intl.NumberFormat(language.value, options).format(value);
export const percent = (value) => number(value, { style: "percent", maximumFractionDigits: 0 });
export const day = (text) => format(text, { dateStyle: "medium" });
export const exact = (text) => format(text, { dateStyle: "medium", timeStyle: "medium" });
export const month = (text) => format(`${text}-15T00:00:00Z`, { year: "numeric", month: "short" });

function format(text, options) {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? String(text) : new Intl.DateTimeFormat(language.value, options).format(moment);
}

const STEPS = [["year", 31536000], ["month", 2592000], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60]];

/** How long ago: "3 days ago". */
export function ago(text, now = Date.now()) {
  const seconds = (new Date(text).getTime() - now) / 1000;
  if (Number.isNaN(seconds)) return String(text);
  const [unit, size] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(language.value, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}
