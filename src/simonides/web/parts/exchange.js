// A palace as a file: exported while it is made, imported in portions after a look at what that would do.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { t, number, percent } from "../core/i18n.js";
import { api, download, palacePath } from "../core/api.js";
import { say } from "../core/notices.js";
import { shown } from "../core/text.js";
import { Problem } from "./bits.js";
import { keep } from "./saving.js";

const FORMS = ["lines", "markdown", "basic-memory", "server-memory", "csv"];
const PORTION_LINES = 1000;
const PORTION_LETTERS = 600000;
const LINE_LETTERS = 1200000;
const BAD_SHOWN = 20;
const COUNTS = ["lines", "memories", "entities", "facts", "observations", "perspectives", "pairs", "known", "vectors", "masked", "refused"];
const NEW = ["memories", "facts", "entities", "observations", "pairs", "perspectives"];

const megabytes = (bytes) => t("exchange.megabytes", { count: number(bytes / 1e6, { maximumFractionDigits: 1 }) });

/** Something that can be stopped, and is when the view closes. */
function useStop() {
  const held = useRef(null);
  useEffect(() => () => held.current?.abort(), []);
  return { begin: () => { held.current = new AbortController(); return held.current.signal; }, stop: () => held.current?.abort() };
}

export function Export({ palace }) {
  const [form, choose] = useState("lines");
  const [parts, take] = useState({ log: true, vectors: false });
  const [received, tell] = useState(null);
  const [problem, fail] = useState(null);
  const { begin, stop } = useStop();
  const isLines = form === "lines";
  const send = async (event) => {
    event.preventDefault();
    fail(null); tell(0);
    try {
      const query = { as: form, ...(isLines ? { log: String(parts.log), vectors: String(parts.vectors) } : {}) };
      const { blob, name } = await download(palacePath(palace, "/export"), { query, signal: begin(), progress: tell });
      keep(blob, name);
      say(t("exchange.saved", { name, size: megabytes(blob.size) }));
    } catch (error) { if (error.name !== "AbortError") fail(error); }
    tell(null);
  };
  return html`<section class="card"><h2>${t("exchange.export")}</h2><form class="stack" onSubmit=${send}>
    <label>${t("exchange.form")}<select value=${form} onChange=${(event) => choose(event.target.value)}>${FORMS.map((each) => html`<option key=${each} value=${each} selected=${each === form}>${t(`exchange.form_${each}`)}</option>`)}</select></label>
    <p class="hint">${t(`exchange.loses_${form}`)}</p>
    ${isLines && ["log", "vectors"].map((each) => html`<label key=${each} class="check"><input type="checkbox" checked=${parts[each]} onChange=${(event) => take({ ...parts, [each]: event.target.checked })} />${t(`exchange.with_${each}`)}</label>`)}
    <${Problem} error=${problem} />
    <p class="actions"><button type="submit" class="main-action" disabled=${received !== null}>${t("exchange.download")}</button>${received !== null && html`<button type="button" onClick=${stop}>${t("action.cancel")}</button><span role="status" class="muted">${megabytes(received)}</span>`}</p></form></section>`;
}

/** The lines of a file in portions, each with the number of its first line and how much of the file was read. */
async function* portions(file, onLong) {
  const reader = file.stream().pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
  let [rest, lines, size, first, number, read, isCut] = ["", [], 0, 1, 0, 0, false];
  const put = (line) => {
    number += 1;
    if (isCut || line.length > LINE_LETTERS) { onLong(number); lines.push(""); } else { lines.push(line); size += line.length; }
    isCut = false;
  };
  const portion = () => { const given = { lines, first, share: file.size ? read / file.size : 1 }; first = number + 1; lines = []; size = 0; return given; };
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    read = Math.min(read + part.value.length, file.size);
    const found = (rest + part.value).split("\n");
    rest = found.pop();
    // Of a line without an end only its number is kept.
    if (rest.length > LINE_LETTERS) { rest = ""; isCut = true; }
    for (const line of found) { put(line); if (lines.length >= PORTION_LINES || size >= PORTION_LETTERS) yield portion(); }
  }
  if (rest || isCut) put(rest);
  if (lines.length) { read = file.size; yield portion(); }
}

function headerOf(line) {
  try { return JSON.parse(line).type === "header" ? line : ""; } catch { return ""; }
}

