// Queues of what somebody should look at: proposals, replaced memories beside their successors, loose ends of the graph.
import { html, useState } from "../vendor/preact.js";
import { t, number } from "../core/i18n.js";
import { api, get, palacePath, useData } from "../core/api.js";
import { route, href } from "../core/router.js";
import { useKeys } from "../core/keys.js";
import { shown } from "../core/text.js";
import { say } from "../core/notices.js";
import { Empty, Heading, Loading, Problem, Time, Verbatim } from "../parts/bits.js";
import { Difference } from "../parts/difference.js";
import { FactForm } from "../parts/facts.js";
import { MergePlan, merge } from "../parts/merging.js";
import { end, mayWrite, reopen } from "../parts/writing.js";

const QUEUES = ["proposals", "alike", "names", "pairs", "dreams", "gaps", "orphans", "stale"];
const DREAMT = "merged by dreaming";

export default function Review() {
  const { palace, query } = route.value;
  const { data: found, error, loading, reload } = useData(palace, (abort) => get(palacePath(palace, "/review"), { max_tokens: 0 }, abort));
  const waiting = useData(`${palace}/waiting`, (abort) => get(palacePath(palace, "/supersessions"), { limit: 200 }, abort));
  const alike = useData(`${palace}/alike`, (abort) => get(palacePath(palace, "/review/alike"), { max_tokens: 0 }, abort));
  const isDreamt = (pair) => pair.old.end_reason === DREAMT;
  const proposed = waiting.data?.pairs ?? [];
  const data = found && { ...found, alike: alike.data ?? [], proposals: proposed.filter((pair) => pair.kind !== "entity"), names: proposed.filter((pair) => pair.kind === "entity"), pairs: found.pairs.filter((pair) => !isDreamt(pair)), dreams: found.pairs.filter(isDreamt) };
  const queue = QUEUES.includes(query.queue) ? query.queue : data?.names.length && !data.proposals.length ? "names" : "proposals";
  const done = () => { reload(); waiting.reload(); alike.reload(); };
  return html`<${Heading} title=${t("nav.review")} /><${Problem} error=${error ?? waiting.error ?? alike.error} again=${done} /><${Loading} when=${(loading && !found) || (waiting.loading && !waiting.data)} />
    ${data && html`<nav class="tabs" aria-label=${t("nav.review")}>${QUEUES.map((each) => html`<a key=${each} href=${href("review", { query: { queue: each } })} aria-current=${each === queue ? "page" : undefined}>${t(`review.${each}`)} <span class="muted">${number(data[each].length)}</span></a>`)}</nav>
    <p class="hint">${t(`review.about_${queue}`)}</p>${queue === "dreams" && html`<${Ledger} palace=${palace} done=${done} />`}
    ${!data[queue].length && !(["proposals", "names"].includes(queue) && waiting.loading) && !(queue === "alike" && alike.loading) && html`<${Empty}><p>${t("review.empty")}</p></${Empty}>`}
    ${queue === "proposals" && data.proposals.length > 0 && html`<${Proposals} palace=${palace} pairs=${data.proposals} done=${done} />`}
    ${queue === "alike" && data.alike.length > 0 && html`<${Alike} palace=${palace} pairs=${data.alike} done=${done} />`}
    ${queue === "names" && data.names.length > 0 && html`<${Names} palace=${palace} pairs=${data.names} done=${done} />`}
    ${["pairs", "dreams"].includes(queue) && data[queue].length > 0 && html`<${Pairs} key=${queue} palace=${palace} pairs=${data[queue]} done=${done} />`}
    ${queue === "gaps" && html`<ul class="rows">${data.gaps.map((gap) => html`<li class="row" key=${`${gap.node}/${gap.named}`}><div class="row-body"><span><a href=${href("e", { rest: [gap.node] })}><bdi>${shown(gap.node)}</bdi></a> … <a href=${href("e", { rest: [gap.named] })}><bdi>${shown(gap.named)}</bdi></a></span><span class="hint">${t("review.named", { count: gap.count })}</span>${mayWrite() && html`<details><summary>${t("facts.new")}</summary><${FactForm} palace=${palace} subject=${gap.node} object=${gap.named} done=${reload} /></details>`}</div></li>`)}</ul>`}
    ${["orphans", "stale"].includes(queue) && html`<ul class="rows">${data[queue].map((node) => html`<li class="row" key=${node.name}><div class="row-body"><a href=${href("e", { rest: [node.name] })}><bdi>${shown(node.name)}</bdi></a><div class="row-meta"><span>${shown(node.type)}</span><span>${t("review.observations", { count: node.observations })}</span></div></div></li>`)}</ul>`}`}`;
}

