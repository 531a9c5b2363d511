// Memories in a list: one line of text, its place, who filed it and when.
import { html, useState, useEffect, useRef } from "../vendor/preact.js";
import { t } from "../core/i18n.js";
import { route, amend, href, go } from "../core/router.js";
import { useKeys } from "../core/keys.js";
import { firstLine, hasHidden, marked, shown } from "../core/text.js";
import { PlaceLink, State, Tags, Time, Trust } from "./bits.js";

export function MemoryRow({ row, words, isCurrent, isSelected, onSelect, children }) {
  const isOpen = route.value.query.m === row.id;
  const line = firstLine(row.excerpt ?? row.content);
  const open = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    amend({ m: row.id });
  };
  const who = row.author || row.added_by;
  return html`<li class=${`row${isCurrent ? " current" : ""}${isOpen ? " open" : ""}${row.ended_at ? " is-ended" : ""}`} data-id=${row.id}>
    ${onSelect && html`<label class="pick"><input type="checkbox" checked=${isSelected} onChange=${() => onSelect(row.id)} /><span class="sr">${t("memories.select")}</span></label>`}
    <div class="row-body">
      <a class="row-text" dir="auto" href=${href("m", { rest: [row.id] })} onClick=${open}>${line ? marked(line, words) : html`<em>${t("memory.blank")}</em>`}</a>
      <div class="row-meta"><${PlaceLink} wing=${row.wing} room=${row.room} />
        ${who && html`<bdi class="who">${shown(who)}</bdi>`}
        <${Time} at=${row.happened_at ?? row.event_time ?? row.created_at} /><${State} row=${row} /><${Trust} row=${row} />
        ${hasHidden(row.excerpt ?? row.content ?? "") && html`<span class="state warn">${t("state.hidden")}</span>`}
        <${Tags} tags=${row.tags} /></div>
      ${children}
    </div></li>`;
}

/** A list that is walked with j and k, opened with Enter, and selected with x. */
export function MemoryList({ rows, words, selection, onSelect, extra, label }) {
  const [current, move] = useState(-1);
  const list = useRef(null);
  useEffect(() => { move(-1); }, [rows[0]?.id]);
  const walk = (step) => {
    const next = Math.min(Math.max(current + step, 0), rows.length - 1);
    move(next);
    list.current?.children[next]?.querySelector(".row-text")?.focus();
    if (route.value.query.m && rows[next]) amend({ m: rows[next].id }, { replace: true });
  };
  const row = rows[current];
  useKeys({
    j: () => walk(1), k: () => walk(-1),
    Enter: () => (row && document.activeElement?.closest?.(".row") ? void amend({ m: row.id }) : false),
    o: () => (row ? void open(href("m", { rest: [row.id] }), "_blank", "noopener") : false),
    x: () => (row && onSelect ? void onSelect(row.id) : false),
  });
  return html`<ul class="rows" ref=${list} aria-label=${label ?? t("nav.memories")}>${rows.map((each, index) => html`<${MemoryRow} key=${each.id} row=${each}
    words=${words?.[each.id]} isCurrent=${index === current} isSelected=${selection?.has(each.id)} onSelect=${onSelect}>${extra?.(each)}</${MemoryRow}>`)}</ul>`;
}

export const openMemory = (id) => go(href("m", { rest: [id] }));
