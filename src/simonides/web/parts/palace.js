// One palace in the settings: whom it serves, its export and import, and its end.
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../core/i18n.js";
import { api, get, palacePath, useData } from "../core/api.js";
import { amend, go, href, route } from "../core/router.js";
import { later, say } from "../core/notices.js";
import { me } from "../core/session.js";
import { shown } from "../core/text.js";
import { Loading, Problem } from "./bits.js";
import { Dialog } from "./commands.js";
import { Export, Import } from "./exchange.js";
import { mayWrite } from "./writing.js";

const IDENTITY_LETTERS = 20000;

export function PalaceSettings() {
  const { data, error, reload } = useData("palaces", (abort) => get("/palaces", {}, abort));
  const names = (data ?? []).filter((each) => !each.error).map((each) => each.id);
  const wanted = [route.value.query.palace, me.value?.default_palace].find((each) => names.includes(each));
  const palace = wanted ?? names[0];
  if (!data || error || !palace) return html`<${Loading} when=${!data && !error} /><${Problem} error=${error} />`;
  return html`<div class="section-head"><h2 class="section" id="settings-palace">${t("nav.palace")}</h2><select aria-labelledby="settings-palace" value=${palace} onChange=${(event) => amend({ palace: event.target.value }, { replace: true })}>${names.map((each) => html`<option key=${each} value=${each} selected=${each === palace}>${each}</option>`)}</select></div>
    <div class="two by-two" key=${palace}><${Identity} palace=${palace} /><${Export} palace=${palace} />${mayWrite() && html`<${Import} palace=${palace} done=${reload} />`}${mayWrite() && me.value?.manages_tokens && html`<${Deletion} palace=${palace} />`}</div>`;
}

function Identity({ palace }) {
  const { data, error, reload } = useData(palace, (abort) => get(palacePath(palace, "/identity"), {}, abort));
  const [text, type] = useState(null);
  useEffect(() => { if (data) type(data.text); }, [data]);
  const set = async (value) => { await api("PATCH", palacePath(palace, "/identity"), { body: { text: value } }); reload(); };
  const save = async (event) => {
    event.preventDefault();
    const before = data.text;
    try { await set(text); say(t("identity.saved"), { undo: () => set(before).catch((problem) => say(problem.message, { isError: true })) }); } catch (problem) { say(problem.message, { isError: true }); }
  };
  return html`<section class="card"><h2>${t("identity.title")}</h2><p class="hint">${t("identity.hint")} <a href=${href("agent", { palace })}>${t("identity.wake_up")}</a></p><${Problem} error=${error} /><${Loading} when=${!data && !error} />
    ${data && (mayWrite() ? html`<form class="stack" onSubmit=${save}><label>${t("identity.text")}<textarea dir="auto" rows="6" maxlength=${IDENTITY_LETTERS} value=${text ?? ""} onInput=${(event) => type(event.target.value)}></textarea></label><p class="actions"><button type="submit" class="main-action" disabled=${text === null || text === data.text}>${t("action.save")}</button></p></form>` : html`<pre class="verbatim" dir="auto">${shown(data.text) || t("identity.none")}</pre>`)}</section>`;
}

function Deletion({ palace }) {
  const [isOpen, open] = useState(false);
  return html`<section class="card"><h2>${t("deletion.title")}</h2><p class="hint">${t("deletion.hint")}</p><p class="actions"><button type="button" class="danger" onClick=${() => open(true)}>${t("deletion.open")}</button></p>${isOpen && html`<${DeletionDialog} palace=${palace} close=${() => open(false)} />`}</section>`;
}

function DeletionDialog({ palace, close }) {
  const [typed, type] = useState("");
  const held = useData(palace, async (abort) => {
    const [counts, ended, tokens] = await Promise.all([get(palacePath(palace), {}, abort), get(palacePath(palace, "/memories"), { ended: "only", limit: 1 }, abort), get("/tokens", {}, abort)]);
    return { memories: counts.drawer_count, ended: ended.total, facts: counts.kg_triple_count, tokens: tokens.filter((each) => each.palace === palace).length };
  });
  const remove = async () => {
    try {
      await api("DELETE", palacePath(palace), { query: { confirm: palace } });
      say(t("deletion.done", { name: palace }));
      if (route.value.palace === palace || route.value.page === "home" || route.value.page === "settings") go(href("home", { palace: null, query: { gone: palace } }));
    } catch (error) { say(error.message, { isError: true }); }
  };
  const send = (event) => { event.preventDefault(); close(); later(t("deletion.soon", { name: palace }), remove); };
  return html`<${Dialog} label=${t("deletion.title")} close=${close}><form class="stack" onSubmit=${send}><h2>${t("deletion.question", { name: palace })}</h2><${Problem} error=${held.error} /><${Loading} when=${held.loading} />
    ${held.data && html`<ul class="losses">${["memories", "ended", "facts", "tokens"].filter((name) => held.data[name]).map((name) => html`<li key=${name}>${t(`deletion.${name}`, { count: held.data[name] })}</li>`)}<li>${t("deletion.rest")}</li></ul>`}
    <p class="hint">${t("deletion.export_first")}</p>
    <label>${t("deletion.type")}<input autofocus autocomplete="off" spellcheck="false" value=${typed} onInput=${(event) => type(event.target.value)} /></label>
    <p class="actions"><button type="submit" class="danger" disabled=${typed !== palace || !held.data}>${t("deletion.now")}</button><button type="button" onClick=${close}>${t("action.cancel")}</button></p></form></${Dialog}>`;
}
