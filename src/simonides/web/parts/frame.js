// The frame around every page: rail, search box, the as-of pill, notices, status; and the login before it.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { t, day, ago } from "../core/i18n.js";
import { route, href, go, amend, isPast, knownAt, moment } from "../core/router.js";
import * as session from "../core/session.js";
import { get, reach, lastWrite } from "../core/api.js";
import { link } from "../core/live.js";
import { useKeys } from "../core/keys.js";
import { notice, undo, dismiss } from "../core/notices.js";
import { shown } from "../core/text.js";
import { Icon } from "./icons.js";
import { Loading, Problem } from "./bits.js";
import { Commands, Help, useModal } from "./commands.js";
import { Receipts } from "./receipts.js";

export const PAGES = ["overview", "search", "memories", "map", "facts", "time", "live", "history", "review", "agent", "code", "diary", "check"];
const SMALL = ["search", "memories", "facts", "live"];
const LETTERS = { o: "overview", s: "search", m: "memories", p: "map", f: "facts", t: "time", l: "live", r: "review", y: "history", a: "agent", c: "code", d: "diary", k: "check" };
const MODULES = { home: "home", m: "memory", e: "entity", settings: "settings", ...Object.fromEntries(PAGES.map((page) => [page, page])) };

function useModule(page) {
  const [held, hold] = useState({ page: null, view: null, error: null });
  useEffect(() => {
    let isWanted = true;
    const name = MODULES[page] ?? "missing";
    import(`../pages/${name}.js`).then(
      (found) => isWanted && hold({ page, view: found.default, error: null }),
      (error) => isWanted && hold({ page, view: null, error }),
    );
    return () => { isWanted = false; };
  }, [page]);
  return held;
}

export function Frame() {
  if (session.state.value !== "in") return html`<${Login} />`;
  return html`<${Inside} />`;
}

function Inside() {
  const { palace, page } = route.value;
  const { page: loaded, view: View, error } = useModule(page);
  const [dialog, show] = useState(null);
  const box = useRef(null);
  const jumps = Object.fromEntries(Object.entries(LETTERS).map(([letter, each]) => [`g ${letter}`, () => (palace ? void go(href(each)) : false)]));
  useKeys({
    ...jumps, "g h": () => go(href("home")), "g ,": () => go(href("settings")),
    "/": () => box.current?.focus(), "mod+k": () => show("commands"), "?": () => show("help"), z: () => (undo() ? undefined : false),
    t: () => (isPast.value ? void amend(NOW) : false), "[": () => step(-1), "]": () => step(1),
  });
  useEffect(() => { document.title = [t(`nav.${page === "m" ? "memory" : page === "e" ? "entity" : page}`), palace, "simonides"].filter(Boolean).join(" · "); }, [page, palace]);
  return html`<div class=${`frame${isPast.value ? " then" : ""}`}>
    <a class="skip" href="#main" onClick=${(event) => { event.preventDefault(); document.getElementById("main")?.focus(); }}>${t("nav.skip")}</a>
    <${Rail} palace=${palace} page=${page} onMore=${() => show("more")} />
    <div class="middle"><${Top} palace=${palace} box=${box} onCommands=${() => show("commands")} /><${Banner} />
      <main id="main" tabindex="-1">${error ? html`<${Problem} error=${error} />` : View && loaded === page ? html`<${View} key=${`${palace}/${page}`} />` : html`<${Loading} />`}</main>
      <${Status} /></div>
    <${Notice} /><${Receipts} />
    ${dialog === "commands" && html`<${Commands} close=${() => show(null)} />`}
    ${dialog === "help" && html`<${Help} close=${() => show(null)} />`}
    ${dialog === "more" && html`<${More} close=${() => show(null)} palace=${palace} />`}
  </div>`;
}

function step(days) {
  const from = moment.value ? Date.parse(moment.value) : Date.now();
  if (Number.isNaN(from)) return false;
  amend({ at: new Date(from + days * 86400000).toISOString().slice(0, 10) });
  return undefined;
}

