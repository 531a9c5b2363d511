// Diaries of agents, by agent and day.
import { html, useState } from "../vendor/preact.js";
import { t, number, day } from "../core/i18n.js";
import { api, get, palacePath, useData } from "../core/api.js";
import { route, amend, href, moment } from "../core/router.js";
import { say } from "../core/notices.js";
import { shown } from "../core/text.js";
import { Empty, Heading, Loading, Problem, Time, Verbatim } from "../parts/bits.js";
import { mayWrite } from "../parts/writing.js";

const PAGE = 50;
/** How many tokens the entries of a page share; each comes whole where it is opened. */
const TOKENS = 20_000;

export default function Diary() {
  const { palace, query } = route.value;
  const [limit, more] = useState(PAGE);
  const { data, error, loading, reload } = useData(JSON.stringify([palace, query.agent, moment.value, limit]), async (abort) => {
    const page = (offset) => get(palacePath(palace, "/diary"), { agent: query.agent, until: moment.value, limit: PAGE, offset, max_tokens: TOKENS }, abort);
    const first = await page(0);
    for (let offset = PAGE; offset < Math.min(limit, first.total); offset += PAGE) first.entries.push(...(await page(offset)).entries);
    return first;
  });
  const days = new Map();
  for (const entry of data?.entries ?? []) days.set(entry.written_at.slice(0, 10), [...(days.get(entry.written_at.slice(0, 10)) ?? []), entry]);
  return html`<${Heading} title=${t("nav.diary")} count=${data ? number(data.total) : null} /><${Problem} error=${error} again=${reload} /><${Loading} when=${loading && !data} />
    ${data && html`<div class="toolbar"><button type="button" class="chip" aria-pressed=${!query.agent} onClick=${() => amend({ agent: null })}>${t("diary.all")}</button>${data.agents.map((name) => html`<button type="button" class="chip" key=${name} aria-pressed=${query.agent === name} onClick=${() => amend({ agent: name })}><bdi>${shown(name)}</bdi></button>`)}</div>
    ${!data.entries.length && html`<${Empty}><p>${t("diary.empty")}</p></${Empty}>`}
    ${[...days].map(([date, entries]) => html`<section key=${date} class="detail full"><h2>${day(date)}</h2>${entries.map((entry) => html`<article class="card" key=${entry.id}><div class="row-meta"><bdi>${shown(entry.agent)}</bdi><span>${shown(entry.topic)}</span><${Time} at=${entry.written_at} /><a href=${href("m", { rest: [entry.id] })}>${t("memory.whole")}</a></div><${Verbatim} text=${entry.text} />${entry.notes.length > 0 && html`<${Unfolded} notes=${entry.notes} />`}</article>`)}</section>`)}
    ${data.entries.length < data.total && html`<p class="actions"><button type="button" disabled=${loading} onClick=${() => more(limit + PAGE)}>${t("memories.more", { count: data.total - data.entries.length })}</button></p>`}
    ${mayWrite() && html`<${Write} palace=${palace} agent=${query.agent ?? data.agents[0] ?? ""} done=${reload} />`}`}`;
}

/** Shorthand in words: who, what about, what was said. */
function Unfolded({ notes }) {
  const list = (each, name) => (each[name].length ? html`<span><span class="muted">${t(`diary.${name}`)}</span> <bdi>${shown(each[name].join(", "))}</bdi></span>` : null);
  return html`<details open><summary>${t("diary.unfolded")}</summary><ul>${notes.map((each, index) => html`<li key=${index} class="row-meta">${list(each, "names")}${list(each, "topics")}${each.quote && html`<q dir="auto">${shown(each.quote)}</q>`}${list(each, "moods")}${list(each, "marks")}${each.rest.length > 0 && html`<bdi>${shown(each.rest.join(", "))}</bdi>`}</li>`)}</ul></details>`;
}

function Write({ palace, agent, done }) {
  const [fields, set] = useState({ agent, entry: "", topic: "" });
  const [error, fail] = useState(null);
  const send = async (event) => {
    event.preventDefault();
    try { await api("POST", palacePath(palace, "/diary"), { body: { ...fields, topic: fields.topic.trim() || "general" } }); set({ ...fields, entry: "" }); fail(null); say(t("memory.filed")); done(); } catch (refusal) { fail(refusal); }
  };
  return html`<form class="stack card" onSubmit=${send}><h2>${t("diary.write")}</h2><div class="side"><label>${t("diary.agent")}<input value=${fields.agent} onInput=${(event) => set({ ...fields, agent: event.target.value })} /></label><label>${t("diary.topic")}<input value=${fields.topic} onInput=${(event) => set({ ...fields, topic: event.target.value })} /></label></div><label>${t("diary.entry")}<textarea rows="4" value=${fields.entry} onInput=${(event) => set({ ...fields, entry: event.target.value })}></textarea></label><${Problem} error=${error} /><p class="actions"><button type="submit" class="main-action" disabled=${!fields.agent.trim() || !fields.entry.trim()}>${t("memory.file")}</button></p></form>`;
}
