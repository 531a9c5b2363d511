// Time: months to brush, facts that begin and end, diary, dreams, and two moments compared.
import { html, useState } from "../vendor/preact.js";
import { t, number, day } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, href, amend, moment } from "../core/router.js";
import { beginning, firstLine, shown } from "../core/text.js";
import { Empty, Heading, Loading, Problem, Time as When } from "../parts/bits.js";
import { Histogram, ValidityBars, linkEntitiesBy } from "../parts/charts.js";
import { FirstMemory } from "../parts/first.js";
import { MemoryList } from "../parts/rows.js";
import { Panel } from "../parts/detail.js";
import { Upkeep } from "../parts/upkeep.js";

linkEntitiesBy((name) => href("e", { rest: [name] }));

export default function Time() {
  const { palace, query } = route.value;
  // In the past nothing is shown that came later.
  const until = query.until ?? moment.value;
  const months = useData(JSON.stringify([palace, moment.value]), (abort) => get(palacePath(palace, "/days"), { by: "month", until: moment.value, limit: 60 }, abort));
  const facts = useData(`${palace}/facts`, (abort) => get(palacePath(palace, "/facts"), { limit: 300 }, abort));
  const rows = useData(JSON.stringify([palace, query.since, until]), (abort) => get(palacePath(palace, "/memories"), { since: query.since, until, order: "newest", limit: 30, ended: "with", max_tokens: 0 }, abort));
  const pick = (value, isRange) => {
    if (isRange && query.since) amend(value < query.since ? { since: value } : { until: value });
    else if (query.since === value && query.until === value) amend({ since: null, until: null });
    else amend({ since: value, until: value });
  };
  const inside = (facts.data ?? []).filter((fact) => touches(fact, query.since, until));
  return html`<${Heading} title=${t("nav.time")}>${query.since && html`<a class="chip" href=${href("memories", { query: { since: query.since, until: query.until } })}>${t("time.as_list")}</a>`}</${Heading}>
    <${Problem} error=${months.error} again=${months.reload} /><${Loading} when=${months.loading && !months.data} />
    ${months.data && (months.data.length ? html`<section class="card"><h2>${t("time.histogram")}</h2><${Histogram} months=${months.data} from=${query.since} to=${query.until} onPick=${pick} /><p class="hint">${t("time.hint")}</p></section>` : moment.value ? html`<${Empty}><p>${t("memories.nothing")}</p></${Empty}>` : html`<${FirstMemory} onFiled=${() => { months.reload(); rows.reload(); }} />`)}
    <div class="two"><div class="pile"><${Compare} palace=${palace} facts=${facts.data ?? []} query=${query} />${months.data?.length > 0 && html`<${Entries} palace=${palace} since=${query.since} until=${until} />`}</div>${inside.length > 0 && html`<section class="card"><h2>${t("time.facts")} <span class="muted">${number(inside.length)}</span></h2><${ValidityBars} facts=${inside.slice(0, 40)} name="" /></section>`}</div>
    ${months.data?.length > 0 && html`<${Upkeep} palace=${palace} since=${query.since} until=${until} done=${rows.reload} />`}
    ${rows.data && html`<h2>${t("nav.memories")} <span class="muted">${number(rows.data.total)}</span></h2><div class=${`plain-split${query.m ? " with-panel" : ""}`}><div class="list-side"><${MemoryList} rows=${rows.data.rows} /></div><${Panel} /></div>`}`;
}

const ENTRIES = 8;

/** What agents wrote into their diaries in that time. */
function Entries({ palace, since, until }) {
  const { data, error, reload } = useData(JSON.stringify([palace, since, until]), (abort) => get(palacePath(palace, "/diary"), { since, until, limit: ENTRIES }, abort));
  return html`<section class="card"><h2><a href=${href("diary")}>${t("nav.diary")}</a> ${data && html`<span class="muted">${number(data.total)}</span>`}</h2><${Problem} error=${error} again=${reload} />
    ${data && !data.total && html`<p class="muted">${t("time.no_diary")}</p>`}
    ${data?.total > 0 && html`<ul class="rows">${data.entries.map((entry) => html`<li class="row" key=${entry.id}><div class="row-body"><a class="row-text" href=${href("m", { rest: [entry.id] })} dir="auto">${shown(beginning(firstLine(entry.text), 300))}</a><div class="row-meta"><bdi>${shown(entry.agent)}</bdi><span>${shown(entry.topic)}</span><${When} at=${entry.written_at} /></div></div></li>`)}</ul>`}</section>`;
}

