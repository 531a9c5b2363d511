// Who changed what, and when; taking it back; and the bin.
import { html, useEffect, useState } from "../vendor/preact.js";
import { t, number } from "../core/i18n.js";
import { get, palacePath, useData } from "../core/api.js";
import { route, href, amend } from "../core/router.js";
import { listen } from "../core/live.js";
import { ActRow, BinRow, UndoDialog, whoOf } from "../parts/acts.js";
import { Empty, Heading, Loading, Problem } from "../parts/bits.js";
import { mayWrite } from "../parts/writing.js";

const PAGE = 50;
const TABS = ["acts", "bin"];

export default function History() {
  const { palace, query } = route.value;
  const tab = TABS.includes(query.show) ? query.show : "acts";
  const [ask, undo] = useState(null);
  const [limit, more] = useState(PAGE);
  const acts = useData(JSON.stringify([palace, tab, query.who, query.since, limit]), (abort) => get(palacePath(palace, "/acts"), { limit, actor: query.who, since: query.since }, abort));
  const bin = useData(`${palace}/${tab}/bin`, (abort) => get(palacePath(palace, "/bin"), { limit: 200, max_tokens: 0 }, abort));
  const [fresh, count] = useState(0);
  useEffect(() => listen((event) => { if (event.data?.palace === palace && event.id) count((before) => before + 1); }), [palace]);
  useEffect(() => count(0), [tab]);
  const done = () => { count(0); acts.reload(); bin.reload(); };
  const shownNow = tab === "acts" ? acts : bin;
  const rows = shownNow.data ?? [];
  return html`<${Heading} title=${t("nav.history")} /><nav class="tabs" aria-label=${t("nav.history")}>${TABS.map((each) => html`<a key=${each} href=${href("history", { query: { show: each === "acts" ? "" : each } })} aria-current=${each === tab ? "page" : undefined}>${t(`act.${each}`)}${each === "bin" && bin.data ? html` <span class="muted">${number(bin.data.length)}</span>` : null}</a>`)}</nav>
    ${tab === "acts" && html`<${Filter} query=${query} acts=${acts.data ?? []} undo=${undo} />`}
    <${Problem} error=${shownNow.error} again=${shownNow.reload} /><${Loading} when=${shownNow.loading && !shownNow.data} />
    ${shownNow.data && !rows.length && html`<${Empty}><p>${tab === "bin" ? t("act.bin_empty") : t("act.empty")}</p></${Empty}>`}
    ${fresh > 0 && html`<button type="button" class="news full" onClick=${done}>${t("overview.fresh", { count: fresh })}</button>`}
    <ul class="rows full" aria-label=${t(`act.${tab}`)}>${rows.map((row) => (tab === "acts" ? html`<${ActRow} key=${row.change} palace=${palace} act=${row} onUndo=${undo} />` : html`<${BinRow} key=${row.memory.id} row=${row} onUndo=${undo} />`))}</ul>
    ${tab === "acts" && rows.length === limit && html`<p class="actions"><button type="button" disabled=${acts.loading} onClick=${() => more(limit + PAGE)}>${t("act.older")}</button></p>`}
    ${tab === "bin" && rows.length > 0 && html`<p class="hint">${t("act.bin_hint")}</p>`}
    ${ask && html`<${UndoDialog} palace=${palace} ask=${ask} close=${() => undo(null)} done=${done} />`}`;
}

function Filter({ query, acts, undo }) {
  const known = [...new Set([...(query.who ? [query.who] : []), ...acts.map(whoOf)])].sort();
  return html`<div class="toolbar full"><label>${t("act.who")} <select value=${query.who ?? ""} onChange=${(event) => amend({ who: event.target.value || null })}><option value="">${t("act.everybody")}</option>${known.map((name) => html`<option key=${name} value=${name} selected=${name === query.who}>${name}</option>`)}</select></label>
    <label>${t("facet.since")} <input type="date" value=${query.since ?? ""} onChange=${(event) => amend({ since: event.target.value || null })} /></label><span class="grow"></span>
    ${query.who && mayWrite() && html`<button type="button" onClick=${() => undo({ actor: query.who })}>${t("act.take_back_all")}</button>`}</div>`;
}
