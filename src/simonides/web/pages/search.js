// Search: hits with the reasons of their rank, and for any memory why it is not among them.
import { html, useState } from "../vendor/preact.js";
import { t, number, percent } from "../core/i18n.js";
import { get, palacePath, useData, asCurl } from "../core/api.js";
import { route, href, amend, knownAt, moment } from "../core/router.js";
import { useKeys } from "../core/keys.js";
import { beginning, firstLine, marked, shown } from "../core/text.js";
import { Copy, Empty, Heading, Loading, Problem } from "../parts/bits.js";
import { Known } from "../parts/known.js";
import { MemoryList } from "../parts/rows.js";
import { Panel } from "../parts/detail.js";
import { TermBar, TermTable } from "../parts/charts.js";
import { Dialog } from "../parts/commands.js";

const TABS = ["all", "words", "meaning", "agent"];
const FILTERS = ["wing", "room", "tag", "author", "source_kind", "trust", "since", "until"];
const CHOICES = { trust: ["own", "reported", "third-party"], source_kind: ["person", "agent", "conversation", "file", "import"] };
const named = (name, value) => (name === "trust" ? t(`trust.${value}`) : name === "source_kind" ? t(`source.${value}`) : shown(value));

export default function Search() {
  const { palace, query } = route.value;
  const by = TABS.includes(query.by) ? query.by : "all";
  if (!query.q) return html`<${Heading} title=${t("nav.search")} /><${Empty}><p>${t("search.empty")}</p></${Empty}>`;
  if (knownAt.value) return html`<${Heading} title=${html`<bdi>${shown(query.q)}</bdi>`} /><${Known} palace=${palace} query=${query} />`;
  return html`<${Heading} title=${html`<bdi>${shown(query.q)}</bdi>`} />
    <nav class="tabs" aria-label=${t("search.by")}>${TABS.map((each) => html`<a key=${each} href=${href("search", { query: { ...query, by: each === "all" ? null : each, m: null } })} aria-current=${each === by ? "page" : undefined}>${t(`search.by_${each}`)}</a>`)}</nav>
    ${by === "agent" ? html`<${ForAgent} palace=${palace} question=${query.q} />` : html`<${Hits} palace=${palace} query=${query} by=${by} />`}`;
}

function Hits({ palace, query, by }) {
  const scope = Object.fromEntries(FILTERS.map((name) => [name, query[name]]));
  const asked = { q: query.q, by, top_k: 20, ...scope, as_of: moment.value };
  const { data, error, loading, reload } = useData(JSON.stringify([palace, asked]), (abort) => get(palacePath(palace, "/search"), asked, abort));
  const [whys, toggle] = useState(new Set());
  const [isAsking, ask] = useState(false);
  const flip = (id) => { const next = new Set(whys); if (!next.delete(id)) next.add(id); toggle(next); };
  useKeys({
    w: () => { const id = document.activeElement?.closest?.(".row")?.dataset.id ?? data?.hits[0]?.drawer.id; if (id) flip(id); },
    n: () => ask(true),
  });
  const hits = data?.hits ?? [];
  const words = Object.fromEntries(hits.map((hit) => [hit.drawer.id, hit.words]));
  const best = Math.max(...hits.map((hit) => hit.score ?? 0), 0);
  const extra = (row) => {
    const hit = hits.find((each) => each.drawer.id === row.id);
    const isShort = firstLine(hit.drawer.content) === hit.drawer.content.trim() && hit.drawer.content.length < 220;
    return html`<${Lineage} hit=${hit} />${!isShort && html`<div class="passage" dir="auto">${marked(hit.drawer.content, hit.words)}</div>`}<div class="hit-why"><${TermBar} terms=${hit.terms} score=${hit.score} best=${best} /><span class="figure">${number(hit.score ?? 0, { maximumFractionDigits: 2, minimumFractionDigits: 2 })}</span>${hit.similarity !== null && html`<span>${t("why.similarity", { share: percent(hit.similarity) })}</span>`}<button type="button" class="quiet" aria-expanded=${whys.has(row.id)} onClick=${() => flip(row.id)}>${t("why.button")}</button></div>${whys.has(row.id) && html`<${Why} standing=${hit} />`}`;
  };
  return html`<${Filters} query=${query} /><${Problem} error=${error} again=${reload} /><${Loading} when=${loading && !data} />
    ${data && html`<div class=${`plain-split${query.m ? " with-panel" : ""}`}><div class="list-side" aria-busy=${loading}><div class="toolbar"><span role="status">${data.strength ? html`<span class=${`strength-${data.strength}`}>${t(`strength.${data.strength}`)}</span> · ` : ""}${t("search.found", { count: hits.length, ranked: data.ranked })}</span>${data.by_words_alone && html`<span class="state warn">${t("search.words_alone")}</span>`}${Object.entries(data.read_as).map(([typed, meant]) => html`<span class="state" key=${typed}>${t("search.read_as", { typed, meant })}</span>`)}${data.waiting > 0 && html`<span class="state">${t("search.waiting", { count: data.waiting })}</span>`}<span class="grow"></span><button type="button" class="quiet" onClick=${() => ask(true)}>${t("whynot.button")} <kbd>n</kbd></button><${Copy} text=${asCurl(palacePath(palace, "/search"), asked)} label=${t("search.curl")} /></div>
      ${hits.length ? html`<${MemoryList} rows=${hits.map((hit) => hit.drawer)} words=${words} extra=${extra} label=${t("search.hits")} />` : html`<${Nothing} palace=${palace} data=${data} onAsk=${() => ask(true)} />`}</div><${Panel} words=${words} /></div>`}
    ${isAsking && html`<${WhyNot} palace=${palace} question=${query.q} close=${() => ask(false)} />`}`;
}