/** Does the newer one take the older one's place? 1 yes, 2 yes and end the older one, 3 no, 4 later. */
function Proposals({ palace, pairs, done }) {
  const [index, move] = useState(0);
  const pair = pairs[Math.min(index, pairs.length - 1)];
  const isMemory = pair.kind === "memory";
  const decide = async (decision, isEnd = false) => {
    try {
      await api("PATCH", palacePath(palace, `/supersessions/${pair.number}`), { body: { decision, ...(isEnd ? { end: true } : {}) } });
      say(t(`review.${decision}ed`));
      move(0);
      done();
    } catch (error) { say(error.message, { isError: true }); }
  };
  const writes = (action) => () => (mayWrite() ? void action() : false);
  useKeys({ 1: writes(() => decide("accept")), 2: writes(() => (isMemory ? decide("accept", true) : undefined)), 3: writes(() => decide("reject")), 4: writes(() => decide("later")), n: () => move((index + 1) % pairs.length) });
  return html`<div class="detail full"><p class="muted">${number(Math.min(index, pairs.length - 1) + 1)} / ${number(pairs.length)} · ${t(`review.cause_${pair.cause}`)} · <bdi>${shown(pair.said_by)}</bdi> · <${Time} at=${pair.created_at} />${pair.state === "later" ? html` · <span class="state">${t("review.put_off")}</span>` : ""}</p>
    <${TwoSides} old=${pair.older} fresh=${pair.newer} isMemory=${isMemory} />
    <p class="actions">${mayWrite() && html`<button type="button" class="main-action" onClick=${() => decide("accept")}>${t("review.accept")} <kbd>1</kbd></button>${isMemory && html`<button type="button" onClick=${() => decide("accept", true)}>${t("review.accept_end")} <kbd>2</kbd></button>`}<button type="button" onClick=${() => decide("reject")}>${t("review.reject")} <kbd>3</kbd></button><button type="button" onClick=${() => decide("later")}>${t("review.later")} <kbd>4</kbd></button>`}${pairs.length > 1 && html`<button type="button" class="quiet" onClick=${() => move((index + 1) % pairs.length)}>${t("review.next")} <kbd>n</kbd></button>`}</p></div>`;
}

/** Do two names mean one? 1 merge, 2 merge the other way round, 3 no, 4 later. */
function Names({ palace, pairs, done }) {
  const [index, move] = useState(0);
  const pair = pairs[Math.min(index, pairs.length - 1)];
  const [drop, keep] = [pair.older.id, pair.newer.id];
  const settled = () => { move(0); done(); };
  const decide = async (decision) => {
    try {
      await api("PATCH", palacePath(palace, `/supersessions/${pair.number}`), { body: { decision } });
      say(t(`review.${decision}ed`));
      settled();
    } catch (error) { say(error.message, { isError: true }); }
  };
  const writes = (action) => () => (mayWrite() ? void action() : false);
  const next = () => move((index + 1) % pairs.length);
  useKeys({ 1: writes(() => merge(palace, keep, drop, settled)), 2: writes(() => merge(palace, drop, keep, settled)), 3: writes(() => decide("reject")), 4: writes(() => decide("later")), n: next });
  const side = (statement, title) => html`<section class="card"><h2>${title}</h2><p dir="auto"><a href=${href("e", { rest: [statement.id] })}><bdi>${shown(statement.text)}</bdi></a></p></section>`;
  return html`<div class="detail full"><p class="muted">${number(Math.min(index, pairs.length - 1) + 1)} / ${number(pairs.length)} · ${t(`review.cause_${pair.cause}`)} · <bdi>${shown(pair.said_by)}</bdi> · <${Time} at=${pair.created_at} />${pair.state === "later" ? html` · <span class="state">${t("review.put_off")}</span>` : ""}</p>
    <div class="pair">${side(pair.older, t("merge.goes"))}${side(pair.newer, t("merge.stays"))}</div>${mayWrite() && html`<section class="card"><${MergePlan} palace=${palace} keep=${keep} drop=${drop} /></section>`}
    <p class="actions">${mayWrite() && html`<button type="button" class="main-action" onClick=${() => merge(palace, keep, drop, settled)}>${t("merge.now")} <kbd>1</kbd></button><button type="button" onClick=${() => merge(palace, drop, keep, settled)}>${t("merge.other_way")} <kbd>2</kbd></button><button type="button" onClick=${() => decide("reject")}>${t("merge.no")} <kbd>3</kbd></button><button type="button" onClick=${() => decide("later")}>${t("review.later")} <kbd>4</kbd></button>`}${pairs.length > 1 && html`<button type="button" class="quiet" onClick=${next}>${t("review.next")} <kbd>n</kbd></button>`}</p></div>`;
}

