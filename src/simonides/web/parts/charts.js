// Drawings with their data beside them: strips of days, bars of ranking terms, validity bars.
import { html } from "../vendor/preact.js";
import { t, number, day, month } from "../core/i18n.js";
import { shown } from "../core/text.js";

const DAY_MS = 86400000;
const iso = (time) => new Date(time).toISOString().slice(0, 10);

/** The last days as thin bars; a table says the same to those who cannot see them. */
export function Strip({ days, count = 90, label, onPick }) {
  const found = new Map(days.map((each) => [each.value, each.count]));
  const today = Date.parse(iso(Date.now()));
  const all = Array.from({ length: count }, (_, index) => iso(today - (count - 1 - index) * DAY_MS));
  const most = Math.max(1, ...all.map((each) => found.get(each) ?? 0));
  const total = all.reduce((sum, each) => sum + (found.get(each) ?? 0), 0);
  return html`<svg class="strip" viewBox=${`0 0 ${count * 4} 36`} preserveAspectRatio="none" role="img" aria-label=${`${label}: ${t("chart.days", { count: total, days: count })}`}>
    ${all.map((each, index) => {
      const height = found.has(each) ? Math.max(2, Math.sqrt(found.get(each) / most) * 34) : 0.6;
      return html`<rect class=${found.has(each) ? "full" : ""} x=${index * 4} y=${36 - height} width="3" height=${height} onClick=${onPick && (() => onPick(each))}><title>${day(each)}: ${number(found.get(each) ?? 0)}</title></rect>`;
    })}</svg>`;
}

export const TERMS = ["meaning", "words", "pairs", "exact", "crowding"];

/** The terms that made a score, as one bar and as a table. */
export function TermBar({ terms, score, best }) {
  const parts = Object.entries(terms).filter(([, value]) => Math.abs(value) > 0.0005).sort((one, other) => Math.abs(other[1]) - Math.abs(one[1]));
  const width = Math.max(...[best ?? 0, score ?? 0, 0.001, parts.filter(([, value]) => value > 0).reduce((sum, [, value]) => sum + value, 0)]);
  let x = 0;
  return html`<svg class="terms" viewBox="0 0 200 8" preserveAspectRatio="none" role="img" aria-label=${parts.map(([name, value]) => `${name} ${number(value, { maximumFractionDigits: 2 })}`).join(", ") || t("why.score")}>
    <rect class="track" x="0" y="0" width="200" height="8" rx="2" />
    ${parts.filter(([, value]) => value > 0).map(([name, value], index) => {
      const left = x;
      x += (value / width) * 200;
      return html`<rect class=${`term term-${index % 6}`} x=${left} y="0" width=${Math.max((value / width) * 200 - 0.8, 0.5)} height="8"><title>${name} ${number(value, { maximumFractionDigits: 3 })}</title></rect>`;
    })}</svg>`;
}

export function TermTable({ terms, score }) {
  const parts = Object.entries(terms).filter(([, value]) => Math.abs(value) > 0.0005).sort((one, other) => other[1] - one[1]);
  return html`<table class="plain"><caption class="sr">${t("why.terms")}</caption><tbody>${parts.map(([name, value]) => html`<tr key=${name}><th scope="row">${termName(name)}</th><td class="figure">${number(value, { signDisplay: "always", minimumFractionDigits: 2, maximumFractionDigits: 3 })}</td></tr>`)}
    <tr class="sum"><th scope="row">${t("why.score")}</th><td class="figure">${number(score ?? 0, { minimumFractionDigits: 2, maximumFractionDigits: 3 })}</td></tr></tbody></table>`;
}

function termName(name) {
  const key = `term.${name}`;
  const found = t(key);
  return found === key ? name.replaceAll("_", " ") : found;
}

