// Memories as they were known at a moment, whole, since what is kept of them today may differ.
import { html } from "../vendor/preact.js";
import { t } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { knownAt, moment } from "../core/router.js";
import { firstLine, shown } from "../core/text.js";
import { Empty, Loading, PlaceLink, Problem, Tags, Time } from "./bits.js";

export function Known({ palace, query }) {
  const asked = { at: knownAt.value, as_of: moment.value, q: query.q, wing: query.wing, limit: query.q ? 20 : 100, max_tokens: 0 };
  const { data, error, loading, reload } = useData(JSON.stringify([palace, asked]), (abort) => get(palacePath(palace, "/known"), asked, abort));
  return html`<${Problem} error=${error} again=${reload} /><${Loading} when=${loading && !data} />${data && !data.length && !error && html`<${Empty}><p>${t("known.empty")}</p></${Empty}>`}
    ${data?.length > 0 && !error && html`${!query.q && html`<p class="hint">${t("known.newest")}</p>`}<ul class="rows full" aria-label=${t("nav.memories")}>${data.map((row) => html`<li class="row" key=${row.id}><div class="row-body"><details><summary dir="auto">${shown(firstLine(row.content).slice(0, 300))}</summary><div class="verbatim" dir="auto">${shown(row.content)}</div></details><div class="row-meta"><${PlaceLink} wing=${row.wing} room=${row.room} /><bdi class="who">${shown(row.author || row.added_by)}</bdi><${Time} at=${row.event_time ?? row.created_at} /><${Tags} tags=${row.tags} /></div></div></li>`)}</ul>`}`;
}
