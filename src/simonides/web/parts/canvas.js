// The drawing of the floor plan: areas and names around the canvas, moving and zooming, clicking a dot, and the lasso.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { t } from "../core/i18n.js";
import { href } from "../core/router.js";
import { shown } from "../core/text.js";
import { inside, nearest, tunnels } from "./plan.js";
import { drawing } from "./points.js";

const REACH = 9;
const WHOLE = { x: 0, y: 0, scale: 1 };

export function Canvas({ areas, points, isRamp, label, onOpen, onLasso }) {
  const canvas = useRef(null);
  const scene = useRef(null);
  const drag = useRef(null);
  const frame = useRef(0);
  const [size, measure] = useState({ width: 0, height: 0 });
  const [view, look] = useState(WHOLE);
  const [isLasso, lasso] = useState(false);
  const [isDense, dense] = useState(false);
  const [line, trace] = useState([]);
  useEffect(() => {
    const element = canvas.current;
    const observer = new ResizeObserver(() => measure({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    const themes = matchMedia("(prefers-color-scheme: dark)");
    const again = () => measure((before) => ({ ...before }));
    scene.current = drawing(element, points, { onSlow: again });
    themes.addEventListener("change", again);
    return () => { observer.disconnect(); themes.removeEventListener("change", again); cancelAnimationFrame(frame.current); scene.current?.end(); };
  }, []);
  useEffect(() => {
    if (!size.width) return;
    scene.current.give(points);
    // However fast the pointer moves, a frame is drawn once.
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => scene.current?.draw(view, { isRamp, isDense }));
  }, [size, view, points, isRamp, isDense]);
  const share = (event) => { const box = canvas.current.getBoundingClientRect(); return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]; };
  const at = (event) => { const [px, py] = share(event); return [(px - view.x) / view.scale, (py - view.y) / view.scale]; };
  const zoom = (factor, [px, py] = [0.500, 0.500]) => {
    const scale = Math.min(Math.max(view.scale * factor, 1), 40);
    const change = scale / view.scale;
    look(kept({ scale, x: px - (px - view.x) * change, y: py - (py - view.y) * change }));
  };
  const down = (event) => {
    canvas.current.setPointerCapture?.(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, view, moved: false, isLasso: isLasso || event.shiftKey };
    if (drag.current.isLasso) trace([at(event)]);
  };
  const move = (event) => {
    const held = drag.current;
    if (!held || !event.buttons) return;
    if (held.isLasso) { trace((before) => [...before, at(event)]); return; }
    const [dx, dy] = [(event.clientX - held.x) / size.width, (event.clientY - held.y) / size.height];
    if (Math.abs(dx) + Math.abs(dy) > 0.005) held.moved = true;
    look(kept({ ...held.view, x: held.view.x + dx, y: held.view.y + dy }));
  };
  const up = (event) => {
    const held = drag.current;
    drag.current = null;
    if (!held) return;
    if (held.isLasso) { if (line.length > 2) { onLasso(inside(points, line)); lasso(false); } trace([]); return; }
    if (held.moved) return;
    const found = nearest(points, ...at(event), size.width * view.scale, size.height * view.scale, REACH);
    if (found >= 0) onOpen(found);
  };
  return html`<div class="plan-wrap"><div class="plan-stage"><${Areas} areas=${areas} view=${view} size=${size} />
    <canvas ref=${canvas} class=${`plan${isLasso ? " lasso" : ""}`} role="img" aria-label=${label} onWheel=${(event) => { event.preventDefault(); zoom(event.deltaY < 0 ? 1.200 : 1 / 1.200, share(event)); }} onPointerDown=${down} onPointerMove=${move} onPointerUp=${up}></canvas>
    <${Lines} areas=${areas} view=${view} size=${size} line=${line} /><${Names} areas=${areas} view=${view} size=${size} /></div>
    <div class="plan-tools"><button type="button" aria-label=${t("map.closer")} onClick=${() => zoom(1.500)}>+</button><button type="button" aria-label=${t("map.farther")} onClick=${() => zoom(1 / 1.500)}>−</button><button type="button" disabled=${view.scale === 1} onClick=${() => look(WHOLE)}>${t("map.whole")}</button><button type="button" aria-pressed=${isLasso} class=${isLasso ? "chip on" : ""} onClick=${() => lasso(!isLasso)}>${t("map.lasso")}</button><button type="button" aria-pressed=${isDense} class=${isDense ? "chip on" : ""} title=${t("map.density_hint")} onClick=${() => dense(!isDense)}>${t("map.density")}</button></div></div>`;
}

const placed = (area, view, size) => ({ left: (area.x * view.scale + view.x) * size.width, top: (area.y * view.scale + view.y) * size.height, width: area.w * view.scale * size.width, height: area.h * view.scale * size.height });
const isSeen = (box, size) => box.left < size.width && box.top < size.height && box.left + box.width > 0 && box.top + box.height > 0;
const pixels = ({ left, top, width, height }) => ({ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });

function Areas({ areas, view, size }) {
  const boxes = [...areas.wings.map((wing) => ({ wing, kind: "wing", box: placed(wing, view, size) })), ...areas.rooms.map((room) => ({ wing: room, kind: "room", box: placed(room, view, size) }))];
  return html`<div class="plan-areas" aria-hidden="true">${boxes.filter(({ box }) => isSeen(box, size)).slice(0, 600).map(({ wing, kind, box }) => html`<i key=${`${kind}/${wing.wing}/${wing.room}`} class=${kind} style=${pixels(box)}></i>`)}</div>`;
}

/** Tunnels, and the line of the lasso. */
function Lines({ areas, view, size, line }) {
  const [px, py] = [(x) => (x * view.scale + view.x) * size.width, (y) => (y * view.scale + view.y) * size.height];
  const arc = ([one, other]) => {
    const [x1, y1, x2, y2] = [px(one.x + one.w / 2), py(one.y + one.h / 2), px(other.x + other.w / 2), py(other.y + other.h / 2)];
    return `M${x1} ${y1}Q${(x1 + x2) / 2 + (y2 - y1) * 0.200} ${(y1 + y2) / 2 - (x2 - x1) * 0.200} ${x2} ${y2}`;
  };
  return html`<svg class="plan-lines" aria-hidden="true">${tunnels(areas).map((pair, index) => html`<path key=${index} class="tunnel" d=${arc(pair)} />`)}${line.length > 1 && html`<path class="lasso" d=${`M${line.map(([x, y]) => `${px(x)} ${py(y)}`).join("L")}Z`} />`}</svg>`;
}

function Names({ areas, view, size }) {
  const wings = areas.wings.map((wing) => ({ area: wing, text: wing.wing, url: href("memories", { query: { wing: wing.wing } }), isWing: true }));
  const rooms = areas.rooms.map((room) => ({ area: room, text: room.room, url: href("memories", { query: { wing: room.wing, room: room.room } }), isWing: false }));
  const seen = [...wings, ...rooms].map((each) => ({ ...each, box: placed(each.area, view, size) })).filter(({ box, isWing }) => isSeen(box, size) && box.width > 46 && box.height > (isWing ? 24 : 34) && box.top > -20);
  return html`<div class="plan-names">${seen.slice(0, 160).map(({ area, text, url, isWing, box }) => html`<a key=${`${isWing}/${area.wing}/${text}`} class=${isWing ? "wing-name" : ""} href=${url} style=${{ left: `${Math.max(box.left, 0) + 4}px`, top: `${box.top + 3}px`, maxWidth: `${Math.max(box.width - 8, 20)}px` }}>${shown(text)}</a>`)}</div>`;
}

/** The plan stays in its frame. */
function kept({ x, y, scale }) {
  return { scale, x: Math.min(0, Math.max(x, 1 - scale)), y: Math.min(0, Math.max(y, 1 - scale)) };
}
