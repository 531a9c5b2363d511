// Colours, language, keys, what this is; one palace; tokens and open pages.
import { html, useState } from "../vendor/preact.js";
import { t, LANGUAGES, language, choose } from "../core/i18n.js";
import { api, get, useData } from "../core/api.js";
import { key, leave, me, secure } from "../core/session.js";
import { setSingleKeys, singleKeys } from "../core/keys.js";
import { say } from "../core/notices.js";
import { shown } from "../core/text.js";
import { Copy, Heading, Problem, Time } from "../parts/bits.js";
import { PalaceSettings } from "../parts/palace.js";

const THEMES = ["auto", "light", "dark"];

export default function Settings() {
  return html`<${Heading} title=${t("nav.settings")} /><div class="two"><${Looks} /><${About} /></div><${PalaceSettings} /><h2 class="section">${t("settings.access")}</h2><div class="two"><${Pages} />${me.value?.manages_tokens && html`<${Tokens} />`}</div>`;
}

function theme() {
  return document.documentElement.dataset.theme ?? "auto";
}

function Looks() {
  const [chosen, set] = useState(theme());
  const pick = (value) => {
    set(value);
    if (value === "auto") delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = value;
    try { value === "auto" ? localStorage.removeItem("simonides.theme") : localStorage.setItem("simonides.theme", value); } catch { /* for this tab alone */ }
  };
  return html`<section class="card"><h2>${t("settings.looks")}</h2><div class="actions" role="group" aria-label=${t("settings.theme")}>${THEMES.map((each) => html`<button type="button" key=${each} class="chip" aria-pressed=${chosen === each} onClick=${() => pick(each)}>${t(`settings.theme_${each}`)}</button>`)}</div>
    <label>${t("settings.language")} <select value=${language.value} onChange=${(event) => choose(event.target.value)}>${Object.entries(LANGUAGES).map(([code, name]) => html`<option key=${code} value=${code} lang=${code} selected=${code === language.value}>${name}</option>`)}</select></label>
    <label class="check"><input type="checkbox" checked=${singleKeys.value} onChange=${(event) => setSingleKeys(event.target.checked)} />${t("settings.keys")}</label></section>`;
}

function About() {
  const status = useData("status", (abort) => get("/status", {}, abort));
  return html`<section class="card"><h2>${t("settings.about")}</h2><div class="detail"><p>simonides ${me.value?.version}</p>${status.data?.data_root && html`<p><span class="muted">${t("settings.data")}</span> <code>${shown(status.data.data_root)}</code></p>`}<p class="muted">${me.value?.palace ? t("settings.one_palace", { name: me.value.palace }) : t("settings.all_palaces")} · ${me.value?.may_write ? t("settings.may_write") : t("status.read_only")}</p></div>${key.value && html`<p class="actions"><button type="button" onClick=${leave}>${t("settings.leave")}</button></p>`}<p class="hint">${t("settings.local")}</p></section>`;
}

function Pages() {
  const { data, error, reload } = useData("pages", (abort) => get("/pages", {}, abort));
  const close = async (page) => { try { await api("DELETE", `/pages/${page.id}`); if (page.is_yours) leave(); else reload(); } catch (refusal) { say(refusal.message, { isError: true }); } };
  return html`<section class="card"><h2>${t("settings.pages")}</h2><${Problem} error=${error} />${data && !data.length && html`<p class="muted">${t("settings.no_pages")}</p>`}<table class="list"><tbody>${(data ?? []).map((page) => html`<tr key=${page.id}><td>${page.is_yours ? t("settings.this_page") : page.id}</td><td class="muted">${t("settings.asked")} <${Time} at=${page.asked_at} /></td><td>${page.palace ? shown(page.palace) : ""}</td><td><button type="button" onClick=${() => close(page)}>${t("action.revoke")}</button></td></tr>`)}</tbody></table></section>`;
}

function Tokens() {
  const { data, error, reload } = useData("tokens", (abort) => get("/tokens", {}, abort));
  const palaces = useData("palaces", (abort) => get("/palaces", {}, abort));
  const [fields, set] = useState({ palace: "", read_only: true, note: "" });
  const [made, show] = useState(null);
  const [problem, fail] = useState(null);
  const create = async (event) => {
    event.preventDefault();
    try { await secure(); show(await api("POST", "/tokens", { body: { ...fields, palace: fields.palace || palaces.data[0].id } })); fail(null); reload(); } catch (refusal) { fail(refusal); }
  };
  const revoke = async (token) => { try { await api("DELETE", `/tokens/${token.id}`); say(t("settings.revoked", { name: token.id })); reload(); } catch (refusal) { say(refusal.message, { isError: true }); } };
  return html`<section class="card"><h2>${t("settings.tokens")}</h2><p class="hint">${t("settings.tokens_hint")}</p><${Problem} error=${error ?? problem} />
    ${made && html`<div><p>${t("settings.secret")}</p><p class="secret">${made.secret}</p><p class="actions"><${Copy} text=${made.secret} label=${t("action.copy")} /><button type="button" onClick=${() => show(null)}>${t("action.close")}</button></p></div>`}
    <table class="list"><tbody>${(data ?? []).map((token) => html`<tr key=${token.id}><td><code>${token.id}</code> <bdi>${shown(token.palace)}</bdi></td><td>${token.read_only ? t("status.read_only") : t("settings.may_write")}</td><td dir="auto">${shown(token.note)}</td><td class="muted"><${Time} at=${token.created_at} absolute /></td><td><button type="button" onClick=${() => revoke(token)}>${t("action.revoke")}</button></td></tr>`)}</tbody></table>
    ${palaces.data?.length > 0 && html`<form class="stack" onSubmit=${create}><div class="side"><label>${t("nav.palace")}<select value=${fields.palace || palaces.data[0].id} onChange=${(event) => set({ ...fields, palace: event.target.value })}>${palaces.data.map((each) => html`<option key=${each.id} value=${each.id} selected=${each.id === (fields.palace || palaces.data[0].id)}>${each.name}</option>`)}</select></label><label>${t("settings.note")}<input value=${fields.note} maxlength="200" onInput=${(event) => set({ ...fields, note: event.target.value })} /></label></div><label class="check"><input type="checkbox" checked=${fields.read_only} onChange=${(event) => set({ ...fields, read_only: event.target.checked })} />${t("status.read_only")}</label>${data && !data.length && me.value?.is_open && html`<p class="hint">${t("settings.first_token")}</p>`}<p class="actions"><button type="submit" class="main-action">${t("settings.create")}</button></p></form>`}</section>`;
}
