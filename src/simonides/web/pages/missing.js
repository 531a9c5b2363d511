// An address that leads nowhere.
import { html } from "../vendor/preact.js";
import { t } from "../core/i18n.js";

export default function Missing() {
  return html`<h1>${t("error.nowhere")}</h1><p><a href="/ui/">${t("nav.home")}</a></p>`;
}
