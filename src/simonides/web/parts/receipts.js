// Receipts of what was erased, shown once: nothing of them is stored.
import { html, signal } from "../vendor/preact.js";
import { t, exact } from "../core/i18n.js";
import { shown } from "../core/text.js";
import { Copy } from "./bits.js";
import { Dialog } from "./commands.js";

export const receipts = signal(null);

export function Receipts() {
  const held = receipts.value;
  if (!held) return null;
  return html`<${Dialog} label=${t("receipt.title")} close=${() => { receipts.value = null; }}><h2>${t("receipt.title")}</h2><p>${t("receipt.text")}</p>
    <div class="detail">${held.map((each) => html`<section key=${each.id}><p><strong class=${each.is_clean ? "strength-strong" : "strength-weak"}>${each.is_clean ? t("receipt.clean") : t("receipt.left")}</strong> · ${exact(each.erased_at)} · <bdi>${shown(each.erased_by)}</bdi></p>
      <p class="hint">${t("receipt.gone", { versions: each.versions, vectors: each.vectors, bytes: each.searched_bytes })}</p>${each.note && html`<p class="hint">${shown(each.note)}</p>`}
      <dl><dt>id</dt><dd><code>${shown(each.id)}</code></dd><dt>sha256</dt><dd><code>${shown(each.sha256)}</code></dd></dl></section>`)}</div>
    <p class="actions"><${Copy} text=${JSON.stringify(held, null, 2)} label=${t("action.copy")} /><button type="button" autofocus onClick=${() => { receipts.value = null; }}>${t("action.close")}</button></p></${Dialog}>`;
}
