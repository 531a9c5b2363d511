// A palace at a glance: how much it holds, what happened lately, its wings, and what is new since the last visit.
import { html, useEffect, useState } from "../vendor/preact.js";
import { t, number, ago } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, href, go } from "../core/router.js";
import { listen } from "../core/live.js";
import { shown } from "../core/text.js";
import { hue, Heading, Loading, Problem, Time } from "../parts/bits.js";
import { Strip } from "../parts/charts.js";
import { MemoryList } from "../parts/rows.js";
import { Panel } from "../parts/detail.js";
import { FirstMemory } from "../parts/first.js";

export default function Overview() {
  const { palace, query } = route.value;
  const [fresh, count] = useState(0);
  const [visit] = useState(() => lastVisit(palace));
  const { data, error, loading, reload } = useData(palace, async (abort) => {
    const path = (rest) => palacePath(palace, rest);
    const [info, places, days, latest, writers, review] = await Promise.all([
      get(path(""), {}, abort), get(path("/places"), {}, abort), get(path("/days"), { limit: 90 }, abort),
      get(path("/memories"), { limit: 8 }, abort), get(path("/memories"), { limit: 1, facets: true, ended: "with" }, abort), get(path("/supersessions"), { limit: 1 }, abort),
    ]);
    return { info, places, days, latest, writers, waiting: review.waiting };
  });
  useEffect(() => listen((event) => { if (event.data?.palace === palace) count((before) => before + 1); }), [palace]);
  if (!data) return html`<${Problem} error=${error} again=${reload} /><${Loading} when=${loading} />`;
  const { info, places, days, latest, writers, waiting } = data;
  if (!info.drawer_count && !info.kg_triple_count) return html`<${Heading} title=${html`<bdi>${shown(palace)}</bdi>`} /><${FirstMemory} onFiled=${reload} />`;
  const wings = Object.entries(places.reduce((all, row) => ({ ...all, [row.wing]: (all[row.wing] ?? 0) + row.count }), Object.create(null))).sort((one, other) => other[1] - one[1]);
  const news = visit ? latest.rows.filter((row) => row.created_at > visit).length : 0;
  return html`<${Heading} title=${html`<bdi>${shown(palace)}</bdi>`}>${fresh > 0 && html`<button type="button" onClick=${() => { count(0); reload(); }}>${t("overview.fresh", { count: fresh })}</button>`}</${Heading}>
    ${info.description && html`<p dir="auto">${shown(info.description)}</p>`}
    <div class="figures"><a href=${href("memories")}><b>${number(info.drawer_count)}</b><span>${t("nav.memories")}</span></a><a href=${href("facts")}><b>${number(info.kg_triple_count)}</b><span>${t("overview.facts")}</span></a><a href=${href("map")}><b>${number(info.wing_count)}</b><span>${t("overview.wings")}</span></a><a href=${href("memories", { query: { ended: "only" } })}><b>${number(writers.total - latest.total)}</b><span>${t("overview.ended")}</span></a>${waiting > 0 && html`<a href=${href("review")}><b>${number(waiting)}</b><span>${t("overview.proposals", { count: waiting })}</span></a>`}</div>
    <div class="two"><section class="card"><h2>${t("overview.activity")}</h2><${Strip} days=${days} label=${t("overview.activity")} onPick=${(each) => go(href("memories", { query: { since: each, until: each } }))} /><p class="hint">${latest.rows[0] ? html`${t("overview.last")} <${Time} at=${latest.rows[0].created_at} />` : ""}</p></section>
      <section class="card"><h2>${t("overview.writers")}</h2><ul>${(writers.facets.added_by ?? []).slice(0, 7).map(({ value, count: each }) => html`<li key=${value} class="figure-row"><a class="grow" href=${href("memories", { query: { added_by: value } })}><bdi>${shown(value)}</bdi></a><span class="figure muted">${number(each)}</span></li>`)}</ul></section>
      <section class="card"><h2>${t("overview.wings")}</h2><ul>${wings.slice(0, 10).map(([wing, each]) => html`<li key=${wing} class="figure-row"><span class=${`dot hue-${hue(wing)}`} aria-hidden="true"></span><a class="grow" href=${href("memories", { query: { wing } })}><bdi>${shown(wing)}</bdi></a><span class="figure muted">${number(each)}</span></li>`)}</ul>${wings.length > 10 && html`<a href=${href("map")}>${t("memories.all", { count: wings.length })}</a>`}</section></div>
    <h2>${t("overview.latest")}${news > 0 ? ` · ${t("overview.news", { count: news, when: ago(visit) })}` : ""}</h2><div class=${`plain-split${query.m ? " with-panel" : ""}`}><div class="list-side"><${MemoryList} rows=${latest.rows} /></div><${Panel} onChange=${reload} /></div>`;
}

/** When this palace was last looked at from this browser. */
function lastVisit(palace) {
  const name = `simonides.visit.${palace}`;
  try {
    const before = localStorage.getItem(name);
    localStorage.setItem(name, new Date().toISOString());
    return before;
  } catch { return null; }
}
