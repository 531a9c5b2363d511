// The checks of a palace and of the installation, each with its remedy, and a button where the server can mend it.
import { html, useState } from "../vendor/preact.js";
import { t } from "../core/i18n.js";
import { api, get, palacePath, useData } from "../core/api.js";
import { me } from "../core/session.js";
import { say } from "../core/notices.js";
import { shown } from "../core/text.js";
import { Loading, Problem } from "./bits.js";
import { mayWrite } from "./writing.js";

const isMaster = () => me.value?.palace === null;

const IDLE_MAX = 20;

/** Mend, portion by portion. Another thread or process may be at it already: it is waited for, as long as that may take for a portion. */
async function mended(palace, what, tell) {
  const ask = (each) => api("POST", palacePath(palace, "/mend"), { body: { what: each } });
  let told = await ask(what);
  for (let idle = 0; told.left && idle < IDLE_MAX; idle = told.done ? 0 : idle + 1) {
    tell(told.left);
    if (idle) await new Promise((resolve) => { setTimeout(resolve, 500); });
    told = await ask("pending");
  }
  return told.left;
}

export function Health({ palace }) {
  const [run, start] = useState(0);
  const key = run ? `${palace}/${run}` : null;
  const own = useData(key, (abort) => get(palacePath(palace, "/doctor"), {}, abort));
  const whole = useData(key && isMaster() ? key : null, (abort) => get("/doctor", {}, abort));
  const loading = run > 0 && (own.loading || (isMaster() && whole.loading));
  const lines = run && !loading ? [...(own.data ?? []), ...(whole.data ?? [])] : [];
  return html`<section class="card"><h2>${t("health.title")}</h2><p class="hint">${t("health.text")}</p><p class="actions"><button type="button" class="main-action" disabled=${loading} onClick=${() => start(run + 1)}>${t("health.run")}</button></p>
    <${Loading} when=${loading} /><${Problem} error=${own.error ?? whole.error} />
    ${lines.length > 0 && html`<p role="status"><strong>${t("health.problems", { count: lines.filter((line) => line.level === "problem").length })}</strong></p><ul class="checks">${lines.map((line, index) => html`<${Line} key=${index} palace=${palace} line=${line} done=${() => start(run + 1)} />`)}</ul>`}</section>`;
}

function Line({ palace, line, done }) {
  const [left, tell] = useState(null);
  const isOffered = line.mend && mayWrite() && (line.mend !== "vectors" || isMaster());
  const mend = async () => {
    tell(0);
    try { const rest = await mended(palace, line.mend, tell); say(rest ? t("health.left", { count: rest }) : t("health.mended")); done(); } catch (error) { say(error.message, { isError: true }); }
    tell(null);
  };
  return html`<li class=${`check-line ${line.level}`}><span class=${`state level-${line.level}`}>${t(`health.level_${line.level}`)}</span><div><p dir="auto"><strong>${shown(line.subject)}</strong> ${shown(line.text)}</p>
    ${line.remedy && html`<p class="hint" dir="auto">${t("health.remedy")} ${shown(line.remedy)}</p>`}
    ${isOffered && html`<p class="actions"><button type="button" disabled=${left !== null} onClick=${mend}>${t(`health.mend_${line.mend}`)}</button>${left > 0 && html`<span role="status" class="muted">${t("health.left", { count: left })}</span>`}</p>`}</div></li>`;
}
