// What upkeep did: what it closed and proposed, why, and taking a merge back.
import { html, useEffect, useState } from "../vendor/preact.js";
import { t, number, percent } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { href } from "../core/router.js";
import { beginning, firstLine, shown } from "../core/text.js";
import { UndoDialog } from "./acts.js";
import { Problem, Time } from "./bits.js";
import { mayWrite } from "./writing.js";

const PAGE = 20;

export function Upkeep({ palace, since, until, done }) {
  const [ask, undo] = useState(null);
  const [before, turn] = useState([]);
  const span = JSON.stringify([palace, since, until]);
  useEffect(() => turn([]), [span]);
  const { data, error, reload } = useData(JSON.stringify([span, before.at(-1)]), (abort) => get(palacePath(palace, "/dreams"), { since, until, before: before.at(-1), limit: PAGE }, abort));
  if (!data) return html`<${Problem} error=${error} again=${reload} />`;
  const taken = () => { reload(); done?.(); };
  return html`<section class="card upkeep"><h2>${t("upkeep.title")}</h2><p class="hint">${t("upkeep.about")}</p><${Problem} error=${error} again=${reload} />
    ${data.deeds.length ? html`<ul class="rows" aria-label=${t("upkeep.title")}>${data.deeds.map((deed) => html`<${Deed} key=${`${deed.kind}/${deed.change}`} deed=${deed} onUndo=${undo} />`)}</ul>` : html`<p class="muted">${t("upkeep.empty")}</p>`}
    <p class="actions">${before.length > 0 && html`<button type="button" onClick=${() => turn(before.slice(0, -1))}>${t("upkeep.newer")}</button>`}${data.older && html`<button type="button" onClick=${() => turn([...before, data.older])}>${t("act.older")}</button>`}</p>
    ${ask && html`<${UndoDialog} palace=${palace} ask=${ask} close=${() => undo(null)} done=${taken} />`}</section>`;
}

const page = (side, kind) => (kind === "entity" ? href("e", { rest: [side.id] }) : kind === "memory" ? href("m", { rest: [side.id] }) : null);

function Side({ side, kind = "memory", word }) {
  if (!side) return null;
  const url = page(side, kind);
  const text = html`<span dir="auto">${shown(beginning(firstLine(side.text), 200))}</span>`;
  return html`<div class="deed-side"><span class="state">${word}</span> ${url ? html`<a href=${url}>${text}</a>` : text}</div>`;
}

function Deed({ deed, onUndo }) {
  const told = deed.kind === "cycle" ? html`<${Cycle} cycle=${deed.cycle} />` : deed.kind === "merged" ? html`<${Merge} deed=${deed} onUndo=${onUndo} />` : html`<${Proposal} pair=${deed.pair} />`;
  return html`<li class=${`row${deed.undone_by ? " is-ended" : ""}`}><div class="row-body">${told}<div class="row-meta"><span>${t(`upkeep.${deed.kind}`)}</span>${deed.undone_by && html`<span class="state ended">${t("act.undone")}</span>`}<${Time} at=${deed.at} /><span>#${deed.change}</span></div></div></li>`;
}

function Cycle({ cycle }) {
  if (!cycle) return null;
  return html`<span class="muted">${t("upkeep.did", { merged: cycle.merged, embedded: cycle.embedded, keywords: cycle.closets_updated, remaining: cycle.remaining, seconds: number(cycle.duration_ms / 1000, { maximumFractionDigits: 1 }) })}</span>`;
}

function Merge({ deed, onUndo }) {
  return html`<${Side} side=${deed.closed} word=${t(deed.undone_by ? "upkeep.open_again" : "upkeep.closed")} /><${Side} side=${deed.kept} word=${t("upkeep.kept")} />
    ${deed.closed ? html`<p class="hint">${t("upkeep.why_merged")}</p>` : html`<p class="muted">${t("review.gone")}</p>`}
    ${mayWrite() && deed.closed && !deed.undone_by && html`<p class="actions"><button type="button" onClick=${() => onUndo({ changes: [deed.change] })}>${t("act.take_back")}</button></p>`}`;
}

/** What was proposed, and what became of it: only a person decides. */
function Proposal({ pair }) {
  if (!pair) return html`<p class="muted">${t("review.gone")}</p>`;
  const isOpen = pair.state === "proposed" || pair.state === "later";
  return html`<${Side} side=${pair.older} kind=${pair.kind} word=${t(pair.kind === "entity" ? "upkeep.one" : "review.old")} /><${Side} side=${pair.newer} kind=${pair.kind} word=${t(pair.kind === "entity" ? "upkeep.other" : "review.new")} />
    <p class="hint">${t(pair.kind === "entity" ? "upkeep.why_names" : "upkeep.why_pair", { share: percent(pair.likeness) })} · <span class="state">${t(`upkeep.state_${pair.state}`)}</span>${pair.decided_by && html` <bdi>${shown(pair.decided_by)}</bdi>`}${isOpen && html` <a href=${href("review", { query: { queue: pair.kind === "entity" ? "names" : "proposals" } })}>${t("nav.review")}</a>`}</p>`;
}
