// One entity: its facts as bars in time, its neighbourhood, what was observed, and the memories that name it.
import { html, useState } from "../vendor/preact.js";
import { t, number } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, href, knownAt, moment } from "../core/router.js";
import { shown } from "../core/text.js";
import { Heading, Loading, Problem, Tags, Time } from "../parts/bits.js";
import { ValidityBars, linkEntitiesBy } from "../parts/charts.js";
import { Graph } from "../parts/graph.js";
import { MemoryList } from "../parts/rows.js";
import { Panel } from "../parts/detail.js";
import { FactForm, endFact } from "../parts/facts.js";
import { MergeDialog } from "../parts/merging.js";
import { mayWrite } from "../parts/writing.js";

linkEntitiesBy((name) => href("e", { rest: [name] }));

export default function Entity() {
  const { palace, query } = route.value;
  const name = route.value.rest.join("/");
  const path = palacePath(palace, `/entities/${encodeURIComponent(name)}`);
  const [isAll, all] = useState(true);
  const [isMerging, merging] = useState(false);
  const { data, error, loading, reload } = useData(JSON.stringify([palace, name, moment.value, knownAt.value]), (abort) => get(path, { as_of: moment.value, known_at: knownAt.value, max_tokens: 0 }, abort));
  if (!data) return html`<${Problem} error=${error} again=${reload} /><${Loading} when=${loading} />`;
  const facts = isAll ? data.facts : data.facts.filter((fact) => !fact.to_at);
  const past = data.facts.filter((fact) => fact.to_at).length;
  return html`<${Heading} title=${html`<bdi>${shown(data.name)}</bdi>`}><span class="state">${shown(data.type)}</span><span class="muted">${t("facts.changed")} <${Time} at=${data.updated_at} /></span>${mayWrite() && html`<button type="button" onClick=${() => merging(true)}>${t("merge.action")}</button>`}</${Heading}>
    ${data.aliases.length > 0 && html`<p class="muted">${t("merge.aliases")} ${data.aliases.map((each, index) => html`${index > 0 ? ", " : ""}<bdi key=${each}>${shown(each)}</bdi>`)}</p>`}${isMerging && html`<${MergeDialog} palace=${palace} name=${data.name} close=${() => merging(false)} done=${reload} />`}
    ${data.summary && html`<p dir="auto">${shown(data.summary)}</p>`}<${Tags} tags=${data.tags} />
    <section class="card"><div class="detail-top"><h2>${t("facts.in_time")} <span class="muted">${number(data.facts.length)}</span></h2>${past > 0 && html`<label class="check"><input type="checkbox" checked=${isAll} onChange=${() => all(!isAll)} />${t("facts.with_past", { count: past })}</label>`}</div>
      ${facts.length ? html`<${ValidityBars} facts=${facts} at=${moment.value} name=${data.name} onEnd=${mayWrite() ? (fact) => endFact(palace, fact, reload) : null} />` : html`<p class="muted">${t("facts.none")}</p>`}
      ${mayWrite() && html`<details><summary>${t("facts.new")}</summary><${FactForm} palace=${palace} subject=${data.name} done=${reload} /></details>`}</section>
    <${Graph} palace=${palace} name=${data.name} />
    ${data.observations.length > 0 && html`<section class="card"><h2>${t("facts.observations")}</h2><ul>${data.observations.map((each) => html`<li key=${each.ordinal} dir="auto">${shown(each.content)} <span class="muted"><${Time} at=${each.created_at} /></span></li>`)}</ul></section>`}
    ${data.named_in.length > 0 && html`<h2>${t("facts.named_in")}</h2><div class=${`plain-split${query.m ? " with-panel" : ""}`}><div class="list-side"><${MemoryList} rows=${data.named_in} /></div><${Panel} onChange=${reload} /></div>`}`;
}
