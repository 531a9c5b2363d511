// The neighbourhood of an entity as a drawing; a worker finds the places, and a table says the same.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { t } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { href, go } from "../core/router.js";
import { shown } from "../core/text.js";
import { Problem, hue } from "./bits.js";

const WIDTH = 900;
const HEIGHT = 420;

// The one address that a policy makes: that of our own worker.
const policy = self.trustedTypes?.createPolicy("simonides-worker", { createScriptURL: () => new URL("../work/force.js", import.meta.url).href });
const makeWorker = () => new Worker(policy ? policy.createScriptURL("") : new URL("../work/force.js", import.meta.url), { type: "module" });

export function Graph({ palace, name }) {
  const [depth, go_to] = useState(1);
  const [isTable, table] = useState(false);
  const [places, place] = useState(null);
  const { data, error } = useData(`${palace}/${name}/${depth}`, (abort) => get(palacePath(palace, `/entities/${encodeURIComponent(name)}/graph`), { depth }, abort));
  const worker = useRef(null);
  useEffect(() => () => worker.current?.terminate(), []);
  useEffect(() => {
    if (!data) return;
    const index = new Map(data.nodes.map((node, number) => [node.name, number]));
    const links = data.facts.map((fact) => ({ source: index.get(fact.subject), target: index.get(fact.object) })).filter((each) => each.source !== undefined && each.target !== undefined && each.source !== each.target);
    worker.current?.terminate();
    worker.current = makeWorker();
    worker.current.onmessage = ({ data: found }) => place({ name, depth, points: found });
    worker.current.postMessage({ count: data.nodes.length, links, width: WIDTH, height: HEIGHT });
  }, [data]);
  if (error) return html`<${Problem} error=${error} />`;
  if (!data || data.nodes.length < 2) return null;
  return html`<section class="card"><div class="detail-top"><h2>${t("graph.title")}</h2><div class="actions">${[1, 2].map((each) => html`<button type="button" key=${each} class="chip" aria-pressed=${depth === each} onClick=${() => go_to(each)}>${t("graph.steps", { count: each })}</button>`)}<button type="button" class="chip" aria-pressed=${isTable} onClick=${() => table(!isTable)}>${t("graph.table")}</button>${!data.is_whole && html`<span class="state warn">${t("graph.cut")}</span>`}</div></div>
    ${isTable ? html`<${Table} facts=${data.facts} />` : places?.points.length === data.nodes.length * 2 ? html`<${Drawing} data=${data} points=${places.points} name=${name} />` : html`<div class="graph" aria-busy="true"></div>`}</section>`;
}

function Table({ facts }) {
  return html`<table class="list"><thead><tr><th scope="col">${t("facts.subject")}</th><th scope="col">${t("facts.predicate")}</th><th scope="col">${t("facts.object")}</th></tr></thead><tbody>${facts.map((fact) => html`<tr key=${fact.id}><td><a href=${href("e", { rest: [fact.subject] })}><bdi>${shown(fact.subject)}</bdi></a></td><td class="muted">${shown(fact.predicate)}</td><td><a href=${href("e", { rest: [fact.object] })}><bdi>${shown(fact.object)}</bdi></a></td></tr>`)}</tbody></table>`;
}

function Drawing({ data, points, name }) {
  const [view, look] = useState({ x: 0, y: 0, scale: 1 });
  const drag = useRef(null);
  const index = new Map(data.nodes.map((node, number) => [node.name, number]));
  const at = (number) => [points[number * 2], points[number * 2 + 1]];
  const zoom = (event) => { event.preventDefault(); const factor = event.deltaY < 0 ? 1.150 : 1 / 1.150; look({ ...view, scale: Math.min(Math.max(view.scale * factor, 0.400), 6) }); };
  const down = (event) => { drag.current = { x: event.clientX - view.x, y: event.clientY - view.y }; };
  const move = (event) => { if (drag.current && event.buttons) look({ ...view, x: event.clientX - drag.current.x, y: event.clientY - drag.current.y }); };
  const isSmall = data.nodes.length <= 60;
  return html`<svg class="graph" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${t("graph.label", { count: data.nodes.length, facts: data.facts.length })} onWheel=${zoom} onPointerDown=${down} onPointerMove=${move} onPointerUp=${() => { drag.current = null; }}>
    <g transform=${`translate(${view.x} ${view.y}) translate(${WIDTH / 2} ${HEIGHT / 2}) scale(${view.scale}) translate(${-WIDTH / 2} ${-HEIGHT / 2})`}>
    ${data.facts.map((fact) => { const [one, other] = [index.get(fact.subject), index.get(fact.object)]; if (one === undefined || other === undefined) return null; const [x1, y1] = at(one); const [x2, y2] = at(other); return html`<line key=${fact.id} x1=${x1} y1=${y1} x2=${x2} y2=${y2}><title>${fact.subject} ${fact.predicate} ${fact.object}</title></line>${isSmall && html`<text class="edge-name" x=${(x1 + x2) / 2} y=${(y1 + y2) / 2} text-anchor="middle">${fact.predicate.slice(0, 24)}</text>`}`; })}
    ${data.nodes.map((node, number) => { const [x, y] = at(number); const isCentre = node.name === name; return html`<g key=${node.name}><circle class=${`hue-${hue(node.type)}${isCentre ? " centre" : ""}`} cx=${x} cy=${y} r=${isCentre ? 10 : 5 + Math.min(Math.sqrt(node.observations), 5)} onClick=${() => go(href("e", { rest: [node.name] }))}><title>${node.name} (${node.type})</title></circle>${(isSmall || isCentre) && html`<text x=${x} y=${y - 12} text-anchor="middle">${node.name.slice(0, 28)}</text>`}</g>`; })}</g></svg>`;
}
