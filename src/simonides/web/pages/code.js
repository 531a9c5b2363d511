// Source code that was indexed: projects with their progress, and a search over definitions.
import { html, useEffect, useState } from "../vendor/preact.js";
import { t, number, percent } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, href, amend } from "../core/router.js";
import { shown } from "../core/text.js";
import { Empty, Heading, Loading, Problem } from "../parts/bits.js";

export default function Code() {
  const { palace, query } = route.value;
  const [text, type] = useState(query.code ?? "");
  const projects = useData(palace, (abort) => get(palacePath(palace, "/code"), {}, abort));
  const hits = useData(query.code ? JSON.stringify([palace, query.code, query.project]) : null, (abort) => get(palacePath(palace, "/code/search"), { q: query.code, project: query.project }, abort));
  useEffect(() => { type(query.code ?? ""); }, [query.code]);
  if (projects.data && !projects.data.length) return html`<${Heading} title=${t("nav.code")} /><${Empty}><p>${t("code.empty")}</p><pre>simonides index . --palace ${palace}</pre></${Empty}>`;
  return html`<${Heading} title=${t("nav.code")} /><${Problem} error=${projects.error} again=${projects.reload} /><${Loading} when=${projects.loading && !projects.data} />
    <div class="cards">${(projects.data ?? []).map((each) => html`<article class="card" key=${each.id}><h2><button type="button" class="chip" aria-pressed=${query.project === each.id} onClick=${() => amend({ project: query.project === each.id ? null : each.id })}><bdi>${shown(each.id)}</bdi></button></h2><p class="muted"><code>${shown(each.root)}</code></p><p>${t("code.chunks", { count: each.chunks })} · ${t(`code.${each.state}`)}${each.chunks ? ` · ${t("code.embedded", { share: percent(each.embedded / each.chunks) })}` : ""}</p>${each.reason && html`<p class="problem" dir="auto">${shown(each.reason)}</p>`}</article>`)}</div>
    <form class="stack" role="search" onSubmit=${(event) => { event.preventDefault(); amend({ code: text.trim() || null }); }}><label>${t("code.search")}<input type="search" value=${text} onInput=${(event) => type(event.target.value)} /></label></form><${Problem} error=${hits.error} />
    ${query.code && hits.data && html`<ul class="rows" aria-label=${t("search.hits")}>${hits.data.map((hit) => html`<li class="row" key=${hit.id}><div class="row-body"><span><code>${shown(hit.path)}:${number(hit.start_line, { useGrouping: false })}</code> <strong><bdi>${shown(hit.name ?? "")}</bdi></strong> <span class="muted">${shown(hit.kind)} · ${shown(hit.project)}</span></span><div class="passage" dir="ltr">${shown(hit.content)}</div>${hit.name && html`<a class="hint" href=${href("search", { query: { q: hit.name } })}>${t("code.memories")}</a>`}</div></li>`)}</ul>`}`;
}
