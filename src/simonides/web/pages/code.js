// Source code: projects with their progress, indexing, watching and removing them, and a search over definitions.
import { html, useEffect, useState } from "../vendor/preact.js";
import { t, number, percent } from "../core/i18n.js";
import { api, get, palacePath, useData } from "../core/api.js";
import { route, href, amend } from "../core/router.js";
import { say } from "../core/notices.js";
import { me } from "../core/session.js";
import { shown } from "../core/text.js";
import { Empty, Heading, Loading, Problem } from "../parts/bits.js";
import { Dialog } from "../parts/commands.js";
import { mayWrite } from "../parts/writing.js";

const LOOK_MS = 1000;

/** Folders of the server's machine are for whoever runs it. */
const mayRead = () => mayWrite() && Boolean(me.value?.manages_tokens);

export default function Code() {
  const { palace, query } = route.value;
  const [text, type] = useState(query.code ?? "");
  const projects = useData(palace, (abort) => get(palacePath(palace, "/code"), {}, abort));
  const hits = useData(query.code ? JSON.stringify([palace, query.code, query.project]) : null, (abort) => get(palacePath(palace, "/code/search"), { q: query.code, project: query.project }, abort));
  useEffect(() => { type(query.code ?? ""); }, [query.code]);
  const rows = projects.data ?? [];
  useEffect(() => {
    if (!rows.some((each) => ["pending", "indexing"].includes(each.state) || each.embedded < each.chunks)) return undefined;
    const timer = setTimeout(projects.reload, rows.some((each) => each.state === "indexing") ? LOOK_MS : LOOK_MS * 5);
    return () => clearTimeout(timer);
  }, [projects.data]);
  return html`<${Heading} title=${t("nav.code")} /><${Problem} error=${projects.error} again=${projects.reload} /><${Loading} when=${projects.loading && !projects.data} />
    ${projects.data && !rows.length && html`<${Empty}><p>${t("code.empty")}</p><pre>simonides index . --palace ${palace}</pre></${Empty}>`}
    <div class="cards">${rows.map((each) => html`<${Project} key=${each.id} palace=${palace} project=${each} chosen=${query.project} done=${projects.reload} />`)}</div>
    ${projects.data && (mayRead() ? html`<${Index} palace=${palace} done=${projects.reload} />` : html`<p class="hint">${t("code.owner_only")}</p>`)}
    ${rows.length > 0 && html`<form class="stack" role="search" aria-label=${t("code.search")} onSubmit=${(event) => { event.preventDefault(); amend({ code: text.trim() || null }); }}><label>${t("code.search")}<input type="search" value=${text} onInput=${(event) => type(event.target.value)} /></label></form>`}<${Problem} error=${hits.error} />
    ${query.code && hits.data && html`<ul class="rows" aria-label=${t("search.hits")}>${hits.data.map((hit) => html`<li class="row" key=${hit.id}><div class="row-body"><span><code>${shown(hit.path)}:${number(hit.start_line, { useGrouping: false })}</code> <strong><bdi>${shown(hit.name ?? "")}</bdi></strong> <span class="muted">${shown(hit.kind)} · ${shown(hit.project)}</span></span><div class="passage" dir="ltr">${shown(hit.content)}</div>${hit.name && html`<a class="hint" href=${href("search", { query: { q: hit.name } })}>${t("code.memories")}</a>`}</div></li>`)}</ul>`}`;
}

const one = (palace, project) => palacePath(palace, `/code/projects/${encodeURIComponent(project)}`);

function Project({ palace, project, chosen, done }) {
  const [isAsking, ask] = useState(false);
  const act = async (action) => { try { await action(); done(); } catch (error) { say(error.message, { isError: true }); } };
  const remove = () => act(async () => {
    ask(false);
    const { chunks_removed: count } = await api("DELETE", one(palace, project.id));
    say(t("code.removed", { count }));
  });
  const isBusy = project.state === "indexing";
  return html`<article class="card"><h2><button type="button" class="chip" aria-pressed=${chosen === project.id} onClick=${() => amend({ project: chosen === project.id ? null : project.id })}><bdi>${shown(project.id)}</bdi></button>${project.is_watched && html` <span class="state">${t("code.watched")}</span>`}</h2>${project.root && html`<p class="muted"><code>${shown(project.root)}</code></p>`}
    <p>${t("code.chunks", { count: project.chunks })} · ${t(`code.${project.state}`)}${project.chunks ? ` · ${t("code.embedded", { share: percent(project.embedded / project.chunks) })}` : ""}</p>
    ${isBusy && html`<p><progress aria-label=${t("code.indexing")} max=${Math.max(project.total_files, 1)} value=${project.indexed_files}></progress> <span class="muted">${t("code.files", { done: project.indexed_files, total: project.total_files })}${project.eta_s === null ? "" : ` · ${t("code.eta", { count: project.eta_s })}`}</span></p>`}
    ${project.reason && html`<p class="problem" dir="auto">${shown(project.reason)}</p>`}
    ${mayWrite() && html`<p class="actions">${mayRead() && html`<button type="button" disabled=${isBusy} onClick=${() => act(() => api("POST", palacePath(palace, "/code"), { body: { path: project.root } }))}>${t("code.again")}</button><button type="button" aria-pressed=${project.is_watched} onClick=${() => act(() => api("PATCH", one(palace, project.id), { body: { watch: !project.is_watched } }))}>${t("code.watch")}</button>`}<button type="button" class="quiet" onClick=${() => ask(true)}>${t("code.remove")}</button></p>`}
    ${isAsking && html`<${Dialog} label=${t("code.remove_title")} close=${() => ask(false)}><h2>${t("code.remove_title")}</h2><p><bdi>${shown(project.id)}</bdi></p><p class="hint">${t("code.remove_text")}</p><p class="actions"><button type="button" class="danger" onClick=${remove}>${t("code.remove_now")}</button><button type="button" autofocus onClick=${() => ask(false)}>${t("action.cancel")}</button></p></${Dialog}>`}</article>`;
}

function Index({ palace, done }) {
  const [path, type] = useState("");
  const [watch, keep] = useState(false);
  const [error, fail] = useState(null);
  const send = async (event) => {
    event.preventDefault();
    try { await api("POST", palacePath(palace, "/code"), { body: { path: path.trim(), watch } }); type(""); fail(null); done(); } catch (refusal) { fail(refusal); }
  };
  return html`<form class="stack card" onSubmit=${send}><h2>${t("code.index")}</h2><label>${t("code.path")}<input value=${path} dir="ltr" spellcheck=${false} onInput=${(event) => type(event.target.value)} /></label><label class="check"><input type="checkbox" checked=${watch} onChange=${(event) => keep(event.target.checked)} /> ${t("code.watch_too")}</label><p class="hint">${t("code.watch_hint")}</p><${Problem} error=${error} /><p class="actions"><button type="submit" class="main-action" disabled=${!path.trim()}>${t("code.index_now")}</button></p></form>`;
}
