// Commands by name, and the list of all keys.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { t } from "../core/i18n.js";
import { route, href, go } from "../core/router.js";
import { get, palacePath, useData } from "../core/api.js";
import { shown } from "../core/text.js";

const PAGES = ["overview", "search", "memories", "map", "facts", "time", "live", "history", "review", "agent", "code", "diary", "check"];

/** A dialog element to be shown, and what to do when it tells that it closed. */
export function useModal(close) {
  const self = useRef(null);
  // Before the next key arrives: whoever types at once after opening loses no letter.
  useLayoutEffect(() => { self.current?.showModal(); }, []);
  // It tells so a moment later: by then another may have taken its place, which is not to close with it.
  return [self, () => { if (self.current) close(); }];
}

export function Dialog({ label, close, children, className = "" }) {
  const [self, left] = useModal(close);
  return html`<dialog ref=${self} class=${className} aria-label=${label} onClose=${left} onClick=${(event) => { if (event.target === self.current) self.current.close(); }}><div class="dialog-body">${children}</div></dialog>`;
}

const pageCommands = (palace) => [...(palace ? PAGES : []), "home", "settings"].map((each) => ({ kind: t("commands.page"), name: t(`nav.${each}`), url: href(each) }));
const placeCommands = (rows) => [...new Set(rows.map((row) => row.wing))].map((wing) => ({ kind: t("facet.wing"), name: wing, url: href("memories", { query: { wing } }) }));

export function Commands({ close }) {
  const { palace } = route.value;
  const [text, type] = useState("");
  const [current, move] = useState(0);
  const wanted = text.trim().toLowerCase();
  const palaces = useData("palaces", (abort) => get("/palaces", {}, abort));
  const places = useData(palace, (abort) => get(palacePath(palace, "/places"), {}, abort));
  const names = useData(palace && wanted ? wanted : null, (abort) => get(palacePath(palace, "/entities"), { q: text.trim(), limit: 8 }, abort));
  useEffect(() => { move(0); }, [text]);
  const known = [...pageCommands(palace), ...(palaces.data ?? []).map((each) => ({ kind: t("nav.palace"), name: each.name, url: href("overview", { palace: each.id }) })),
    ...(wanted ? [...(names.data?.rows ?? []).map((each) => ({ kind: each.type, name: each.name, url: href("e", { rest: [each.name] }) })), ...placeCommands(places.data ?? [])] : [])];
  const question = palace && wanted ? [{ kind: t("nav.search"), name: text, url: href("search", { query: { q: text } }) }] : [];
  const found = [...known.filter((each) => each.name.toLowerCase().includes(wanted)).slice(0, 20), ...question];
  const run = (each) => { close(); if (each) go(each.url); };
  const key = (event) => {
    if (event.key === "ArrowDown") { move(Math.min(current + 1, found.length - 1)); event.preventDefault(); }
    if (event.key === "ArrowUp") { move(Math.max(current - 1, 0)); event.preventDefault(); }
    if (event.key === "Enter") { run(found[current]); event.preventDefault(); }
  };
  return html`<${Dialog} label=${t("commands.title")} close=${close} className="commands"><input autofocus type="text" role="combobox" aria-expanded="true" aria-controls="command-list" aria-activedescendant=${`command-${current}`} aria-label=${t("commands.title")} placeholder=${t("commands.placeholder")} value=${text} onInput=${(event) => type(event.target.value)} onKeyDown=${key} />
    <ul id="command-list" role="listbox" aria-label=${t("commands.title")}>${found.map((each, index) => html`<li key=${each.url} id=${`command-${index}`} role="option" aria-selected=${index === current} onClick=${() => run(each)}><bdi>${shown(each.name)}</bdi><span class="muted">${shown(each.kind)}</span></li>`)}</ul></${Dialog}>`;
}

const KEYS = [["/", "search"], ["Ctrl K", "commands"], ["j k", "walk"], ["Enter", "open"], ["o", "tab"], ["x", "select"], ["e", "edit"], ["#", "end"], ["z", "undo"], ["w", "why"], ["n", "whynot"], ["[ ]", "day"], ["t", "now"], ["g …", "go"], ["Esc", "close"], ["?", "help"]];

export function Help({ close }) {
  return html`<${Dialog} label=${t("help.title")} close=${close}><h2>${t("help.title")}</h2><table class="plain"><tbody>${KEYS.map(([name, what]) => html`<tr key=${name}><th scope="row"><kbd>${name}</kbd></th><td>${t(`help.${what}`)}</td></tr>`)}</tbody></table><p class="hint">${t("help.go")}</p><p class="actions"><button type="button" autofocus onClick=${close}>${t("action.close")}</button></p></${Dialog}>`;
}
