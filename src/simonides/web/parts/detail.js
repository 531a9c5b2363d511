// One memory, whole: its text, where it comes from, when it holds, what stands around it, and what can be done with it.
import { html, useEffect, useState } from "../vendor/preact.js";
import { t, number, exact } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, href, amend, moment } from "../core/router.js";
import { useKeys } from "../core/keys.js";
import { hasHidden, marked, markdown, shown } from "../core/text.js";
import { listen } from "../core/live.js";
import { Copy, Loading, PlaceLink, Problem, State, Tags, Time, Verbatim } from "./bits.js";
import { ActRow, UndoDialog } from "./acts.js";
import { LifeBar } from "./charts.js";
import { Difference } from "./difference.js";
import { MemoryRow } from "./rows.js";
import { CodeSights } from "./sights.js";
import { Dialog } from "./commands.js";
import { amendAll, end, erase, mayWrite, reopen } from "./writing.js";

// Sentences that speak to a model rather than tell something.
const ORDERS = /\b(ignore|disregard|forget)\b.{0,40}\b(previous|prior|above|all)\b.{0,40}\b(instruction|prompt|rule)s?|you are now|system prompt|<\/?(system|assistant|tool)>/i;

export function Detail({ id, words, onClose, isPage = false, onChange }) {
  const { palace } = route.value;
  const { data, error, loading, reload, isFresh } = useData(`${palace}/${id}`, (abort) => get(palacePath(palace, `/memories/${encodeURIComponent(id)}`), { max_tokens: 0 }, abort));
  const [mode, show] = useState(null);
  const [isRaw, setRaw] = useState(true);
  const done = () => { reload(); onChange?.(); };
  useEffect(() => { show(null); }, [id]);
  useEffect(() => listen((event) => { if (event.data?.drawer === id && event.data.palace === palace && event.name === "drawer_changed") reload(); }), [id]);
  const drawer = isFresh ? data?.drawer : null;
  const can = drawer && mayWrite();
  useKeys({
    e: () => (can && !drawer.ended_at ? void show("edit") : false),
    "#": () => (can && !drawer.ended_at ? void end(palace, [id], {}, done) : false),
  });
  if (!drawer) return html`<div class="detail"><${Problem} error=${error} again=${reload} /><${Loading} when=${loading} />${onClose && error && html`<button type="button" onClick=${onClose}>${t("action.close")}</button>`}</div>`;
  const { life } = data;
  const isFormer = life.end_reason === "edited" && life.superseded_by;
  return html`<article class="detail" aria-label=${t("nav.memory")}>
    ${isPage && html`<h1 class="sr">${t("nav.memory")}</h1>`}
    <div class="detail-top"><${PlaceLink} wing=${drawer.wing} room=${drawer.room} /><div class="actions">
      ${!isPage && html`<a class="chip" href=${href("m", { rest: [id] })}>${t("memory.whole")}</a>`}<${Copy} text=${drawer.content} label=${t("action.copy")} />
      ${onClose && html`<button type="button" class="quiet" onClick=${onClose}>${t("action.close")} <kbd>Esc</kbd></button>`}</div></div>
    <${State} row=${{ ...drawer, ...life }} />
    ${ORDERS.test(drawer.content) && html`<p class="state warn">${t("memory.orders")}</p>`}
    ${mode === "edit" ? html`<${Edit} palace=${palace} drawer=${drawer} close=${() => show(null)} done=${done} />` : html`<div class="actions" role="group" aria-label=${t("memory.view")}><button type="button" class="chip" aria-pressed=${isRaw} onClick=${() => setRaw(true)}>${t("memory.raw")}</button><button type="button" class="chip" aria-pressed=${!isRaw} onClick=${() => setRaw(false)}>Markdown</button>${hasHidden(drawer.content) && html`<span class="state warn">${t("state.hidden")}</span>`}</div>
    ${isRaw ? html`<${Verbatim} key="raw" text=${drawer.content}>${marked(drawer.content, words)}</${Verbatim}>` : html`<${Verbatim} key="rendered" text=${drawer.content} look="rendered">${markdown(drawer.content)}</${Verbatim}>`}`}
    ${can && mode !== "edit" && html`<div class="actions">${drawer.ended_at ? !isFormer && html`<button type="button" onClick=${() => reopen(palace, [id], done)}>${t("action.reopen")}</button>` : html`<button type="button" onClick=${() => show("edit")}>${t("action.edit")} <kbd>e</kbd></button><button type="button" onClick=${() => show("end")}>${t("action.end")} <kbd>#</kbd></button>`}<button type="button" class="danger quiet" onClick=${() => show("erase")}>${t("action.erase")}</button></div>`}
    ${mode === "end" && html`<${End} palace=${palace} id=${id} close=${() => show(null)} done=${done} />`}
    ${mode === "erase" && html`<${Erase} palace=${palace} drawer=${drawer} close=${() => show(null)} done=${() => { onClose?.(); onChange?.(); }} />`}
    <section><h2>${t("memory.life")}</h2><${LifeBar} from=${life.holds_from} to=${drawer.ended_at} at=${moment.value} />
      <dl><dt>${t("memory.filed_at")}</dt><dd><${Time} at=${drawer.created_at} /> <span class="muted">${exact(drawer.created_at)}</span></dd>
      ${drawer.event_time && html`<dt>${t("memory.happened")}</dt><dd>${exact(drawer.event_time)}</dd>`}
      ${drawer.ended_at && html`<dt>${t("state.ended")}</dt><dd>${exact(drawer.ended_at)}${life.end_reason ? html` · <bdi>${shown(life.end_reason)}</bdi>` : ""}</dd>`}
      <dt>${t("memory.recalled")}</dt><dd>${t("memory.times", { count: life.accesses })}${life.accessed_at ? html` · <${Time} at=${life.accessed_at} />` : ""}</dd></dl></section>
    <section><h2>${t("memory.origin")}</h2><dl>
      ${field(t("facet.author"), drawer.author && html`<a href=${href("memories", { query: { author: drawer.author } })}><bdi>${shown(drawer.author)}</bdi></a>`)}${field(t("facet.added_by"), html`<a href=${href("memories", { query: { added_by: drawer.added_by } })}><bdi>${shown(drawer.added_by)}</bdi></a>`)}${field(t("facet.role"), drawer.role && shown(drawer.role))}
      ${field(t("memory.conversation"), drawer.conversation && html`<a href=${href("memories", { query: { conversation: drawer.conversation, order: "oldest" } })}><bdi>${shown(drawer.conversation)}</bdi></a>${drawer.position === null ? "" : ` · ${number(drawer.position)}`}`)}
      ${field(t("memory.source"), drawer.source && html`<a href=${href("memories", { query: { source: drawer.source } })}><bdi>${shown(drawer.source)}</bdi></a>`)}${field(t("memory.importance"), number(drawer.importance, { maximumFractionDigits: 2 }))}${field(t("facet.kind"), shown(life.kind))}${field(t("facet.source_kind"), drawer.source_kind && t(`source.${drawer.source_kind}`))}${field(t("facet.trust"), drawer.trust && html`<${TrustChoice} palace=${palace} drawer=${drawer} can=${can} done=${done} />`)}${field(t("facet.tag"), drawer.tags.length ? html`<${Tags} tags=${drawer.tags} />` : null)}
      ${field("id", html`<code>${shown(drawer.id)}</code>`)}${Object.keys(drawer.metadata).filter((name) => name !== "former").map((name) => field(shown(name), html`<code>${shown(JSON.stringify(drawer.metadata[name]))}</code>`))}</dl></section>
    <${Chain} palace=${palace} id=${id} version=${data} />
    ${data.successor && html`<section><h2>${t("memory.successor")}</h2><${Difference} before=${drawer.content} after=${data.successor.content} /><a href=${href("m", { rest: [data.successor.id] })}>${t("memory.open_successor")}</a> <${Time} at=${data.successor.created_at} /></section>`}
    ${data.former.length > 0 && html`<section><h2>${t("memory.former")}</h2>${data.former.map((each, index) => html`<details key=${each.id} open=${index === 0}><summary>${t("memory.until", { when: exact(each.ended_at) })}</summary><${Difference} before=${each.content} after=${index ? data.former[index - 1].content : drawer.content} /></details>`)}</section>`}
    <${Acts} palace=${palace} id=${id} version=${data} done=${done} />
    ${data.named.length > 0 && html`<section><h2>${t("memory.names")}</h2><div class="tags">${data.named.map((each) => html`<a class="chip" key=${each.name} href=${href("e", { rest: [each.name] })} title=${each.type}><bdi>${shown(each.name)}</bdi></a>`)}</div></section>`}
    <${CodeSights} palace=${palace} id=${id} version=${data} />
    ${data.facts.length > 0 && html`<section><h2>${t("memory.cited")}</h2><ul>${data.facts.map((fact) => html`<li key=${fact.id}><bdi>${shown(fact.subject)}</bdi> <span class="muted">${shown(fact.predicate)}</span> <bdi>${shown(fact.object)}</bdi></li>`)}</ul></section>`}
    ${data.neighbours.length > 0 && html`<section><h2>${t("memory.neighbours")}</h2><ul class="rows">${data.neighbours.map((row) => html`<${MemoryRow} key=${row.id} row=${row} />`)}</ul></section>`}
    ${data.alike.length > 0 && html`<section><h2>${t("memory.alike")}</h2><ul class="rows">${data.alike.map(({ memory, similarity }) => html`<${MemoryRow} key=${memory.id} row=${memory}><span class="hint">${t("memory.similarity", { share: number(similarity, { maximumFractionDigits: 2 }) })}</span></${MemoryRow}>`)}</ul></section>`}
  </article>`;
}

