// The address is the state: every view is a link.
import { signal, computed } from "../vendor/preact.js";

const at = signal(read());

function read() {
  return { path: location.pathname, query: Object.fromEntries(new URLSearchParams(location.search)) };
}

addEventListener("popstate", () => { at.value = read(); });

/** The view: { palace, page, rest, query }. */
export const route = computed(() => {
  const [, , first, ...others] = at.value.path.split("/");
  const names = others.map((part) => { try { return decodeURIComponent(part); } catch { return part; } });
  const query = at.value.query;
  if (first === "p" && names[0]) return { palace: names[0], page: names[1] || "overview", rest: names.slice(2), query };
  return { palace: null, page: first || "home", rest: names, query };
});

/** The moment that is looked at; empty for now. */
export const moment = computed(() => route.value.query.at ?? "");
/** The moment at which it was known; empty for now. */
export const knownAt = computed(() => route.value.query.known ?? "");
/** Whether the past is looked at, by either clock. */
export const isPast = computed(() => Boolean(moment.value || knownAt.value));

export function href(page, { palace = route.value.palace, query = {}, rest = [] } = {}) {
  const all = { ...(moment.value ? { at: moment.value } : {}), ...(knownAt.value ? { known: knownAt.value } : {}), ...(page === "settings" && palace ? { palace } : {}), ...query };
  const pairs = Object.entries(all).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(pairs).toString();
  const parts = palace && page !== "home" && page !== "settings" ? ["p", palace, ...(page === "overview" ? [] : [page]), ...rest] : page === "home" ? [""] : [page, ...rest];
  return `/ui/${parts.map(encodeURIComponent).join("/")}${text ? `?${text}` : ""}`;
}

export function go(url, { replace = false } = {}) {
  if (url === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", url);
  at.value = read();
  if (!replace) document.querySelector("main")?.scrollTo?.(0, 0);
}

/** The same view with other arguments; null takes one away. */
export function amend(changes, options = {}) {
  const query = { ...route.value.query, ...changes };
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(pairs).toString();
  go(`${location.pathname}${text ? `?${text}` : ""}`, options);
}

/** Links of ours change the view; all others do what links do. */
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href, location.href);
  if (link.target || url.origin !== location.origin || !url.pathname.startsWith("/ui/") || link.hasAttribute("download")) return;
  event.preventDefault();
  go(url.pathname + url.search);
});
