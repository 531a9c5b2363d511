// Two texts with the words that differ marked.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { difference, shown } from "../core/text.js";
import { Verbatim } from "./bits.js";

export function Difference({ before, after }) {
  const box = useRef(null);
  // A long text begins where it differs.
  useEffect(() => { box.current.scrollTop = (box.current.querySelector(".gone, .new")?.offsetTop ?? 0) - 40; }, [before, after]);
  return html`<${Verbatim} text=${`${before}${after}`} box=${box}>${difference(before, after).map(([kind, text], index) => (kind === "same" ? html`<span key=${index}>${shown(text)}</span>` : kind === "gone" ? html`<del key=${index} class="gone">${shown(text)}</del>` : html`<ins key=${index} class="new">${shown(text)}</ins>`))}</${Verbatim}>`;
}