const field = (name, value) => (value ? html`<dt>${name}</dt><dd>${value}</dd>` : null);

function TrustChoice({ palace, drawer, can, done }) {
  if (!can) return t(`trust.${drawer.trust}`);
  const choose = (event) => amendAll(palace, [drawer.id], { trust: event.target.value }, done);
  return html`<select aria-label=${t("facet.trust")} value=${drawer.trust} onChange=${choose}>${["own", "reported", "third-party"].map((each) => html`<option key=${each} value=${each} selected=${each === drawer.trust}>${t(`trust.${each}`)}</option>`)}<option value="derived">${t("trust.derived")}</option></select>`;
}

/** What it takes the place of, and what takes its place, by what was said, edited and accepted. */
function Chain({ palace, id, version }) {
  const { data, reload } = useData(`${palace}/${id}/chain`, (abort) => get(palacePath(palace, `/memories/${encodeURIComponent(id)}/history`), {}, abort));
  useEffect(() => { if (data) reload(); }, [version]);
  // Former texts of the same memory stand below, with the words that differ.
  const links = (found) => (found ?? []).filter((each) => each.cause !== "edit");
  const [older, newer] = [links(data?.older), links(data?.newer)];
  if (!older.length && !newer.length) return null;
  const line = (each, title) => html`<li key=${each.id}><span class="muted">${title} ${shown(each.date)} · ${t(`review.cause_${each.cause}`)}</span> <a dir="auto" href=${href("m", { rest: [each.id] })}>${shown(each.text)}</a></li>`;
  return html`<section><h2>${t("memory.chain")}</h2><ul class="chain">${newer.map((each) => line(each, t("memory.newer")))}${older.map((each) => line(each, t("memory.before")))}</ul></section>`;
}

