// Two names that mean one: what would move, before it does; and the merge with its undo.
import { html, useState } from "../vendor/preact.js";
import { t, number } from "../core/i18n.js";
import { api, get, palacePath, useData } from "../core/api.js";
import { go, href } from "../core/router.js";
import { shown } from "../core/text.js";
import { say } from "../core/notices.js";
import { Loading, Problem } from "./bits.js";
import { Dialog } from "./commands.js";

const mergePath = (palace, keep) => palacePath(palace, `/entities/${encodeURIComponent(keep)}/merge`);
const SHOWN = 12;

/** Merge one name into another; its undo gives both back. */
export async function merge(palace, keep, drop, done) {
  try {
    const { change } = await api("POST", mergePath(palace, keep), { body: { drop } });
    const undo = async () => { await api("POST", palacePath(palace, "/undo"), { body: { changes: [change] } }); done(); };
    say(t("merge.done", { drop, keep }), { undo: () => undo().catch((error) => say(error.message, { isError: true })) });
    done();
    return true;
  } catch (error) { say(error.message, { isError: true }); return false; }
}

/** What merging would move, fold and drop. */
export function MergePlan({ palace, keep, drop }) {
  const { data, error, loading, isFresh } = useData(JSON.stringify([palace, keep, drop]), (abort) => api("POST", mergePath(palace, keep), { body: { drop, dry_run: true }, signal: abort, isRead: true }));
  if (!isFresh || !data || error) return html`<${Loading} when=${loading} /><${Problem} error=${isFresh ? error : null} />`;
  const facts = (found, title) => found.length > 0 && html`<h3 class="md-heading">${title} <span class="muted">${number(found.length)}</span></h3><ul>${found.slice(0, SHOWN).map((fact) => html`<li key=${fact.id} dir="auto"><bdi>${shown(fact.subject)}</bdi> <span class="muted">${shown(fact.predicate)}</span> <bdi>${shown(fact.object)}</bdi></li>`)}${found.length > SHOWN && html`<li class="muted">…</li>`}</ul>`;
  return html`<div class="merge-plan"><p>${t("merge.plan", { drop: data.drop, keep: data.keep })}</p>
    ${facts(data.moved, t("merge.moved"))}${facts(data.folded, t("merge.folded"))}${facts(data.between, t("merge.between"))}
    ${data.observations.length > 0 && html`<h3 class="md-heading">${t("facts.observations")} <span class="muted">${number(data.observations_count)}</span></h3><ul>${data.observations.slice(0, SHOWN).map((text, index) => html`<li key=${index} dir="auto">${shown(text)}</li>`)}${data.observations_count > SHOWN && html`<li class="muted">…</li>`}</ul>`}
    <p class="hint">${t("merge.mentions", { count: data.mentions })}${data.repeated > 0 ? ` · ${t("merge.repeated", { count: data.repeated })}` : ""}</p></div>`;
}

/** Choose the name that goes into this one, look at what moves, and merge. */
export function MergeDialog({ palace, name, close, done }) {
  const [text, type] = useState("");
  const [drop, choose] = useState(null);
  const wanted = text.trim();
  const found = useData(wanted ? JSON.stringify([palace, wanted]) : null, (abort) => get(palacePath(palace, "/entities"), { q: wanted, limit: 8 }, abort));
  const names = (wanted && found.data?.rows ? found.data.rows : []).map((row) => row.name).filter((each) => each !== name);
  const send = async () => { if (await merge(palace, name, drop, done)) { close(); go(href("e", { rest: [name] })); } };
  return html`<${Dialog} label=${t("merge.title")} close=${close}><h2>${t("merge.title")}</h2><p><bdi>${shown(name)}</bdi></p>
    <label>${t("merge.other")}<input autofocus type="search" value=${text} onInput=${(event) => { type(event.target.value); choose(null); }} /></label>
    ${!drop && names.length > 0 && html`<ul class="choices" aria-label=${t("merge.other")}>${names.map((each) => html`<li key=${each}><button type="button" class="quiet" onClick=${() => choose(each)}><bdi>${shown(each)}</bdi></button></li>`)}</ul>`}
    ${drop && html`<${MergePlan} palace=${palace} keep=${name} drop=${drop} />`}
    <p class="actions"><button type="button" class="main-action" disabled=${!drop} onClick=${send}>${t("merge.now")}</button><button type="button" onClick=${close}>${t("action.cancel")}</button></p></${Dialog}>`;
}