function Rail({ palace, page, onMore }) {
  const current = page === "m" ? "memories" : page === "e" ? "facts" : page;
  const item = (each, isSmall) => html`<a key=${each} class=${isSmall ? "" : "wide-only"} href=${href(each)} aria-current=${current === each ? "page" : undefined}><${Icon} name=${each} /><span>${t(`nav.${each}`)}</span></a>`;
  return html`<nav class="rail" aria-label=${t("nav.label")}>
    <a class="brand wide-only" href="/ui/"><svg viewBox="0 0 32 32" aria-hidden="true"><path d="M7 24h18M9 24V13m4.700 11V13m4.600 11V13M23 24V13M6.500 12 16 6l9.500 6z" /></svg><span>simonides</span></a>
    ${palace && html`<${Switcher} palace=${palace} />`}
    ${palace ? PAGES.map((each) => item(each, SMALL.includes(each))) : html`<a href="/ui/" aria-current=${page === "home" ? "page" : undefined}><${Icon} name="map" /><span>${t("nav.home")}</span></a>`}
    <span class="gap wide-only"></span>
    <a class=${palace ? "wide-only" : ""} href=${href("settings")} aria-current=${page === "settings" ? "page" : undefined}><${Icon} name="settings" /><span>${t("nav.settings")}</span></a>
    ${palace && html`<button type="button" class="small-only" onClick=${onMore}><${Icon} name="more" /><span>${t("nav.more")}</span></button>`}
  </nav>`;
}

function Switcher({ palace }) {
  const [names, set] = useState([palace]);
  useEffect(() => { get("/palaces").then((found) => set(found.map((each) => each.id)), () => {}); }, []);
  const all = names.includes(palace) ? names : [palace, ...names];
  if (all.length < 2) return html`<a class="switcher wide-only" href=${href("overview")}><bdi>${shown(palace)}</bdi></a>`;
  return html`<label class="switcher wide-only"><span class="sr">${t("nav.palace")}</span><select value=${palace} onChange=${(event) => go(href("overview", { palace: event.target.value }))}>${all.map((name) => html`<option key=${name} value=${name} selected=${name === palace}>${shownName(name)}</option>`)}</select></label>`;
}

// An option holds text alone, so hidden characters are spelled out in it.
const shownName = (name) => [shown(name)].flat().map((piece) => (typeof piece === "string" ? piece : `[${piece.props?.children ?? ""}]`)).join("");

function Top({ palace, box, onCommands }) {
  const [text, type] = useState(route.value.query.q ?? "");
  useEffect(() => { type(route.value.query.q ?? ""); }, [route.value.query.q]);
  if (!palace) return html`<header class="top"><a class="brand small-only" href="/ui/"><span>simonides</span></a><span class="grow"></span><${CommandKey} onClick=${onCommands} /></header>`;
  const search = (event) => { event.preventDefault(); if (text.trim()) go(href("search", { query: { q: text.trim() } })); };
  return html`<header class="top"><form role="search" onSubmit=${search}><${Icon} name="search" /><input ref=${box} type="search" name="q" value=${text} onInput=${(event) => type(event.target.value)} placeholder=${t("search.placeholder")} aria-label=${t("search.placeholder")} autocomplete="off" /><kbd aria-hidden="true">/</kbd></form><${AsOf} /><${CommandKey} onClick=${onCommands} /></header>`;
}

const CommandKey = ({ onClick }) => html`<button type="button" class="quiet wide-only" onClick=${onClick}><span class="sr">${t("commands.title")}</span><kbd aria-hidden="true">Ctrl K</kbd></button>`;

const NOW = { at: null, known: null };
// The pages that can show what was known at a moment; the others show it by when it held alone.
const KNOWING = ["memories", "search", "e"];
// The pages that can show what held at a moment; the others show what holds now, and say so.
const HOLDING = [...KNOWING, "m", "time", "diary"];

/** The moment that is looked at: now, or a day in the past by either clock, which switches writing off. */
function AsOf() {
  const [isOpen, open] = useState(false);
  const field = useRef(null);
  useEffect(() => { if (isOpen) field.current?.focus(); }, [isOpen]);
  useKeys({ Escape: () => (isOpen ? void open(false) : false) });
  const text = [moment.value && t("asof.then", { when: day(moment.value) }), knownAt.value && t("asof.known_then", { when: day(knownAt.value) })].filter(Boolean).join(" · ") || t("asof.now");
  const today = new Date().toISOString().slice(0, 10);
  const pick = (name) => (event) => amend({ [name]: event.target.value || null });
  return html`<div class="asof"><button type="button" class=${`pill${isPast.value ? " set" : ""}`} aria-expanded=${isOpen} onClick=${() => open(!isOpen)}><${Icon} name="time" /><span>${text}</span></button>
    ${isOpen && html`<div class="popover"><label>${t("asof.label")}<input ref=${field} type="date" value=${moment.value.slice(0, 10)} max=${today} onChange=${pick("at")} /></label><label>${t("asof.known")}<input type="date" value=${knownAt.value.slice(0, 10)} max=${today} onChange=${pick("known")} /></label>
      <p class="hint">${t("asof.hint")} ${t("asof.known_hint")}</p><p class="actions"><button type="button" onClick=${() => { amend(NOW); open(false); }}>${t("asof.back")}</button><button type="button" class="quiet" onClick=${() => open(false)}>${t("action.close")}</button></p></div>`}</div>`;
}