function touches(fact, since, until) {
  const [from, to] = [fact.from_at ?? fact.created_at, fact.to_at ?? "9999"];
  return (!until || from.slice(0, until.length) <= until) && (!since || to.slice(0, since.length) >= since);
}

const held = (fact, moment) => (fact.from_at ?? fact.created_at) <= moment && (!fact.to_at || fact.to_at > moment);

const VERBS = { began: "new", ended: "gone", corrected: "", changed: "" };
const LISTED_MAX = 40;

/** What began, ended and changed between two moments: facts by when they held, memories by when they were filed. */
function Compare({ palace, facts, query }) {
  const [one, first] = useState(query.one ?? "");
  const [other, second] = useState(query.other ?? "");
  const end = (text) => `${text}T23:59:59Z`;
  const isAsked = query.one && query.other;
  const [low, high] = [query.one, query.other].sort();
  const counts = useData(isAsked ? JSON.stringify([palace, low, high]) : null, async (abort) => {
    const count = async (asked) => (await get(palacePath(palace, "/memories"), { ...asked, limit: 1 }, abort)).total;
    // The log may not reach back so far; the rest can still be told.
    const told = await get(palacePath(palace, "/diff"), { since: end(low), until: end(high), kind: "memory", limit: 200, excerpt: 300, max_tokens: 0 }, abort).catch((error) => { if (error.name === "AbortError") throw error; return { error }; });
    return { low: await count({ as_of: low }), high: await count({ as_of: high }), told };
  });
  const [began, ended] = isAsked ? [facts.filter((fact) => !held(fact, end(low)) && held(fact, end(high))), facts.filter((fact) => held(fact, end(low)) && !held(fact, end(high)))] : [[], []];
  const list = (found, kind) => html`<ul>${found.slice(0, 40).map((fact) => html`<li key=${fact.id}><span class=${kind}><a href=${href("e", { rest: [fact.subject] })}><bdi>${shown(fact.subject)}</bdi></a> ${shown(fact.predicate)} <bdi>${shown(fact.object)}</bdi></span></li>`)}</ul>`;
  return html`<section class="card"><h2>${t("time.compare")}</h2><form class="stack" onSubmit=${(event) => { event.preventDefault(); amend({ one, other }); }}><div class="side"><label>${t("time.one")}<input type="date" value=${one} onInput=${(event) => first(event.target.value)} /></label><label>${t("time.other")}<input type="date" value=${other} onInput=${(event) => second(event.target.value)} /></label></div><p class="actions"><button type="submit" disabled=${!one || !other}>${t("time.compare")}</button></p></form><${Problem} error=${counts.error} />
    ${isAsked && html`<p>${counts.data ? t("time.counts", { low: counts.data.low, high: counts.data.high, one: day(low), other: day(high) }) : ""}</p><h2>${t("time.began", { count: began.length })}</h2>${list(began, "new")}<h2>${t("time.ended", { count: ended.length })}</h2>${list(ended, "gone")}${counts.data && html`<${Memories} told=${counts.data.told} />`}`}</section>`;
}

/** Memories that were filed, ended or reworded between the two, the latest first. */
function Memories({ told }) {
  if (told.error) return html`<h2>${t("nav.memories")}</h2><p class="hint" dir="auto">${shown(told.error.message)}</p>`;
  const found = [...told].reverse();
  const row = (each) => html`<li key=${each.id}><span class="state">${t(`act.${each.verb}`)}</span> <a class=${VERBS[each.verb]} href=${href("m", { rest: [each.id] })} dir="auto">${shown(firstLine(each.after || each.before))}</a>${each.verb === "corrected" && html` <span class="muted" dir="auto">← ${shown(firstLine(each.before))}</span>`} <bdi class="muted">${shown(each.who)}</bdi></li>`;
  return html`<h2>${t("time.memories", { count: found.length })}</h2><ul class="compared">${found.slice(0, LISTED_MAX).map(row)}${found.length > LISTED_MAX && html`<li class="muted">…</li>`}</ul>`;
}
