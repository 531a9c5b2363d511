// The floor plan: wings and rooms as areas that stay where they are, a dot for every memory, tunnels between rooms of one name.
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { t, number } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, href, amend } from "../core/router.js";
import { shown } from "../core/text.js";
import { hue, Heading, Loading, Problem, Time } from "../parts/bits.js";
import { Panel } from "../parts/detail.js";
import { FirstMemory } from "../parts/first.js";
import { dots, plan } from "../parts/plan.js";
import { useDots } from "../parts/dots.js";
import { Canvas } from "../parts/canvas.js";
import { MemoryList } from "../parts/rows.js";

const COLOURS = ["wing", "age", "writer", "importance"];
const LISTED_MAX = 100;

export default function Floor() {
  const { palace } = route.value;
  const [isTable, table] = useState(false);
  const { data, error, loading, reload } = useData(palace, (abort) => get(palacePath(palace, "/places"), {}, abort));
  const total = (data ?? []).reduce((sum, row) => sum + row.count, 0);
  const wings = new Set((data ?? []).map((row) => row.wing));
  return html`<${Heading} title=${t("nav.map")} count=${data ? t("map.counts", { count: total, wings: wings.size, rooms: data.length }) : null}><button type="button" class="chip" aria-pressed=${isTable} onClick=${() => table(!isTable)}>${t("graph.table")}</button></${Heading}>
    <${Problem} error=${error} again=${reload} /><${Loading} when=${loading && !data} />${data && !data.length && html`<${FirstMemory} onFiled=${reload} />`}
    ${data?.length > 0 && (isTable ? html`<${Table} rows=${data} />` : html`<${Plan} palace=${palace} rows=${data} total=${total} />`)}`;
}

function Table({ rows }) {
  return html`<table class="list"><thead><tr><th scope="col">${t("facet.wing")}</th><th scope="col">${t("facet.room")}</th><th scope="col">${t("nav.memories")}</th><th scope="col">${t("overview.last")}</th></tr></thead><tbody>${rows.map((row) => html`<tr key=${`${row.wing}/${row.room}`}><td><span class=${`dot hue-${hue(row.wing)}`} aria-hidden="true"></span><bdi>${shown(row.wing)}</bdi></td><td><a href=${href("memories", { query: { wing: row.wing, room: row.room } })}><bdi>${shown(row.room)}</bdi></a></td><td class="figure">${number(row.count)}</td><td class="muted"><${Time} at=${row.latest} /></td></tr>`)}</tbody></table>`;
}

function Plan({ palace, rows, total }) {
  const { query } = route.value;
  const colour = COLOURS.includes(query.colour) ? query.colour : "wing";
  const areas = useMemo(() => plan(rows), [rows]);
  const known = useDots(palace, areas, JSON.stringify([palace, rows.map((row) => [row.wing, row.room, row.count])]));
  const found = useData(query.q ? JSON.stringify([palace, query.q]) : null, (abort) => get(palacePath(palace, "/map/search"), { q: query.q, max_tokens: 0 }, abort));
  const [picked, pick] = useState([]);
  const list = useData(picked.length ? picked.slice(0, LISTED_MAX).join() : null, (abort) => get(`${palacePath(palace, "/map/memories")}?${picked.slice(0, LISTED_MAX).map((each) => `number=${each}`).join("&")}&max_tokens=0`, {}, abort));
  const lit = query.q && found.data ? new Set(found.data.map((row) => row.number)) : picked.length ? new Set(picked) : null;
  const points = useMemo(() => dots(areas, { colourOf: known && valuesBy(colour, known), isLit: lit && known && ((index) => lit.has(known.numbers[index])) }), [areas, known, known?.read, colour, found.data, picked]);
  const open = async (index) => {
    if (!known?.numbers[index]) return;
    const [row] = await get(`${palacePath(palace, "/map/memories")}?number=${known.numbers[index]}`).catch(() => []);
    if (row) amend({ m: row.memory.id });
  };
  const lasso = (indexes) => { amend({ q: null }, { replace: true }); pick(indexes.map((each) => known?.numbers[each]).filter(Boolean)); };
  const shownRows = query.q ? found.data : picked.length ? list.data : null;
  return html`<${Bar} query=${query} colour=${colour} known=${known} total=${total} /><${Problem} error=${found.error ?? list.error} />
    <div class=${`plain-split${query.m ? " with-panel" : ""}`}><div class="list-side"><${Canvas} areas=${areas} points=${points} isRamp=${Boolean(known) && (colour === "age" || colour === "importance")} label=${t("map.label", { count: total, rooms: rows.length })} onOpen=${open} onLasso=${lasso} />
      <${Legend} colour=${colour} known=${known} /><p class="hint">${t("map.hint")}</p>
      ${shownRows && html`<div class="toolbar"><span role="status">${query.q ? t("map.lit", { count: shownRows.length }) : t("memories.selected", { count: picked.length })}${!query.q && picked.length > LISTED_MAX ? ` · ${t("map.first", { count: LISTED_MAX })}` : ""}</span><button type="button" class="quiet" onClick=${() => { pick([]); amend({ q: null }); }}>${t("memories.select_none")}</button></div><${MemoryList} rows=${shownRows.map((row) => row.memory)} />`}</div><${Panel} /></div>`;
}

function valuesBy(colour, known) {
  if (colour === "importance") return (index) => Math.min(Math.max(known.importances[index], 0), 1);
  if (colour === "writer") return (index) => (known.writers[index] < 0 ? 7 : hue(known.names[known.writers[index]]));
  if (colour !== "age") return null;
  const today = Date.now() / 86400000;
  const oldest = Math.max(1, ...[...known.days].filter(Boolean).slice(0, 5000).map((day) => today - day));
  // Half of the scale is for the last few weeks, since most questions are about them.
  return (index) => (known.days[index] ? 1 - Math.min(1, Math.log1p(Math.max(today - known.days[index], 0)) / Math.log1p(oldest)) : 0);
}

function Bar({ query, colour, known, total }) {
  const [text, type] = useState(query.q ?? "");
  useEffect(() => { type(query.q ?? ""); }, [query.q]);
  return html`<div class="toolbar"><div class="actions" role="group" aria-label=${t("map.colour")}><span class="muted">${t("map.colour")}</span>${COLOURS.map((each) => html`<button type="button" key=${each} class="chip" aria-pressed=${colour === each} disabled=${!known && each !== "wing"} onClick=${() => amend({ colour: each === "wing" ? null : each })}>${t(`map.by_${each}`)}</button>`)}</div>
    ${known && !known.isDone && html`<span class="state">${number(known.read)} / ${number(total)}</span>`}<span class="grow"></span>
    <form class="actions" onSubmit=${(event) => { event.preventDefault(); amend({ q: text.trim() || null }); }}><label><span class="sr">${t("map.light")}</span><input type="search" value=${text} placeholder=${t("map.light")} onInput=${(event) => type(event.target.value)} /></label></form></div>`;
}

function Legend({ colour, known }) {
  if (!known || colour === "wing") return null;
  if (colour === "writer") return html`<p class="legend">${known.names.slice(0, 12).map((name) => html`<span key=${name}><span class=${`dot hue-${hue(name)}`} aria-hidden="true"></span><bdi>${shown(name)}</bdi></span>`)}</p>`;
  const [low, high] = colour === "age" ? [t("map.older"), t("map.newer")] : [t("map.less"), t("map.more")];
  return html`<p class="legend"><span>${low}</span><span class="ramp" aria-hidden="true"></span><span>${high}</span></p>`;
}
