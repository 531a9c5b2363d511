// Memories to look through: facets with counts, rows, and work on many at once.
import { html, useEffect, useState } from "../vendor/preact.js";
import { t, number, month } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, amend, knownAt, moment } from "../core/router.js";
import { listen } from "../core/live.js";
import { shown } from "../core/text.js";
import { hue, Empty, Heading, Loading, Problem } from "../parts/bits.js";
import { MemoryList } from "../parts/rows.js";
import { Panel } from "../parts/detail.js";
import { FileForm, FirstMemory } from "../parts/first.js";
import { Known } from "../parts/known.js";
import { Dialog } from "../parts/commands.js";
import { amendAll, end, mayWrite, reopen } from "../parts/writing.js";
import { save } from "../parts/saving.js";

const FACETS = ["wing", "room", "tag", "trust", "source_kind", "author", "added_by", "role", "kind", "month"];
// Values that have words of their own in every language.
const NAMED = { trust: (value) => t(`trust.${value}`), source_kind: (value) => t(`source.${value}`), month };
const FILTERS = ["wing", "room", "tag", "author", "added_by", "role", "kind", "source", "conversation", "source_kind", "trust", "since", "until"];
const PAGE = 50;

export default function Memories() {
  const { palace, query } = route.value;
  if (knownAt.value) return html`<${Heading} title=${t("nav.memories")} /><${Known} palace=${palace} query=${{ wing: query.wing }} />`;
  return html`<${Now} palace=${palace} query=${query} />`;
}

function Now({ palace, query }) {
  const scope = Object.fromEntries(FILTERS.map((name) => [name, query[name]]));
  const asked = { ...scope, ended: query.ended, order: query.order, as_of: moment.value };
  const name = JSON.stringify([palace, asked]);
  const [limit, more] = useState(PAGE);
  const [fresh, count] = useState(0);
  const [selection, select] = useState(new Set());
  const [dialog, show] = useState(null);
  const { data, error, loading, reload } = useData(`${name}/${limit}`, async (abort) => {
    const first = await get(palacePath(palace, "/memories"), { ...asked, limit: PAGE, max_tokens: 0 }, abort);
    for (let offset = PAGE; offset < limit && offset < first.total; offset += PAGE) {
      first.rows.push(...(await get(palacePath(palace, "/memories"), { ...asked, limit: PAGE, offset, max_tokens: 0 }, abort)).rows);
    }
    return first;
  });
  // Counting takes longer than listing in a large palace, so rows do not wait for it.
  const counted = useData(`${name}/facets`, (abort) => get(palacePath(palace, "/memories"), { ...asked, limit: 1, facets: true }, abort));
  useEffect(() => { more(PAGE); select(new Set()); count(0); }, [name]);
  useEffect(() => listen((event) => { if (event.name === "drawer_added" && event.data.palace === palace) count((before) => before + 1); }), [palace]);
  const done = () => { select(new Set()); count(0); reload(); counted.reload(); };
  const pick = (id) => { const next = new Set(selection); if (!next.delete(id)) next.add(id); select(next); };
  const isBare = !FILTERS.some((each) => query[each]) && !query.ended;
  if (data && !data.total && isBare && !moment.value) return html`<${Heading} title=${t("nav.memories")} /><${FirstMemory} onFiled=${done} />`;
  return html`<${Heading} title=${t("nav.memories")} count=${data ? number(data.total) : null}>${mayWrite() && html`<button type="button" onClick=${() => show("file")}>${t("memory.new")}</button>`}<button type="button" class="quiet" disabled=${!data?.total} onClick=${() => save(palace, asked)}>${t("action.export")}</button></${Heading}>
    <${Problem} error=${error} again=${reload} /><${Loading} when=${loading && !data} />
    ${data && html`<div class=${`split${query.m ? " with-panel" : ""}`}><${Facets} facets=${counted.data?.facets ?? {}} query=${query} /><div class="list-side" aria-busy=${loading}><${Toolbar} query=${query} />
      ${selection.size > 0 && html`<${Bulk} palace=${palace} ids=${[...selection]} rows=${data.rows} done=${done} show=${show} onAll=${() => select(new Set(data.rows.map((row) => row.id)))} onNone=${() => select(new Set())} />`}
      ${fresh > 0 && html`<button type="button" class="news" onClick=${done}>${t("memories.new", { count: fresh })}</button>`}
      ${data.rows.length ? html`<${MemoryList} rows=${data.rows} selection=${selection} onSelect=${mayWrite() ? pick : null} />` : html`<${Empty}><p>${t("memories.nothing")}</p></${Empty}>`}
      ${data.rows.length < data.total && html`<p class="actions"><button type="button" onClick=${() => more(limit + PAGE)} disabled=${loading}>${t("memories.more", { count: data.total - data.rows.length })}</button></p>`}</div><${Panel} onChange=${reload} /></div>`}
    ${dialog === "file" && html`<${Dialog} label=${t("memory.new")} close=${() => show(null)}><${FileForm} start=${{ wing: query.wing ?? "", room: query.room ?? "" }} onFiled=${(id) => { if (id) show(null); done(); }} /></${Dialog}>`}
    ${(dialog === "move" || dialog === "tag") && html`<${Change} kind=${dialog} close=${() => show(null)} send=${(change) => { show(null); amendAll(palace, [...selection], change, done); }} />`}`;
}