/** What a hit takes the place of, and what holds now in its place. */
function Lineage({ hit }) {
  return html`${hit.replaced_by && html`<p class="lineage"><a href=${href("m", { rest: [hit.replaced_by] })}>${t("memory.newer_holds")}</a></p>`}
    ${hit.before && html`<p class="lineage" dir="auto"><span class="muted">${t("memory.before")} ${shown(hit.before.date)}</span> <a href=${href("m", { rest: [hit.before.id] })}>${shown(hit.before.text)}</a></p>`}`;
}

function Filters({ query }) {
  const held = FILTERS.filter((name) => query[name]);
  return html`<details class="search-filters" open=${held.length > 0}><summary>${t("memories.filters")}</summary><div class="toolbar">${held.map((name) => html`<button type="button" key=${name} class="chip on" onClick=${() => amend({ [name]: null })}>${t(`facet.${name}`)}: <bdi>${named(name, query[name])}</bdi> ×</button>`)}
    ${Object.entries(CHOICES).filter(([name]) => !query[name]).map(([name, values]) => html`<label key=${name}><span class="sr">${t(`facet.${name}`)}</span><select value="" onChange=${(event) => amend({ [name]: event.target.value || null })}><option value="">${t(`facet.${name}`)}</option>${values.map((value) => html`<option key=${value} value=${value}>${named(name, value)}</option>`)}</select></label>`)}</div></details>`;
}

/** The reasons of a rank. */
export function Why({ standing }) {
  return html`<div class="why"><${TermTable} terms=${standing.terms} score=${standing.score} /><div>
    <p>${t("why.words")}: ${standing.words.length ? standing.words.map((word) => html`<span class="chip" key=${word}>${shown(word)}</span> `) : "–"}</p>
    <p>${t("why.word_place")}: ${standing.word_place ? number(standing.word_place) : "–"}</p><p>${t("why.vector_place")}: ${standing.vector_place ? number(standing.vector_place) : "–"}</p><p>${t("why.cosine")}: ${standing.similarity === null ? "–" : number(standing.similarity, { maximumFractionDigits: 3 })}</p>
    ${Object.entries(standing.beside).map(([term, id]) => html`<p key=${term}>${t(`why.beside_${term}`)}: <a href=${href("m", { rest: [id] })}>${t("nav.memory")}</a></p>`)}</div></div>`;
}

