// An empty palace: one sentence, the line that connects a client, a form for the first memory, and a demo palace beside it.
import { html, useState } from "../vendor/preact.js";
import { t } from "../core/i18n.js";
import { api, palacePath } from "../core/api.js";
import { go, href, route } from "../core/router.js";
import { me } from "../core/session.js";
import { say } from "../core/notices.js";
import { mayWrite } from "./writing.js";
import { Copy, Problem } from "./bits.js";

export function FirstMemory({ onFiled }) {
  const { palace } = route.value;
  const line = `simonides setup --palace ${/^[\w.-]+$/.test(palace) ? palace : JSON.stringify(palace)}`;
  return html`<div class="empty"><p>${t("empty.palace")}</p><p>${t("empty.connect")}</p><pre>${line}</pre><${Copy} text=${line} label=${t("action.copy")} />${mayWrite() && html`<${FileForm} onFiled=${onFiled} />`}${mayWrite() && !me.value.palace && html`<${Demo} />`}</div>`;
}

/** A palace with a small story in it, beside the empty one; made once, however often one asks. */
function Demo() {
  const [isBusy, work] = useState(false);
  const [error, fail] = useState(null);
  const make = async () => {
    work(true);
    try { const made = await api("POST", "/demo", { body: {} }); go(href("overview", { palace: made.id })); } catch (refusal) { fail(refusal); work(false); }
  };
  return html`<section class="stack"><p>${t("empty.demo")}</p><${Problem} error=${error} /><p class="actions"><button type="button" disabled=${isBusy} onClick=${make}>${t("empty.demo_make")}</button></p></section>`;
}

export function FileForm({ onFiled, start = {} }) {
  const { palace } = route.value;
  const [fields, set] = useState({ content: "", wing: "", room: "", tags: "", ...start });
  const [error, fail] = useState(null);
  const change = (name) => (event) => set({ ...fields, [name]: event.target.value });
  const file = async (event) => {
    event.preventDefault();
    const tags = fields.tags.split(",").map((each) => each.trim()).filter(Boolean);
    const body = { content: fields.content, ...(fields.wing && { wing: fields.wing }), ...(fields.room && { room: fields.room }), ...(tags.length && { tags }) };
    try {
      const { id } = await api("POST", palacePath(palace, "/drawers"), { body });
      set({ ...fields, content: "", tags: "" });
      fail(null);
      say(t("memory.filed"), { undo: async () => { await api("DELETE", palacePath(palace, `/drawers/${encodeURIComponent(id)}`)); onFiled?.(null); } });
      onFiled?.(id);
    } catch (refusal) { fail(refusal); }
  };
  return html`<form class="stack" onSubmit=${file}><label>${t("memory.new")}<textarea required value=${fields.content} onInput=${change("content")}></textarea></label><div class="side"><label>${t("facet.wing")}<input value=${fields.wing} placeholder="general" onInput=${change("wing")} /></label><label>${t("facet.room")}<input value=${fields.room} placeholder="general" onInput=${change("room")} /></label><label>${t("facet.tag")}<input value=${fields.tags} onInput=${change("tags")} /></label></div><${Problem} error=${error} /><p class="actions"><button type="submit" class="main-action" disabled=${!fields.content.trim()}>${t("memory.file")}</button></p></form>`;
}
