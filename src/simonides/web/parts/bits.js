// Pieces that many pages use: times, places, tags, states, errors.
import { html, useState } from "../vendor/preact.js";
import { t, ago, exact, day } from "../core/i18n.js";
import { href } from "../core/router.js";
import { shown } from "../core/text.js";
import { notice } from "../core/notices.js";

/** A time: how long ago, with the exact one on focus and on hover. */
export function Time({ at, absolute = false }) {
  if (!at) return null;
  return html`<time datetime=${at} title=${`${exact(at)} · ${at}`}>${absolute ? day(at) : ago(at)}</time>`;
}

const HUES = 8;

/** A colour for a wing: always the same for the same name. */
export function hue(name) {
  let sum = 7;
  for (const character of String(name)) sum = (sum * 31 + character.codePointAt(0)) >>> 0;
  return sum % HUES;
}

export function PlaceLink({ wing, room }) {
  return html`<span class="place"><span class=${`dot hue-${hue(wing)}`} aria-hidden="true"></span><a
    href=${href("memories", { query: { wing } })}><bdi>${shown(wing)}</bdi></a><span class="muted"> / </span><a
    href=${href("memories", { query: { wing, room } })}><bdi>${shown(room)}</bdi></a></span>`;
}

export function Tags({ tags }) {
  if (!tags?.length) return null;
  return html`<span class="tags">${tags.map((tag) => html`<a class="chip" key=${tag} href=${href("memories", { query: { tag } })}><bdi>${shown(tag)}</bdi></a>`)}</span>`;
}

export function State({ row }) {
  if (!row.ended_at) return null;
  const title = row.end_reason ? `${t("state.ended")}: ${row.end_reason}` : t("state.ended");
  return html`<span class="state ended" title=${title}>${row.superseded_by ? t("state.superseded") : t("state.ended")}</span>`;
}

/** A mark for what anybody may have written. */
export function Trust({ row }) {
  if (row.trust !== "third-party") return null;
  return html`<span class="state warn" title=${t("facet.trust")}>${t(`trust.${row.trust}`)}</span>`;
}

export function Problem({ error, again }) {
  if (!error) return null;
  const text = error.message === "offline" ? t("error.offline") : error.message;
  return html`<div class="problem" role="alert"><p dir="auto">${shown(text)}</p><p class="actions">
    ${again && html`<button type="button" onClick=${again}>${t("action.again")}</button>`}
    ${error.request && html`<${Copy} text=${error.request} label=${t("action.copy_request")} />`}</p></div>`;
}

const LETTERS_MAX = 4000;
const LINES_MAX = 50;

/** A text of others, whole: a long one scrolls in its own place, so that what stands below stays at hand. */
export function Verbatim({ text, look = "verbatim", box, children }) {
  const isLong = text.length > LETTERS_MAX || text.split("\n", LINES_MAX + 1).length > LINES_MAX;
  const scrolling = isLong ? { tabIndex: 0, role: "group", "aria-label": t("memory.text") } : {};
  return html`<div class=${`${look}${isLong ? " long" : ""}`} dir="auto" ref=${box} ...${scrolling}>${children ?? shown(text)}</div>`;
}

export function Copy({ text, label }) {
  const [done, set] = useState(false);
  const copy = async () => {
    try { await navigator.clipboard.writeText(text); set(true); setTimeout(() => set(false), 1500); } catch { notice.value = { text, isError: false }; }
  };
  return html`<button type="button" class="quiet" onClick=${copy}>${done ? t("action.copied") : label}</button>`;
}

export function Loading({ when = true }) {
  return when ? html`<div class="loading" role="status"><span class="sr">${t("state.loading")}</span><i></i><i></i><i></i></div>` : null;
}

export function Heading({ title, children, count = null }) {
  return html`<header class="heading"><h1>${title}${count === null ? null : html` <span class="count">${count}</span>`}</h1><div class="actions">${children}</div></header>`;
}

export function Empty({ children }) {
  return html`<div class="empty">${children}</div>`;
}