/** One portion; where the token has used too much for now, after a pause. */
async function sent(palace, body, abort) {
  for (;;) {
    try { return await api("POST", palacePath(palace, "/import"), { body, signal: abort, isRead: body.dry_run }); } catch (error) {
      if (error.status !== 429) throw error;
      await new Promise((resolve) => { setTimeout(resolve, 1000 * Math.min(error.after || 1, 30)); });
      abort.throwIfAborted();
    }
  }
}

async function run(palace, file, isDry, abort, progress) {
  const total = { bad: [], left_out: {}, notice: null, ...Object.fromEntries(COUNTS.map((name) => [name, 0])) };
  const refuse = (line) => { total.refused += 1; total.bad.push({ line, reason: t("exchange.too_long") }); };
  let header = "";
  for await (const { lines, first, share } of portions(file, refuse)) {
    const told = await sent(palace, { lines, first, dry_run: isDry, ...(first > 1 && header ? { header } : {}) }, abort);
    if (first === 1) header = headerOf(lines[0]);
    for (const name of COUNTS) total[name] += told[name];
    for (const [kind, count] of Object.entries(told.left_out)) total.left_out[kind] = (total.left_out[kind] ?? 0) + count;
    total.bad = [...total.bad, ...told.bad].slice(0, BAD_SHOWN);
    total.notice ??= told.notice;
    progress(share, total);
  }
  return total;
}

export function Import({ palace, done }) {
  const [file, choose] = useState(null);
  const [at, tell] = useState(null);
  const [plan, show] = useState(null);
  const [problem, fail] = useState(null);
  const { begin, stop } = useStop();
  const start = async (isDry) => {
    fail(null); show(null); tell(0);
    let last = null;
    try {
      last = await run(palace, file, isDry, begin(), (share, total) => { last = total; tell(share); });
      if (!isDry) done();
    } catch (error) { if (error.name !== "AbortError") fail(error instanceof TypeError ? new Error(t("exchange.not_text")) : error); }
    if (last) show({ ...last, isDry });
    tell(null);
  };
  const fresh = plan ? NEW.reduce((sum, name) => sum + plan[name], 0) : 0;
  return html`<section class="card"><h2>${t("exchange.import")}</h2><p class="hint">${t("exchange.import_hint")}</p>
    <form class="stack" onSubmit=${(event) => { event.preventDefault(); start(true); }}>
      <label>${t("exchange.file")}<input type="file" accept=".jsonl,.ndjson,.json,.txt" onChange=${(event) => { choose(event.target.files[0] ?? null); show(null); fail(null); }} /></label>
      <${Problem} error=${problem} />
      ${at !== null && html`<label>${t("exchange.progress")}<progress max="1" value=${at}>${percent(at)}</progress></label>`}
      ${plan && html`<${Plan} plan=${plan} fresh=${fresh} />`}
      <p class="actions">${at === null ? html`<button type="submit" class=${plan?.isDry ? "" : "main-action"} disabled=${!file}>${t("exchange.look")}</button>${plan?.isDry && html`<button type="button" class="main-action" disabled=${!fresh} onClick=${() => start(false)}>${t("exchange.import_now")}</button>`}` : html`<button type="button" onClick=${stop}>${t("action.cancel")}</button>`}</p></form></section>`;
}

function Plan({ plan, fresh }) {
  const rows = [...NEW.filter((name) => plan[name]).map((name) => [t(`exchange.${name}`), plan[name]]), ...["known", "masked", "refused"].filter((name) => plan[name]).map((name) => [t(`exchange.${name}`), plan[name]])];
  const left = Object.entries(plan.left_out);
  return html`<div role="status"><p><strong>${plan.isDry ? t("exchange.would", { count: fresh }) : t("exchange.filed", { count: fresh })}</strong></p>
    <table class="plain"><tbody>${rows.map(([name, count]) => html`<tr key=${name}><th scope="row">${name}</th><td class="figure">${number(count)}</td></tr>`)}</tbody></table>
    ${left.length > 0 && html`<p class="hint">${t("exchange.left_out", { kinds: left.map(([kind, count]) => `${t(`exchange.kind_${kind}`)} (${number(count)})`).join(", ") })}</p>`}
    ${plan.notice && html`<p class="hint">${shown(plan.notice)}</p>`}
    ${plan.bad.length > 0 && html`<ul class="bad-lines">${plan.bad.map((each) => html`<li key=${each.line}><span class="muted">${t("exchange.line", { line: each.line })}</span> <span dir="auto">${shown(each.reason)}</span></li>`)}${plan.refused > plan.bad.length && html`<li class="muted">…</li>`}</ul>`}</div>`;
}
