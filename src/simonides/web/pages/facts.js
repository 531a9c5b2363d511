// Entities by type, a way between two, and new facts.
import { html, useEffect, useState } from "../vendor/preact.js";
import { t, number } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, href, amend } from "../core/router.js";
import { beginning, shown } from "../core/text.js";
import { Empty, Heading, Loading, Problem, Time, hue } from "../parts/bits.js";
import { FactForm } from "../parts/facts.js";
import { mayWrite } from "../parts/writing.js";

export default function Facts() {
  const { palace, query } = route.value;
  const [text, type] = useState(query.name ?? "");
  const [limit, more] = useState(100);
  const asked = { q: query.name, type: query.type, limit };
  const { data, error, loading, reload } = useData(JSON.stringify([palace, asked]), (abort) => get(palacePath(palace, "/entities"), asked, abort));
  useEffect(() => { const timer = setTimeout(() => { if (text !== (query.name ?? "")) amend({ name: text || null }, { replace: true }); }, 200); return () => clearTimeout(timer); }, [text]);
  const total = data?.types.reduce((sum, each) => sum + each.count, 0) ?? 0;
  return html`<${Heading} title=${t("nav.facts")} count=${data ? number(data.total) : null} /><${Problem} error=${error} again=${reload} /><${Loading} when=${loading && !data} />
    ${data && html`<div class="split"><aside class="facets" aria-label=${t("facts.types")}><label>${t("facts.find")}<input type="search" value=${text} onInput=${(event) => type(event.target.value)} /></label><section><h2>${t("facts.types")}</h2><ul>
      <li><button type="button" aria-pressed=${!query.type} onClick=${() => amend({ type: null })}><span>${t("facts.all")}</span><span class="figure">${number(total)}</span></button></li>
      ${data.types.slice(0, 20).map(({ value, count }) => html`<li key=${value}><button type="button" aria-pressed=${query.type === value} onClick=${() => amend({ type: query.type === value ? null : value })}><span><span class=${`dot hue-${hue(value)}`} aria-hidden="true"></span><bdi>${shown(value)}</bdi></span><span class="figure">${number(count)}</span></button></li>`)}</ul></section></aside>
      <div>${data.rows.length ? html`<table class="list"><thead><tr><th scope="col">${t("facts.name")}</th><th scope="col">${t("facts.type")}</th><th scope="col">${t("facts.changed")}</th></tr></thead><tbody>${data.rows.map((row) => html`<tr key=${row.name}><td><a href=${href("e", { rest: [row.name] })}><bdi>${shown(row.name)}</bdi></a>${row.summary && html`<div class="hint" dir="auto">${shown(beginning(row.summary, 160))}</div>`}</td><td><span class=${`dot hue-${hue(row.type)}`} aria-hidden="true"></span>${shown(row.type)}</td><td class="muted"><${Time} at=${row.updated_at} /></td></tr>`)}</tbody></table>` : html`<${Empty}><p>${t("facts.empty")}</p></${Empty}>`}
      ${data.next !== null && html`<p class="actions"><button type="button" onClick=${() => more(Math.min(limit + 100, 200))} disabled=${limit >= 200}>${t("memories.more", { count: data.total - data.rows.length })}</button></p>`}
      <div class="two"><${Way} palace=${palace} query=${query} />${mayWrite() && html`<section class="card"><h2>${t("facts.new")}</h2><${FactForm} palace=${palace} done=${reload} /></section>`}</div></div></div>`}`;
}

function Way({ palace, query }) {
  const [from, setFrom] = useState(query.from ?? "");
  const [to, setTo] = useState(query.to ?? "");
  const isAsked = query.from && query.to;
  const { data, error } = useData(isAsked ? `${query.from}→${query.to}` : null, (abort) => get(palacePath(palace, "/path"), { start: query.from, goal: query.to }, abort));
  const send = (event) => { event.preventDefault(); amend({ from: from.trim(), to: to.trim() }); };
  return html`<section class="card"><h2>${t("facts.path")}</h2><form class="stack" onSubmit=${send}><div class="side"><label>${t("facts.from")}<input value=${from} onInput=${(event) => setFrom(event.target.value)} /></label><label>${t("facts.to")}<input value=${to} onInput=${(event) => setTo(event.target.value)} /></label></div><p class="actions"><button type="submit" disabled=${!from.trim() || !to.trim()}>${t("facts.find_path")}</button></p></form><${Problem} error=${error} />
    ${isAsked && data && (data.nodes.length ? html`<ol>${data.nodes.map((node, index) => html`<li key=${node.name}><a href=${href("e", { rest: [node.name] })}><bdi>${shown(node.name)}</bdi></a>${data.nodes[index + 1] && html` <span class="muted">${data.facts.filter((fact) => [fact.subject, fact.object].includes(node.name) && [fact.subject, fact.object].includes(data.nodes[index + 1].name)).map((fact) => fact.predicate).slice(0, 3).map((name) => shown(name))}</span>`}</li>`)}</ol>` : html`<p class="muted">${t("facts.no_path")}</p>`)}</section>`;
}
