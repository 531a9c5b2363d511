// Memories as they were known at a moment: each comes whole once it is opened, since what is kept of it today may differ.
import { html, useState } from "../vendor/preact.js";
import { t } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { knownAt, moment } from "../core/router.js";
import { beginning, firstLine, shown } from "../core/text.js";
import { Empty, Loading, PlaceLink, Problem, Tags, Time, Verbatim } from "./bits.js";

// Enough for the first lines of a hundred.
const TOKENS = 20_000;

export function Known({ palace, query }) {
  const asked = { at: knownAt.value, as_of: moment.value, q: query.q, wing: query.wing, limit: query.q ? 20 : 100, max_tokens: TOKENS };
  const { data, error, loading, reload } = useData(JSON.stringify([palace, asked]), (abort) => get(palacePath(palace, "/known"), asked, abort));
  return html`<${Problem} error=${error} again=${reload} /><${Loading} when=${loading && !data} />${data && !data.length && !error && html`<${Empty}><p>${t("known.empty")}</p></${Empty}>`}
    ${data?.length > 0 && !error && html`${!query.q && html`<p class="hint">${t("known.newest")}</p>`}<ul class="rows full" aria-label=${t("nav.memories")}>${data.map((row) => html`<${Row} key=${row.id} palace=${palace} row=${row} />`)}</ul>`}`;
}

function Row({ palace, row }) {
  const [isOpen, open] = useState(false);
  return html`<li class="row"><div class="row-body"><details onToggle=${(event) => open(event.target.open)}><summary dir="auto">${shown(beginning(firstLine(row.content), 300))}</summary>${isOpen && html`<${Whole} palace=${palace} id=${row.id} />`}</details><div class="row-meta"><${PlaceLink} wing=${row.wing} room=${row.room} /><bdi class="who">${shown(row.author || row.added_by)}</bdi><${Time} at=${row.event_time ?? row.created_at} /><${Tags} tags=${row.tags} /></div></div></li>`;
}

function Whole({ palace, id }) {
  const { data, error, loading, reload } = useData(JSON.stringify([palace, id, knownAt.value]), (abort) => get(palacePath(palace, `/drawers/${encodeURIComponent(id)}`), { known_at: knownAt.value, max_tokens: 0 }, abort));
  return html`<${Problem} error=${error} again=${reload} /><${Loading} when=${loading && !data} />${data && html`<${Verbatim} text=${data.content} />`}`;
}