function Nothing({ palace, data, onAsk }) {
  const places = useData(`${palace}/places`, (abort) => get(palacePath(palace, "/places"), {}, abort));
  const wings = [...new Set((places.data ?? []).map((row) => row.wing))].slice(0, 12);
  return html`<${Empty}><p>${t("search.nothing")}</p>${data.skipped_words.length > 0 && html`<p>${t("search.skipped")}: ${data.skipped_words.map((word) => html`<span class="chip" key=${word}>${shown(word)}</span> `)}</p>`}${wings.length > 0 && html`<p>${t("search.wings")}: ${wings.map((wing) => html`<a class="chip" key=${wing} href=${href("memories", { query: { wing } })}><bdi>${shown(wing)}</bdi></a> `)}</p>`}<p class="actions"><button type="button" onClick=${onAsk}>${t("whynot.button")}</button></p></${Empty}>`;
}

/** Why a memory that one picks does not come. */
export function WhyNot({ palace, question, close, start = null }) {
  const [text, type] = useState("");
  const [picked, pick] = useState(start);
  const found = useData(text.trim() && !picked ? `${palace}/${text}` : null, (abort) => get(palacePath(palace, "/search"), { q: text, by: "words", top_k: 8, max_tokens: 800 }, abort));
  const judged = useData(picked ? `${picked}/${question}` : null, (abort) => get(palacePath(palace, `/drawers/${encodeURIComponent(picked)}/standing`), { q: question, top_k: 20 }, abort));
  const rows = picked ? [] : found.data?.hits ?? [];
  return html`<${Dialog} label=${t("whynot.title")} close=${close}><h2>${t("whynot.title")}</h2><p class="muted" dir="auto">“${shown(question)}”</p>
    ${!picked && html`<label>${t("whynot.which")}<input autofocus value=${text} onInput=${(event) => type(event.target.value)} /></label><p class="actions"><button type="button" disabled=${!text.trim()} onClick=${() => pick(text.trim())}>${t("whynot.by_id")}</button></p>`}
    <ul class="rows">${rows.map(({ drawer }) => html`<li class="row" key=${drawer.id}><button type="button" class="quiet row-text" dir="auto" onClick=${() => pick(drawer.id)}>${shown(beginning(drawer.content, 160))}</button></li>`)}</ul>
    <${Problem} error=${found.error ?? judged.error} /><${Loading} when=${picked && judged.loading} />
    ${judged.data && picked && html`<p><strong>${t(`stage.${judged.data.stage}`)}</strong></p><p class="verbatim" dir="auto">${shown(beginning(judged.data.drawer.drawer.content, 400))}</p><p class="muted">${judged.data.drawer.place ? t("whynot.place", { place: judged.data.drawer.place, ranked: judged.data.ranked }) : t("whynot.unranked", { count: judged.data.nominees })}</p><${Why} standing=${judged.data.drawer} />${judged.data.last_shown && html`<p class="muted">${t("whynot.last", { score: number(judged.data.last_shown.score ?? 0, { maximumFractionDigits: 2 }) })}</p>`}`}
    <p class="actions">${picked && html`<button type="button" onClick=${() => pick(null)}>${t("whynot.other")}</button>`}<button type="button" onClick=${close}>${t("action.close")}</button></p></${Dialog}>`;
}

function ForAgent({ palace, question }) {
  const reminder = useData(`${palace}/${question}`, (abort) => get(palacePath(palace, "/reminder"), { prompt: question }, abort));
  const call = JSON.stringify({ name: "mempalace_search", arguments: { query: question } });
  return html`<${Problem} error=${reminder.error} again=${reminder.reload} /><${Loading} when=${reminder.loading && !reminder.data} />${reminder.data && html`<div class="detail full"><p>${t("agent.reminder")} · ${t("agent.tokens", { count: reminder.data.tokens })}</p><div class="verbatim card" dir="auto">${reminder.data.text ? shown(reminder.data.text) : t("agent.nothing")}</div><p>${t("agent.call")}</p><div class="verbatim card">${shown(call)}</div><p class="actions"><${Copy} text=${call} label=${t("action.copy")} /></p></div>`}`;
}
