// What happens now: a lane for each agent, cards as they come, and what happened before.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { t, number } from "../core/i18n.js";
import { get, api, palacePath, useData } from "../core/api.js";
import { route, href } from "../core/router.js";
import { link, lag, listen } from "../core/live.js";
import { beginning, firstLine, shown } from "../core/text.js";
import { Empty, Heading, Loading, PlaceLink, Problem, Time } from "../parts/bits.js";
import { UndoDialog, whoOf } from "../parts/acts.js";
import { mayWrite } from "../parts/writing.js";

const KEPT = 60;
const NAMES = { drawer: "memory", fact: "fact", entity: "entity", pair: "supersession", cycle: "dream" };

export default function Live() {
  const { palace } = route.value;
  const [cards, put] = useState([]);
  const [isPaused, pause] = useState(false);
  const [kind, only] = useState("");
  const held = useRef([]);
  const [waiting, wait] = useState(0);
  const isStill = useRef(false);
  isStill.current = isPaused;
  const before = useData(palace, (abort) => get(palacePath(palace, "/changes"), { limit: 60 }, abort));
  useEffect(() => listen((event) => {
    if (event.data?.palace !== palace) return;
    const [what, id] = Object.entries(event.data).find(([name]) => name in NAMES) ?? [];
    if (!id) return;
    const card = { key: event.id || `${event.name}/${id}/${event.data.at}`, kind: NAMES[what], operation: event.name.split("_").pop(), id, actor: whoOf(event.data), at: event.data.at, isFresh: true };
    if (isStill.current) { held.current = [card, ...held.current]; wait(held.current.length); return; }
    put((old) => merge([card], old));
  }), [palace]);
  // What was written before the stream began is in the log alone.
  useEffect(() => { if (link.value === "open") before.reload(); }, [link.value]);
  const resume = () => { put((old) => merge(held.current, old)); held.current = []; wait(0); pause(false); };
  const past = (before.data ?? []).map((line) => ({ key: `${palace}:${line.seq}`, kind: line.kind, operation: { add: "added", change: "changed", delete: "deleted" }[line.operation], id: line.id, actor: whoOf(line), at: line.at, text: line.text }));
  const all = merge(cards, past).filter((card) => !kind || card.kind === kind);
  const lanes = new Map();
  for (const card of all) lanes.set(card.actor, [...(lanes.get(card.actor) ?? []), card]);
  return html`<${Heading} title=${t("nav.live")}><span class=${`state${link.value === "lost" ? " warn" : ""}`} role="status">${t(`live.${link.value}`)}</span>${lag.value > 0 && html`<span class="state warn">${t("live.lag", { count: lag.value })}</span>`}
      <label><span class="sr">${t("live.kind")}</span><select value=${kind} onChange=${(event) => only(event.target.value)}><option value="">${t("live.everything")}</option>${Object.values(NAMES).map((each) => html`<option key=${each} value=${each}>${t(`live.${each}`)}</option>`)}</select></label>
      <button type="button" aria-pressed=${isPaused} onClick=${() => (isPaused ? resume() : pause(true))}>${isPaused ? t("live.resume", { count: waiting }) : t("live.pause")}</button></${Heading}>
    <${Problem} error=${before.error} again=${before.reload} /><${Loading} when=${before.loading && !before.data} />
    ${before.data && !all.length && html`<${Empty}><p>${t("live.empty")}</p></${Empty}>`}
    <div class="lanes">${[...lanes].map(([actor, each]) => html`<${Lane} key=${actor} palace=${palace} actor=${actor} cards=${each} done=${before.reload} />`)}</div>`;
}

function merge(fresh, old) {
  const seen = new Set();
  return [...fresh, ...old].filter((card) => !seen.has(card.key) && seen.add(card.key)).slice(0, KEPT * 3);
}

function Lane({ palace, actor, cards, done }) {
  const [isAsking, ask] = useState(false);
  return html`<section class="lane" aria-label=${actor}><h2><bdi>${shown(actor)}</bdi><span class="muted">${number(cards.length)}</span></h2>
    ${mayWrite() && html`<p class="actions"><button type="button" class="quiet" onClick=${() => ask(true)}>${t("act.take_back")}</button><a class="chip" href=${href("history", { query: { who: actor } })}>${t("nav.history")}</a></p>`}
    ${isAsking && html`<${UndoDialog} palace=${palace} ask=${{ actor }} close=${() => ask(false)} done=${done} />`}
    ${cards.slice(0, KEPT).map((card) => html`<${Card} key=${card.key} palace=${palace} card=${card} />`)}</section>`;
}

function Card({ palace, card }) {
  const isMemory = card.kind === "memory" && card.operation !== "deleted";
  // The log tells what its lines are about; what comes live is asked for.
  const { data } = useData(isMemory && card.text === undefined ? card.key : null, (abort) => get(palacePath(palace, `/drawers/${encodeURIComponent(card.id)}`), {}, abort));
  const text = card.text || data?.content;
  const url = isMemory ? href("m", { rest: [card.id] }) : card.kind === "entity" && text ? href("e", { rest: [text] }) : null;
  const words = text ? html`<span dir="auto">${shown(beginning(firstLine(text), 300))}</span>` : html`<code class="muted">${shown(card.id.slice(0, 80))}</code>`;
  return html`<article class=${`event${card.isFresh ? " fresh" : ""}`}><div class="row-meta"><span>${t(`live.${card.kind}`)} · ${t(`live.${card.operation}`)}</span><${Time} at=${card.at} /></div>
    ${url && text ? html`<a class="row-text" href=${url}>${words}</a>` : words}${data && html`<div class="row-meta"><${PlaceLink} wing=${data.wing} room=${data.room} /></div>`}</article>`;
}
