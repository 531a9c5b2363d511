// What an agent gets: the text before its first question, and the reminder for a prompt, with their cost.
import { html, useState } from "../vendor/preact.js";
import { t } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, amend } from "../core/router.js";
import { shown } from "../core/text.js";
import { Copy, Heading, Loading, Problem } from "../parts/bits.js";

export default function Agent() {
  const { palace, query } = route.value;
  const [prompt, type] = useState(query.prompt ?? "");
  const wake = useData(`${palace}/${query.wing}`, (abort) => get(palacePath(palace, "/wake-up"), { wing: query.wing }, abort));
  const reminder = useData(query.prompt ? `${palace}/${query.prompt}` : null, (abort) => get(palacePath(palace, "/reminder"), { prompt: query.prompt }, abort));
  return html`<${Heading} title=${t("nav.agent")} /><div class="columns"><section class="card"><h2>${t("agent.wake")} ${wake.data && html`<span class="muted">${t("agent.tokens", { count: wake.data.tokens })}</span>`}</h2><${Problem} error=${wake.error} again=${wake.reload} /><${Loading} when=${wake.loading && !wake.data} />${wake.data && html`<div class="verbatim" dir="auto">${shown(wake.data.text)}</div><p class="actions"><${Copy} text=${wake.data.text} label=${t("action.copy")} /></p>`}</section>
    <section class="card"><h2>${t("agent.reminder")}</h2><form class="stack" onSubmit=${(event) => { event.preventDefault(); amend({ prompt: prompt.trim() || null }); }}><label>${t("agent.prompt")}<textarea rows="3" value=${prompt} onInput=${(event) => type(event.target.value)}></textarea></label><p class="actions"><button type="submit" class="main-action">${t("agent.show")}</button></p></form><${Problem} error=${reminder.error} />${query.prompt && reminder.data && html`<p class="muted">${t("agent.tokens", { count: reminder.data.tokens })}</p><div class="verbatim" dir="auto">${reminder.data.text ? shown(reminder.data.text) : t("agent.nothing")}</div>`}</section></div>`;
}
