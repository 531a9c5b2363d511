// All palaces: how much each holds, its last ninety days, and what keeps one from opening.
import { html, useState } from "../vendor/preact.js";
import { t, number } from "../core/i18n.js";
import { get, api, palacePath, useData } from "../core/api.js";
import { href, go, route } from "../core/router.js";
import { me } from "../core/session.js";
import { shown } from "../core/text.js";
import { Empty, Heading, Loading, Problem, Time } from "../parts/bits.js";
import { Strip } from "../parts/charts.js";

export default function Home() {
  const { data, error, loading, reload } = useData(`palaces/${route.value.query.gone ?? ""}`, (abort) => get("/palaces", {}, abort));
  const mayMake = me.value?.may_write && !me.value?.palace;
  return html`<${Heading} title=${t("nav.home")} count=${data ? number(data.length) : null} /><${Problem} error=${error} again=${reload} /><${Loading} when=${loading && !data} />
    ${data && !data.length && html`<${Empty}><p>${t("home.empty")}</p></${Empty}>`}
    <div class="cards">${(data ?? []).map((each) => html`<${Card} key=${each.id} palace=${each} />`)}</div>${mayMake && html`<${Make} />`}`;
}

function Card({ palace }) {
  const days = useData(palace.error ? null : palace.id, (abort) => get(palacePath(palace.id, "/days"), { limit: 90 }, abort));
  return html`<article class="card"><h2><a href=${href("overview", { palace: palace.id })}><bdi>${shown(palace.name)}</bdi></a></h2>
    ${palace.description && html`<p dir="auto">${shown(palace.description)}</p>`}
    ${palace.error ? html`<p class="problem" dir="auto">${shown(palace.error)}</p>` : html`<p class="muted">${t("home.holds", { count: palace.drawer_count })} · ${t("home.facts", { count: palace.kg_triple_count })}</p><${Strip} days=${days.data ?? []} label=${palace.name} />`}
    ${palace.created_at && html`<p class="hint">${t("home.made")} <${Time} at=${palace.created_at} absolute /></p>`}</article>`;
}

function Make() {
  const [name, type] = useState("");
  const [error, fail] = useState(null);
  const make = async (event) => {
    event.preventDefault();
    try { const made = await api("POST", "/palaces", { body: { name: name.trim() } }); go(href("overview", { palace: made.id })); } catch (refusal) { fail(refusal); }
  };
  return html`<form class="stack card" onSubmit=${make}><h2>${t("home.new")}</h2><label>${t("home.name")}<input required maxlength="128" value=${name} onInput=${(event) => type(event.target.value)} /></label><${Problem} error=${error} /><p class="actions"><button type="submit" class="main-action" disabled=${!name.trim()}>${t("home.create")}</button></p></form>`;
}