/** Who changed it, and when. */
function Acts({ palace, id, version, done }) {
  const [ask, undo] = useState(null);
  const { data, reload } = useData(`${palace}/${id}/acts`, (abort) => get(palacePath(palace, `/memories/${encodeURIComponent(id)}/acts`), {}, abort));
  useEffect(() => { if (data) reload(); }, [version]);
  if (!data?.length) return null;
  return html`<section><h2>${t("act.about")}</h2><ul class="rows">${data.map((act) => html`<${ActRow} key=${act.change} palace=${palace} act=${act} onUndo=${undo} />`)}</ul>${ask && html`<${UndoDialog} palace=${palace} ask=${ask} close=${() => undo(null)} done=${done} />`}</section>`;
}

function Edit({ palace, drawer, close, done }) {
  const [fields, set] = useState({ content: drawer.content, wing: drawer.wing, room: drawer.room, tags: drawer.tags.join(", "), importance: drawer.importance });
  const change = (name) => (event) => set({ ...fields, [name]: event.target.value });
  const tags = fields.tags.split(",").map((each) => each.trim()).filter(Boolean);
  const body = {};
  for (const name of ["content", "wing", "room"]) if (fields[name] !== drawer[name] && fields[name].trim()) body[name] = fields[name];
  if (Number(fields.importance) !== drawer.importance) body.importance = Number(fields.importance);
  const [added, removed] = [tags.filter((tag) => !drawer.tags.includes(tag)), drawer.tags.filter((tag) => !tags.includes(tag))];
  if (added.length) body.add_tags = added;
  if (removed.length) body.remove_tags = removed;
  const save = async (event) => { event.preventDefault(); await amendAll(palace, [drawer.id], body, () => { close(); done(); }); };
  const isText = "content" in body;
  return html`<form class="stack" onSubmit=${save}><label>${t("memory.text")}<textarea autofocus dir="auto" rows="10" value=${fields.content} onInput=${change("content")}></textarea></label>
    <div class="side"><label>${t("facet.wing")}<input value=${fields.wing} onInput=${change("wing")} /></label><label>${t("facet.room")}<input value=${fields.room} onInput=${change("room")} /></label><label>${t("facet.tag")}<input value=${fields.tags} onInput=${change("tags")} /></label><label>${t("memory.importance")}<input type="number" min="0" max="1" step="0.05" value=${fields.importance} onInput=${change("importance")} /></label></div>
    ${isText && html`<div><h2>${t("memory.changes")}</h2><${Difference} before=${drawer.content} after=${fields.content} /></div>`}
    <p class="actions"><button type="submit" class="main-action" disabled=${!Object.keys(body).length}>${t("action.save")}</button><button type="button" onClick=${close}>${t("action.cancel")}</button>${isText && html`<span class="hint">${t("memory.kept")}</span>`}</p></form>`;
}