function TwoSides({ old, fresh, isMemory = true }) {
  const side = (statement, title) => html`<section class="card"><h2>${title} ${statement && html`<span class="muted">${statement.created_at ? html`<${Time} at=${statement.created_at} />` : shown(statement.date)}</span>`}</h2>${statement ? html`<${Verbatim} text=${statement.excerpt ?? statement.text} />${isMemory && html`<p class="row-meta"><span><bdi>${shown(statement.wing)}</bdi> / <bdi>${shown(statement.room)}</bdi></span><a href=${href("m", { rest: [statement.id] })}>${t("memory.whole")}</a></p>`}` : html`<p class="muted">${t("review.gone")}</p>`}</section>`;
  return html`<div class="pair">${side(old, t("review.old"))}${side(fresh, t("review.new"))}</div>${old && fresh && html`<section class="card"><h2>${t("memory.changes")}</h2><${Difference} before=${old.excerpt ?? old.text} after=${fresh.excerpt ?? fresh.text} /></section>`}`;
}

/** Old beside new, one pair at a time: 1 keep the new one, 2 keep both, 3 keep the old one, 4 next. */
function Pairs({ palace, pairs, done }) {
  const [index, move] = useState(0);
  const pair = pairs[Math.min(index, pairs.length - 1)];
  const next = () => move((index + 1) % pairs.length);
  const both = () => reopen(palace, [pair.old.id], done);
  const left = async () => { await reopen(palace, [pair.old.id]); await end(palace, [pair.new.id], { superseded_by: pair.old.id }, done); };
  useKeys({ 1: next, 2: () => (mayWrite() ? void both() : false), 3: () => (mayWrite() ? void left() : false), 4: next, n: next });
  return html`<div class="detail full"><p class="muted">${number(Math.min(index, pairs.length - 1) + 1)} / ${number(pairs.length)} · ${shown(pair.old.end_reason ?? "")}</p><${TwoSides} old=${pair.old} fresh=${pair.new} />
    <p class="actions">${mayWrite() && html`<button type="button" onClick=${next}>${t("review.keep_new")} <kbd>1</kbd></button><button type="button" onClick=${both}>${t("review.keep_both")} <kbd>2</kbd></button><button type="button" onClick=${left}>${t("review.keep_old")} <kbd>3</kbd></button>`}<button type="button" class="quiet" onClick=${next}>${t("review.next")} <kbd>4</kbd></button></p></div>`;
}

/** Two that are alike and differ: 1 keep the new one, 2 keep both and ask no more, 3 keep the old one, 4 next. */
function Alike({ palace, pairs, done }) {
  const [index, move] = useState(0);
  const pair = pairs[Math.min(index, pairs.length - 1)];
  const next = () => move((index + 1) % pairs.length);
  const keep = (kept, ended) => end(palace, [ended.id], { superseded_by: kept.id }, done);
  const [fresh, old] = [() => keep(pair.new, pair.old), () => keep(pair.old, pair.new)];
  const both = async () => {
    try {
      await api("POST", palacePath(palace, "/review/alike"), { body: { one: pair.old.id, other: pair.new.id } });
      say(t("review.kept_both"));
      done();
    } catch (error) { say(error.message, { isError: true }); }
  };
  const writes = (action) => () => (mayWrite() ? void action() : false);
  useKeys({ 1: writes(fresh), 2: writes(both), 3: writes(old), 4: next, n: next });
  return html`<div class="detail full"><p class="muted">${number(Math.min(index, pairs.length - 1) + 1)} / ${number(pairs.length)} · ${t("memory.similarity", { share: number(pair.similarity, { maximumFractionDigits: 2 }) })}</p><${TwoSides} old=${pair.old} fresh=${pair.new} />
    <p class="actions">${mayWrite() && html`<button type="button" onClick=${fresh}>${t("review.keep_new")} <kbd>1</kbd></button><button type="button" onClick=${both}>${t("review.keep_both")} <kbd>2</kbd></button><button type="button" onClick=${old}>${t("review.keep_old")} <kbd>3</kbd></button>`}<button type="button" class="quiet" onClick=${next}>${t("review.next")} <kbd>4</kbd></button></p></div>`;
}

/** What dreams came to; each of their merges can be opened again below. */
function Ledger({ palace, done }) {
  const { data, reload } = useData(`${palace}/dreams`, (abort) => get(palacePath(palace, "/dream/status"), {}, abort));
  const [isBusy, work] = useState(false);
  const dream = async () => {
    work(true);
    try { await api("POST", "/dream/run", { body: { palace } }); reload(); done(); } catch (error) { say(error.message, { isError: true }); }
    work(false);
  };
  if (!data) return null;
  return html`<p class="toolbar"><span>${t("review.dreamt", { count: data.cycles, merged: data.merged, remaining: data.remaining })}</span>${data.last_run_at && html`<${Time} at=${data.last_run_at} />`}${mayWrite() && html`<button type="button" disabled=${isBusy} onClick=${dream}>${t("review.dream")}</button>`}</p>`;
}
