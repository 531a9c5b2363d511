// Acts: who changed what, what it made different, and taking it back after a look at all that this means.
import { html, useState } from "../vendor/preact.js";
import { t, number } from "../core/i18n.js";
import { api, get, palacePath, useData } from "../core/api.js";
import { href } from "../core/router.js";
import { say } from "../core/notices.js";
import { firstLine, shown } from "../core/text.js";
import { Loading, Problem, Time, Verbatim } from "./bits.js";
import { Dialog } from "./commands.js";
import { Difference } from "./difference.js";
import { mayWrite } from "./writing.js";

export const DEEDS = { add: "added", change: "changed", delete: "deleted" };
const KINDS = ["memory", "fact", "entity", "observation", "supersession"];

/** Who did it: the client or person where one is known, else the door. */
export const whoOf = ({ client, actor }) => client || actor;

/** What an act did, in a few words. */
export function deeds(act) {
  const counts = new Map();
  for (const { kind, operation } of act.changed) {
    const name = `${kind} ${operation}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const told = [...counts].map(([name, count]) => {
    const [kind, operation] = name.split(" ");
    return `${count > 1 ? `${number(count)} × ` : ""}${KINDS.includes(kind) ? t(`live.${kind}`) : kind} ${t(`live.${DEEDS[operation]}`)}`;
  });
  return act.lines > act.changed.length ? [...told, "…"] : told;
}

export function ActRow({ palace, act, onUndo }) {
  const [isOpen, open] = useState(false);
  return html`<li class=${`row${act.undone_by ? " is-ended" : ""}`}><div class="row-body">
    <div class="act-line"><button type="button" class="quiet act-deeds" aria-expanded=${isOpen} onClick=${() => open(!isOpen)}>${deeds(act).join(", ")}</button>${act.subject && !isOpen && html`<span class="act-subject" dir="auto">${shown(firstLine(act.subject))}</span>`}
      ${act.undoes.length > 0 && html`<span class="state">${t("act.undoes")}</span>`}${act.undone_by && html`<span class="state ended">${t("act.undone")}</span>`}
      ${mayWrite() && !act.undone_by && html`<button type="button" onClick=${() => onUndo({ changes: [act.change] })}>${t("act.take_back")}</button>`}</div>
    <div class="row-meta"><bdi class="who">${shown(whoOf(act))}</bdi>${act.actor !== whoOf(act) && html`<span>${shown(act.actor)}</span>`}<${Time} at=${act.at} /><span>#${act.change}</span></div>
    ${isOpen && html`<${Act} palace=${palace} change=${act.change} />`}</div></li>`;
}

/** What an act made different, record by record. */
function Act({ palace, change }) {
  const { data, error, loading, reload } = useData(`${palace}/${change}`, (abort) => get(palacePath(palace, `/acts/${change}`), { max_tokens: 0 }, abort));
  return html`<${Problem} error=${error} again=${reload} /><${Loading} when=${loading && !data} />${data && !data.differences.length && html`<p class="hint">${t("act.nothing")}</p>`}
    ${data?.differences.map((each) => html`<div class="act-part" key=${`${each.kind}/${each.id}`}><p class="row-meta"><span>${KINDS.includes(each.kind) ? t(`live.${each.kind}`) : shown(each.kind)} · ${t(`act.${each.verb}`)}</span>${each.kind === "memory" && html`<a href=${href("m", { rest: [each.id] })}>${t("memory.whole")}</a>`}</p>${each.before === each.after ? html`<${Verbatim} text=${each.after} />` : html`<${Difference} before=${each.before} after=${each.after} />`}</div>`)}`;
}

const SINCE = { hour: 3600e3, day: 86400e3, week: 7 * 86400e3 };

/** What an undo would take back, before it does: `ask` names changes, or somebody. */
export function UndoDialog({ palace, ask, close, done }) {
  const [span, choose] = useState("hour");
  const [isAlong, along] = useState(false);
  const [problem, fail] = useState(null);
  const [now] = useState(Date.now());
  const body = { ...ask, ...(ask.actor ? { since: new Date(now - SINCE[span]).toISOString() } : {}), along: isAlong };
  const plan = useData(JSON.stringify(body), (abort) => api("POST", palacePath(palace, "/undo"), { body: { ...body, dry_run: true }, signal: abort, isRead: true }));
  const acts = plan.isFresh && !plan.error ? plan.data?.changes ?? [] : [];
  const send = async () => {
    try {
      const { changes } = await api("POST", palacePath(palace, "/undo"), { body });
      close();
      say(t("act.taken_back", { count: changes.length }), { undo: () => again(palace, changes[0].change, done) });
      done?.();
    } catch (refusal) { fail(refusal); }
  };
  return html`<${Dialog} label=${t("act.take_back_title")} close=${close}><h2>${t("act.take_back_title")}</h2>
    ${ask.actor && html`<p><bdi>${shown(ask.actor)}</bdi></p><div class="actions" role="group" aria-label=${t("facet.since")}>${Object.keys(SINCE).map((each) => html`<button type="button" key=${each} class="chip" aria-pressed=${span === each} onClick=${() => choose(each)}>${t(`act.last_${each}`)}</button>`)}</div>`}
    <${Loading} when=${plan.loading && !plan.isFresh} />${plan.isFresh && html`<${Problem} error=${plan.error ?? problem} />`}
    ${plan.isFresh && plan.error?.status === 400 && !isAlong && html`<p class="actions"><button type="button" onClick=${() => along(true)}>${t("act.along")}</button></p>`}
    ${acts.length > 0 && html`<p>${t("act.plan", { count: acts.length })}</p><ul class="rows plan-list">${acts.slice(0, 100).map((act) => html`<li class="row" key=${act.change}><div class="row-body"><span class="row-text" dir="auto">${shown(firstLine(act.subject))}</span><div class="row-meta"><span>${deeds(act).join(", ")}</span><bdi>${shown(whoOf(act))}</bdi><${Time} at=${act.at} /><span>#${act.change}</span></div></div></li>`)}</ul>`}
    <p class="actions"><button type="button" class="main-action" disabled=${!acts.length} onClick=${send}>${t("act.take_back_now")}</button><button type="button" onClick=${close}>${t("action.cancel")}</button></p></${Dialog}>`;
}

/** Undo the undo: the newest act that took this change back. */
async function again(palace, change, done) {
  try {
    const made = (await get(palacePath(palace, "/acts"), { limit: 20 })).find((act) => act.undoes.includes(change));
    if (made) await api("POST", palacePath(palace, "/undo"), { body: { changes: [made.change] } });
    done?.();
  } catch (error) { say(error.message, { isError: true }); }
}

/** Deleted memories, each with the change that brings it back. */
export function BinRow({ row, onUndo }) {
  const { memory } = row;
  return html`<li class="row"><div class="row-body"><div class="act-line"><span class="row-text" dir="auto">${shown(firstLine(memory.excerpt))}</span><span class="grow"></span>${mayWrite() && html`<button type="button" onClick=${() => onUndo({ changes: [row.change] })}>${t("act.bring_back")}</button>`}</div>
    <div class="row-meta"><span><bdi>${shown(memory.wing)}</bdi> / <bdi>${shown(memory.room)}</bdi></span><span>${t("act.deleted_by")} <bdi>${shown(row.deleted_by)}</bdi></span><${Time} at=${row.deleted_at} /></div></div></li>`;
}