function End({ palace, id, close, done }) {
  const [reason, type] = useState("");
  const [successor, name] = useState("");
  const send = (event) => { event.preventDefault(); close(); end(palace, [id], { ...(reason && { reason }), ...(successor.trim() && { superseded_by: successor.trim() }) }, done); };
  return html`<form class="stack card" onSubmit=${send}><label>${t("memory.reason")}<input autofocus value=${reason} onInput=${(event) => type(event.target.value)} /></label><label>${t("memory.successor_id")}<input value=${successor} onInput=${(event) => name(event.target.value)} /></label><p class="hint">${t("memory.end_hint")}</p><p class="actions"><button type="submit" class="main-action">${t("action.end")}</button><button type="button" onClick=${close}>${t("action.cancel")}</button></p></form>`;
}

/** Erasing for good asks for a word typed, so that nobody does it in passing. */
export function Erase({ palace, drawer, close, done }) {
  const [typed, type] = useState("");
  const word = drawer.room;
  const send = (event) => { event.preventDefault(); close(); erase(palace, [drawer.id], done); };
  return html`<${Dialog} label=${t("memory.erase_title")} close=${close}><h2>${t("memory.erase_title")}</h2><p>${t("memory.erase_text")}</p><form class="stack" onSubmit=${send}><label>${t("memory.erase_type")} <code>${shown(word)}</code><input autofocus autocomplete="off" value=${typed} onInput=${(event) => type(event.target.value)} /></label><p class="actions"><button type="submit" class="danger" disabled=${typed !== word}>${t("action.erase")}</button><button type="button" onClick=${close}>${t("action.cancel")}</button></p></form></${Dialog}>`;
}

/** The panel beside a list, opened by `?m=`. */
export function Panel({ words, onChange }) {
  const id = route.value.query.m;
  useKeys({ Escape: () => (id ? void amend({ m: null }) : false) });
  if (!id) return null;
  return html`<aside class="panel" aria-label=${t("nav.memory")}><${Detail} id=${id} words=${words?.[id]} onClose=${() => amend({ m: null })} onChange=${onChange} /></aside>`;
}