function Banner() {
  const [isHidden, hide] = useState(false);
  const { page, palace } = route.value;
  if (isPast.value) {
    const when = day(knownAt.value);
    const known = knownAt.value && (KNOWING.includes(page) || !palace ? t("asof.known_banner", { when }) : t("asof.known_elsewhere", { when }));
    const then = { when: day(moment.value) };
    const held = moment.value && (HOLDING.includes(page) || !palace ? t("asof.banner", then) : t("asof.elsewhere", then));
    return html`<div class="banner then-banner" role="status">${held} ${known} <button type="button" class="quiet" onClick=${() => amend(NOW)}>${t("asof.back")}</button></div>`;
  }
  if (!session.me.value?.is_open || session.key.value || isHidden) return null;
  return html`<div class="banner">${t("banner.open")} <button type="button" class="quiet" onClick=${() => hide(true)}>${t("action.understood")}</button></div>`;
}

/** The loading state of the model; asked again while it loads, ever more rarely, and when the connection is back. */
function useModel(isOn) {
  const model = session.me.value?.model;
  const [tries, count] = useState(0);
  const wasOff = useRef(false);
  useEffect(() => {
    if (!isOn) { wasOff.current = true; return undefined; }
    if (model !== "loading" && !wasOff.current) return undefined;
    const wait = wasOff.current ? 0 : Math.min(30000, 500 * 2 ** tries);
    wasOff.current = false;
    const timer = setTimeout(() => get("/me").then((found) => { session.me.value = found; }, () => {}).then(() => count((number) => number + 1)), wait);
    return () => clearTimeout(timer);
  }, [isOn, model, tries]);
  return model;
}

function Status() {
  const isOn = reach.value.online && link.value !== "lost";
  const me = session.me.value;
  const model = useModel(isOn);
  return html`<footer class="status"><span class=${`lamp ${isOn ? "on" : "off"}`} aria-hidden="true"></span><span role="status">${isOn ? t(link.value === "resumed" ? "status.resumed" : "status.online") : t("status.offline", { count: reach.value.tries })}</span>
    ${model && html`<span>${t(`status.model_${model}`)}</span>`}
    ${me && !me.may_write && html`<span class="state">${t("status.read_only")}</span>`}
    ${lastWrite.value && html`<span>${t("status.written", { when: ago(lastWrite.value) })}</span>`}<span class="grow"></span><span class="muted">simonides ${me?.version}</span></footer>`;
}

function Notice() {
  const held = notice.value;
  return html`<div class="notices" aria-live="polite">${held && html`<div class=${`notice${held.isError ? " bad" : ""}`}><span dir="auto">${shown(held.text)}</span>${held.undo && html`<button type="button" onClick=${undo}>${t("action.undo")} <kbd>z</kbd></button>`}<button type="button" class="quiet" aria-label=${t("action.close")} onClick=${dismiss}><${Icon} name="close" /></button></div>`}</div>`;
}

function More({ close, palace }) {
  const [self, left] = useModal(close);
  return html`<dialog ref=${self} class="sheet" aria-label=${t("nav.more")} onClose=${left} onClick=${(event) => { if (event.target.closest("a") || event.target === self.current) self.current.close(); }}><nav>
    ${[...PAGES.filter((each) => !SMALL.includes(each)), "settings"].map((each) => html`<a key=${each} href=${href(each, { palace })}><${Icon} name=${each} /><span>${t(`nav.${each}`)}</span></a>`)}<a href="/ui/"><${Icon} name="map" /><span>${t("nav.home")}</span></a></nav></dialog>`;
}

function Login() {
  const [token, type] = useState("");
  const [isBad, fail] = useState(false);
  if (session.state.value === "checking") return html`<${Loading} />`;
  const enter = async (event) => { event.preventDefault(); fail(!(await session.paste(token))); };
  return html`<main class="login" id="main"><svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M7 24h18M9 24V13m4.700 11V13m4.600 11V13M23 24V13M6.500 12 16 6l9.500 6z" /></svg><h1>simonides</h1>
    ${session.trouble.value && html`<p class="problem" role="alert">${shown(session.trouble.value)}</p>`}
    <p>${t("login.open")}</p><pre>simonides open</pre><form onSubmit=${enter}><label>${t("login.token")}<input type="password" autocomplete="off" value=${token} onInput=${(event) => type(event.target.value)} /></label>
    ${isBad && !session.trouble.value && html`<p class="problem" role="alert">${t("login.wrong")}</p>`}<button type="submit" class="main-action">${t("login.enter")}</button></form><p class="hint">${t("login.hint")}</p></main>`;
}
