// Queues of what somebody should look at: replaced memories beside their successors, loose ends of the graph.
import { html, useState } from "../vendor/preact.js";
import { t, number } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, href } from "../core/router.js";
import { useKeys } from "../core/keys.js";
import { shown } from "../core/text.js";
import { Empty, Heading, Loading, Problem, Time } from "../parts/bits.js";
import { Difference } from "../parts/difference.js";
import { FactForm } from "../parts/facts.js";
import { end, mayWrite, reopen } from "../parts/writing.js";

const QUEUES = ["pairs", "gaps", "orphans", "stale"];

export default function Review() {
  const { palace, query } = route.value;
  const { data, error, loading, reload } = useData(palace, (abort) => get(palacePath(palace, "/review"), {}, abort));
  const queue = QUEUES.includes(query.queue) ? query.queue : "pairs";
  return html`<${Heading} title=${t("nav.review")} /><${Problem} error=${error} again=${reload} /><${Loading} when=${loading && !data} />
    ${data && html`<nav class="tabs" aria-label=${t("nav.review")}>${QUEUES.map((each) => html`<a key=${each} href=${href("review", { query: { queue: each } })} aria-current=${each === queue ? "page" : undefined}>${t(`review.${each}`)} <span class="muted">${number(data[each].length)}</span></a>`)}</nav>
    ${!data[queue].length && html`<${Empty}><p>${t("review.empty")}</p></${Empty}>`}
    ${queue === "pairs" && data.pairs.length > 0 && html`<${Pairs} palace=${palace} pairs=${data.pairs} done=${reload} />`}
    ${queue === "gaps" && html`<ul class="rows">${data.gaps.map((gap) => html`<li class="row" key=${`${gap.node}/${gap.named}`}><div class="row-body"><span><a href=${href("e", { rest: [gap.node] })}><bdi>${shown(gap.node)}</bdi></a> … <a href=${href("e", { rest: [gap.named] })}><bdi>${shown(gap.named)}</bdi></a></span><span class="hint">${t("review.named", { count: gap.count })}</span>${mayWrite() && html`<details><summary>${t("facts.new")}</summary><${FactForm} palace=${palace} subject=${gap.node} done=${reload} /></details>`}</div></li>`)}</ul>`}
    ${["orphans", "stale"].includes(queue) && html`<ul class="rows">${data[queue].map((node) => html`<li class="row" key=${node.name}><div class="row-body"><a href=${href("e", { rest: [node.name] })}><bdi>${shown(node.name)}</bdi></a><div class="row-meta"><span>${shown(node.type)}</span><span>${t("review.observations", { count: node.observations })}</span></div></div></li>`)}</ul>`}`}`;
}

/** Old beside new, one pair at a time: 1 keep the new one, 2 keep both, 3 keep the old one, 4 next. */
function Pairs({ palace, pairs, done }) {
  const [index, move] = useState(0);
  const pair = pairs[Math.min(index, pairs.length - 1)];
  const next = () => move((index + 1) % pairs.length);
  const both = () => reopen(palace, [pair.old.id], done);
  const left = async () => { await reopen(palace, [pair.old.id]); await end(palace, [pair.new.id], { superseded_by: pair.old.id }, done); };
  useKeys({ 1: next, 2: () => (mayWrite() ? void both() : false), 3: () => (mayWrite() ? void left() : false), 4: next, n: next });
  return html`<div class="detail full"><p class="muted">${number(index + 1)} / ${number(pairs.length)} · ${shown(pair.old.end_reason ?? "")}</p><div class="pair"><section class="card"><h2>${t("review.old")} <${Time} at=${pair.old.created_at} /></h2><div class="verbatim" dir="auto">${shown(pair.old.excerpt)}</div><a href=${href("m", { rest: [pair.old.id] })}>${t("memory.whole")}</a></section><section class="card"><h2>${t("review.new")} <${Time} at=${pair.new.created_at} /></h2><div class="verbatim" dir="auto">${shown(pair.new.excerpt)}</div><a href=${href("m", { rest: [pair.new.id] })}>${t("memory.whole")}</a></section></div>
    <section class="card"><h2>${t("memory.changes")}</h2><${Difference} before=${pair.old.excerpt} after=${pair.new.excerpt} /></section>
    <p class="actions">${mayWrite() && html`<button type="button" onClick=${next}>${t("review.keep_new")} <kbd>1</kbd></button><button type="button" onClick=${both}>${t("review.keep_both")} <kbd>2</kbd></button><button type="button" onClick=${left}>${t("review.keep_old")} <kbd>3</kbd></button>`}<button type="button" class="quiet" onClick=${next}>${t("review.next")} <kbd>4</kbd></button></p></div>`;
}