function Facets({ facets, query }) {
  const [isOpen, open] = useState(matchMedia("(min-width: 901px)").matches);
  const names = FACETS.filter((name) => facets[name]?.length);
  return html`<details class="facet-sheet" open=${isOpen} onToggle=${(event) => open(event.target.open)}><summary>${t("memories.filters")}</summary><aside class="facets" aria-label=${t("memories.filters")}>${names.map((name) => html`<${FacetList} key=${name} name=${name} values=${facets[name]} query=${query} />`)}</aside></details>`;
}

function FacetList({ name, values, query }) {
  const isMonth = name === "month";
  const held = isMonth ? (query.since === query.until ? query.since : null) : query[name];
  const pick = (value) => (isMonth ? amend(held === value ? { since: null, until: null, m: null } : { since: value, until: value, m: null }) : amend({ [name]: held === value ? null : value, m: null, ...(name === "wing" ? { room: null } : {}) }));
  const line = ({ value, count }) => html`<li key=${value}><button type="button" aria-pressed=${held === value} onClick=${() => pick(value)}><span>${name === "wing" && html`<span class=${`dot hue-${hue(value)}`} aria-hidden="true"></span>`}<bdi>${NAMED[name] ? NAMED[name](value) : shown(value)}</bdi></span><span class="figure">${number(count)}</span></button></li>`;
  return html`<section><h2>${t(`facet.${name}`)}</h2><ul>${values.slice(0, 8).map(line)}</ul>${values.length > 8 && html`<details><summary>${t("memories.all", { count: values.length })}</summary><ul>${values.slice(8).map(line)}</ul></details>`}</section>`;
}

function Toolbar({ query }) {
  const held = FILTERS.filter((name) => query[name]);
  return html`<div class="toolbar">${held.map((name) => html`<button type="button" key=${name} class="chip on" onClick=${() => amend({ [name]: null })}>${t(`facet.${name}`)}: <bdi>${NAMED[name] ? NAMED[name](query[name]) : shown(query[name])}</bdi> ×</button>`)}<span class="grow"></span>
    <label><span class="sr">${t("memories.ended")}</span><select value=${query.ended ?? "without"} onChange=${(event) => amend({ ended: event.target.value === "without" ? null : event.target.value })}>${["without", "with", "only"].map((each) => html`<option key=${each} value=${each} selected=${each === (query.ended ?? "without")}>${t(`ended.${each}`)}</option>`)}</select></label>
    <label><span class="sr">${t("memories.order")}</span><select value=${query.order ?? "newest"} onChange=${(event) => amend({ order: event.target.value === "newest" ? null : event.target.value })}>${["newest", "oldest", "important"].map((each) => html`<option key=${each} value=${each} selected=${each === (query.order ?? "newest")}>${t(`order.${each}`)}</option>`)}</select></label></div>`;
}

function Bulk({ palace, ids, rows, done, show, onAll, onNone }) {
  const ended = rows.filter((row) => ids.includes(row.id) && row.ended_at).map((row) => row.id);
  const open = ids.filter((id) => !ended.includes(id));
  return html`<div class="toolbar bulk" role="region" aria-label=${t("memories.selected", { count: ids.length })}><span>${t("memories.selected", { count: ids.length })}</span><button type="button" class="quiet" onClick=${onAll}>${t("memories.select_all")}</button><button type="button" class="quiet" onClick=${onNone}>${t("memories.select_none")}</button><span class="grow"></span>
    ${open.length > 0 && html`<button type="button" onClick=${() => end(palace, open, {}, done)}>${t("action.end")}</button>`}${ended.length > 0 && html`<button type="button" onClick=${() => reopen(palace, ended, done)}>${t("action.reopen")}</button>`}<button type="button" onClick=${() => show("move")}>${t("action.move")}</button><button type="button" onClick=${() => show("tag")}>${t("action.tag")}</button></div>`;
}

function Change({ kind, close, send }) {
  const [one, first] = useState("");
  const [other, second] = useState("");
  const submit = (event) => {
    event.preventDefault();
    const list = (text) => text.split(",").map((each) => each.trim()).filter(Boolean);
    if (kind === "move") send({ ...(one.trim() && { wing: one.trim() }), ...(other.trim() && { room: other.trim() }) });
    else send({ ...(list(one).length && { add_tags: list(one) }), ...(list(other).length && { remove_tags: list(other) }) });
  };
  const names = kind === "move" ? ["facet.wing", "facet.room"] : ["memories.add_tags", "memories.remove_tags"];
  return html`<${Dialog} label=${t(`action.${kind}`)} close=${close}><form class="stack" onSubmit=${submit}><h2>${t(`action.${kind}`)}</h2><label>${t(names[0])}<input autofocus value=${one} onInput=${(event) => first(event.target.value)} /></label><label>${t(names[1])}<input value=${other} onInput=${(event) => second(event.target.value)} /></label><p class="actions"><button type="submit" class="main-action" disabled=${!one.trim() && !other.trim()}>${t("action.save")}</button><button type="button" onClick=${close}>${t("action.cancel")}</button></p></form></${Dialog}>`;
}
