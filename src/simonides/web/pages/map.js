// The floor plan: wings and rooms as areas that stay where they are, with a dot for every memory.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { t, number } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, href, go } from "../core/router.js";
import { shown } from "../core/text.js";
import { hue, Empty, Heading, Loading, Problem, Time } from "../parts/bits.js";
import { plan, dots } from "../parts/plan.js";
import { drawing } from "../parts/points.js";

export default function Floor() {
  const { palace } = route.value;
  const [isTable, table] = useState(false);
  const { data, error, loading, reload } = useData(palace, (abort) => get(palacePath(palace, "/places"), {}, abort));
  const total = (data ?? []).reduce((sum, row) => sum + row.count, 0);
  const wings = new Set((data ?? []).map((row) => row.wing));
  return html`<${Heading} title=${t("nav.map")} count=${data ? t("map.counts", { count: total, wings: wings.size, rooms: data.length }) : null}><button type="button" class="chip" aria-pressed=${isTable} onClick=${() => table(!isTable)}>${t("graph.table")}</button></${Heading}>
    <${Problem} error=${error} again=${reload} /><${Loading} when=${loading && !data} />${data && !data.length && html`<${Empty}><p>${t("memories.nothing")}</p></${Empty}>`}
    ${data?.length > 0 && (isTable ? html`<table class="list"><thead><tr><th scope="col">${t("facet.wing")}</th><th scope="col">${t("facet.room")}</th><th scope="col">${t("nav.memories")}</th><th scope="col">${t("overview.last")}</th></tr></thead><tbody>${data.map((row) => html`<tr key=${`${row.wing}/${row.room}`}><td><span class=${`dot hue-${hue(row.wing)}`} aria-hidden="true"></span><bdi>${shown(row.wing)}</bdi></td><td><a href=${href("memories", { query: { wing: row.wing, room: row.room } })}><bdi>${shown(row.room)}</bdi></a></td><td class="figure">${number(row.count)}</td><td class="muted"><${Time} at=${row.latest} /></td></tr>`)}</tbody></table>` : html`<${Plan} rows=${data} total=${total} />`)}`;
}

function Plan({ rows, total }) {
  const canvas = useRef(null);
  const scene = useRef(null);
  const [size, measure] = useState({ width: 0, height: 0 });
  const [view, look] = useState({ x: 0, y: 0, scale: 1 });
  const drag = useRef(null);
  const areas = plan(rows);
  useEffect(() => {
    const element = canvas.current;
    const observer = new ResizeObserver(() => measure({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    scene.current = drawing(element, dots(areas));
    return () => { observer.disconnect(); scene.current?.end(); };
  }, [rows]);
  useEffect(() => { if (size.width) scene.current?.draw(view); }, [size, view, rows]);
  const at = (event) => {
    const box = canvas.current.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width - view.x) / view.scale, ((event.clientY - box.top) / box.height - view.y) / view.scale];
  };
  const zoom = (event) => {
    event.preventDefault();
    const box = canvas.current.getBoundingClientRect();
    const [px, py] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const scale = Math.min(Math.max(view.scale * (event.deltaY < 0 ? 1.200 : 1 / 1.200), 1), 40);
    const factor = scale / view.scale;
    look(kept({ scale, x: px - (px - view.x) * factor, y: py - (py - view.y) * factor }));
  };
  const down = (event) => { drag.current = { x: event.clientX, y: event.clientY, view, moved: false }; };
  const move = (event) => {
    if (!drag.current || !event.buttons) return;
    const box = canvas.current.getBoundingClientRect();
    const [dx, dy] = [(event.clientX - drag.current.x) / box.width, (event.clientY - drag.current.y) / box.height];
    if (Math.abs(dx) + Math.abs(dy) > 0.005) drag.current.moved = true;
    look(kept({ ...drag.current.view, x: drag.current.view.x + dx, y: drag.current.view.y + dy }));
  };
  const up = (event) => {
    const isClick = drag.current && !drag.current.moved;
    drag.current = null;
    if (!isClick) return;
    const [x, y] = at(event);
    const found = areas.rooms.find((room) => x >= room.x && x <= room.x + room.w && y >= room.y && y <= room.y + room.h);
    if (found) go(href("memories", { query: { wing: found.wing, room: found.room } }));
  };
  const place = (area) => ({ left: (area.x * view.scale + view.x) * size.width, top: (area.y * view.scale + view.y) * size.height, width: area.w * view.scale * size.width, height: area.h * view.scale * size.height });
  const boxes = [...areas.wings.map((wing) => ({ ...wing, kind: "wing" })), ...areas.rooms.map((room) => ({ ...room, kind: "room" }))].map((each) => ({ ...each, ...place(each) })).filter((each) => each.left < size.width && each.top < size.height && each.left + each.width > 0 && each.top + each.height > 0).slice(0, 600);
  const names = [...areas.wings.map((wing) => ({ ...wing, isWing: true, text: wing.wing })), ...areas.rooms.map((room) => ({ ...room, text: room.room }))];
  const visible = names.map((each) => ({ ...each, ...place(each) })).filter((each) => each.width > 46 && each.left + each.width > 0 && each.left < size.width && each.top > -20 && each.top < size.height);
  return html`<div class="plan-wrap"><div class="plan-areas" aria-hidden="true">${boxes.map((each) => html`<i key=${`${each.kind}/${each.wing}/${each.room}`} class=${each.kind} style=${{ left: `${each.left}px`, top: `${each.top}px`, width: `${each.width}px`, height: `${each.height}px` }}></i>`)}</div><canvas ref=${canvas} class="plan" role="img" aria-label=${t("map.label", { count: total, rooms: rows.length })} onWheel=${zoom} onPointerDown=${down} onPointerMove=${move} onPointerUp=${up}></canvas><div class="plan-names" aria-hidden="true">${visible.slice(0, 160).map((each) => html`<span key=${`${each.isWing}/${each.wing}/${each.text}`} class=${each.isWing ? "wing-name" : ""} style=${{ left: `${each.left + 4}px`, top: `${each.top + 3}px`, maxWidth: `${Math.max(each.width - 8, 20)}px` }}>${shown(each.text)}</span>`)}</div></div><p class="hint">${t("map.hint")}</p>`;
}

/** The plan stays in its frame. */
function kept({ x, y, scale }) {
  return { scale, x: Math.min(0, Math.max(x, 1 - scale)), y: Math.min(0, Math.max(y, 1 - scale)) };
}
