// The health of a palace, and its recall: how often questions made of its memories find them again, and which they miss.
import { html, useState } from "../vendor/preact.js";
import { t, number, percent } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, href } from "../core/router.js";
import { shown } from "../core/text.js";
import { Empty, Heading, Loading, Problem } from "../parts/bits.js";
import { Health } from "../parts/health.js";
import { WhyNot } from "./search.js";

export default function Check() {
  const { palace } = route.value;
  const [budget, set] = useState(10);
  const [run, start] = useState(0);
  const [asked, ask] = useState(null);
  const { data, error, loading } = useData(run ? `${palace}/${run}` : null, (abort) => get(palacePath(palace, "/check"), { questions: 60, budget_s: budget, seed: run }, abort));
  return html`<${Heading} title=${t("nav.check")} /><${Health} key=${palace} palace=${palace} /><h2>${t("check.recall")}</h2><p>${t("check.text")}</p><form class="toolbar" onSubmit=${(event) => { event.preventDefault(); start(run + 1); }}><label>${t("check.budget")} <select value=${budget} onChange=${(event) => set(Number(event.target.value))}>${[5, 10, 20, 40].map((each) => html`<option key=${each} value=${each}>${t("check.seconds", { count: each })}</option>`)}</select></label><button type="submit" class="main-action" disabled=${run > 0 && loading}>${t("check.run")}</button>${run > 0 && loading && html`<button type="button" onClick=${() => start(0)}>${t("check.stop")}</button>`}</form>
    <${Problem} error=${error} /><${Loading} when=${run > 0 && loading} />
    ${data && (data.questions ? html`<section class="card"><h2>${t("check.asked", { count: data.questions })}</h2><table class="list"><thead><tr><th scope="col">${t("check.by")}</th><th scope="col">${t("check.first")}</th><th scope="col">${t("check.five")}</th><th scope="col">${t("check.ten")}</th><th scope="col">${t("check.median")}</th></tr></thead><tbody>${data.recipes.map((each) => html`<tr key=${each.recipe}><th scope="row">${t(`check.${each.recipe}`)}</th><${Found} figures=${each} /><td class="figure" data-name=${t("check.median")}>${number(each.median_ms, { maximumFractionDigits: 0 })} ms</td></tr>`)}</tbody></table>
        <table class="list"><thead><tr><th scope="col">${t("check.kind")}</th><th scope="col">${t("check.count")}</th><th scope="col">${t("check.first")}</th><th scope="col">${t("check.five")}</th><th scope="col">${t("check.ten")}</th></tr></thead><tbody>${data.kinds.map((each) => html`<tr key=${each.kind}><th scope="row">${t(`check.${each.kind.replace(" ", "_")}`)}</th><td class="figure" data-name=${t("check.count")}>${number(each.questions)}</td><${Found} figures=${each} /></tr>`)}</tbody></table></section>
      <section class="card"><h2>${t("check.misses", { count: data.misses.length })}</h2>${data.misses.length === 0 && html`<p class="muted">${t("check.no_miss")}</p>`}<ul class="rows">${data.misses.map((miss) => html`<li class="row" key=${miss.question + miss.memory}><div class="row-body"><span dir="auto">${shown(miss.question)}</span><div class="row-meta"><span>${t(`check.${miss.kind.replace(" ", "_")}`)}</span><a href=${href("m", { rest: [miss.memory] })}>${t("nav.memory")}</a><button type="button" class="quiet" onClick=${() => ask(miss)}>${t("whynot.button")}</button></div></div></li>`)}</ul></section>` : html`<${Empty}><p>${t("check.empty")}</p></${Empty}>`)}
    ${asked && html`<${WhyNot} palace=${palace} question=${asked.question} start=${asked.memory} close=${() => ask(null)} />`}`;
}

const Meter = ({ share }) => html`<span class="figure-row"><span class="meter" aria-hidden="true"><i style=${{ width: `${share * 100}%` }}></i></span><span class="figure">${percent(share)}</span></span>`;

const Found = ({ figures }) => ["first", "five", "ten"].map((each) => html`<td key=${each} data-name=${t(`check.${each}`)}><${Meter} share=${figures[each]} /></td>`);