/** When facts held, as bars over one axis; `at` is the moment that is looked at. */
export function ValidityBars({ facts, at, name, onEnd }) {
  const starts = facts.flatMap((fact) => [Date.parse(fact.from_at ?? fact.created_at), fact.to_at ? Date.parse(fact.to_at) : NaN]).filter((each) => !Number.isNaN(each));
  const now = Date.now();
  const low = Math.min(...starts, now);
  const high = Math.max(...starts, now);
  const span = Math.max(high - low, DAY_MS);
  const x = (time) => ((time - low) / span) * 100;
  const groups = Map.groupBy ? Map.groupBy(facts, (fact) => fact.predicate) : group(facts);
  return html`<table class="bars"><thead><tr><th scope="col">${t("facts.fact")}</th><th scope="col"><span class="axis"><span>${day(low)}</span><span>${day(high)}</span></span></th><th scope="col"><span class="sr">${t("action.actions")}</span></th></tr></thead>
    <tbody>${[...groups].flatMap(([predicate, each]) => each.map((fact, index) => {
      const from = Date.parse(fact.from_at ?? fact.created_at);
      const to = fact.to_at ? Date.parse(fact.to_at) : high;
      const isOut = Boolean(name) && fact.subject !== name;
      const other = isOut ? fact.subject : fact.object;
      const isFirst = index === 0 || !name || isOut !== (each[index - 1].subject !== name);
      return html`<tr key=${fact.id} class=${fact.to_at ? "past" : ""}><th scope="row">${!name && html`<a href=${hrefOf(fact.subject)}><bdi>${shown(fact.subject)}</bdi></a> `}<span class="predicate">${isFirst ? html`${isOut ? "← " : ""}<bdi>${shown(predicate)}</bdi>` : ""}</span> <a href=${hrefOf(other)}><bdi>${shown(other)}</bdi></a></th>
        <td><svg class="validity" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label=${span_of(fact)}><rect class="track" x="0" y="4.500" width="100" height="1" />
          <rect class=${`bar${fact.from_at ? "" : " undated"}`} x=${x(from)} y="2" width=${Math.max(x(to) - x(from), 0.8)} height="6" rx="1"><title>${span_of(fact)}</title></rect>
          ${at && html`<rect class="moment" x=${Math.min(Math.max(x(Date.parse(at)), 0), 100)} y="0" width="0.500" height="10" />`}</svg><span class="span">${span_of(fact)}</span></td>
        <td class="actions">${onEnd && !fact.to_at && html`<button type="button" class="quiet" onClick=${() => onEnd(fact)}>${t("action.end")}</button>`}</td></tr>`;
    }))}</tbody></table>`;
}

let hrefOf = () => "#";
export const linkEntitiesBy = (make) => { hrefOf = make; };

function group(facts) {
  const groups = new Map();
  for (const fact of facts) groups.set(fact.predicate, [...(groups.get(fact.predicate) ?? []), fact]);
  return groups;
}

function span_of(fact) {
  const from = fact.valid_from ?? t("facts.unknown_start");
  return fact.valid_to ? `${from} – ${fact.valid_to}` : t("facts.since", { when: from });
}

/** One memory's validity, on one line. */
export function LifeBar({ from, to, at }) {
  const start = Date.parse(from);
  const end = to ? Date.parse(to) : Date.now();
  const high = Math.max(Date.now(), end);
  const span = Math.max(high - start, 1);
  return html`<svg class="validity wide" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label=${to ? `${day(from)} – ${day(to)}` : t("facts.since", { when: day(from) })}>
    <rect class="track" x="0" y="4.500" width="100" height="1" /><rect class=${`bar${to ? " past" : ""}`} x="0" y="2" width=${Math.max(((end - start) / span) * 100, 0.8)} height="6" rx="1" />
    ${at && html`<rect class="moment" x=${Math.min(Math.max(((Date.parse(at) - start) / span) * 100, 0), 100)} y="0" width="0.500" height="10" />`}</svg>`;
}

/** Months as bars that can be picked. */
export function Histogram({ months, from, to, onPick }) {
  const ordered = [...months].sort((one, other) => one.value.localeCompare(other.value));
  const most = Math.max(1, ...ordered.map((each) => each.count));
  return html`<div class="histogram" role="group" aria-label=${t("time.histogram")}>${ordered.map((each) => {
    const isIn = (!from || each.value >= from) && (!to || each.value <= to);
    return html`<button type="button" key=${each.value} class=${isIn ? "in" : ""} aria-pressed=${isIn && (from || to) ? "true" : "false"} title=${`${month(each.value)}: ${number(each.count)}`} onClick=${(event) => onPick(each.value, event.shiftKey)}>
      <svg viewBox="0 0 10 60" preserveAspectRatio="none" aria-hidden="true"><rect x="0" width="10" y=${60 - Math.max(2, (each.count / most) * 58)} height=${Math.max(2, (each.count / most) * 58)} /></svg><span>${month(each.value)}</span><span class="figure">${number(each.count)}</span></button>`;
  })}</div>`;
}
