// The code that a memory names: where it stands in the index, or that it is gone.
import { html, useEffect } from "../vendor/preact.js";
import { t, number } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { href } from "../core/router.js";
import { shown } from "../core/text.js";

const line = (at) => number(at, { useGrouping: false });

export function CodeSights({ palace, id, version }) {
  const { data, reload } = useData(`${palace}/${id}/code`, (abort) => get(palacePath(palace, `/memories/${encodeURIComponent(id)}/code`), {}, abort));
  useEffect(() => { if (data) reload(); }, [version]);
  if (!data?.length) return null;
  return html`<section class="sights"><h2>${t("memory.code")}</h2><ul>${data.map((each) => html`<li key=${each.text}><code>${shown(each.text)}</code> ${each.is_gone ? html`<span class="state warn">${t("memory.code_gone")}</span>` : html`<ul>${each.places.map((place) => html`<${Place} key=${`${place.project}/${place.path}:${place.start_line}`} place=${place} />`)}</ul>`}</li>`)}</ul></section>`;
}

function Place({ place }) {
  return html`<li><a href=${href("code", { query: { code: place.name ?? place.path, project: place.project } })}><bdi>${shown(`${place.project}/${place.path}`)}</bdi></a> <span class="muted">${t("memory.code_lines", { first: line(place.start_line), last: line(place.end_line) })}</span></li>`;
}
