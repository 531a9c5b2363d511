// Two texts with the words that differ marked.
import { html } from "../vendor/preact.js";
import { difference, shown } from "../core/text.js";
import { Verbatim } from "./bits.js";

export function Difference({ before, after }) {
  return html`<${Verbatim} text=${`${before}${after}`}>${difference(before, after).map(([kind, text], index) => (kind === "same" ? html`<span key=${index}>${shown(text)}</span>` : kind === "gone" ? html`<del key=${index} class="gone">${shown(text)}</del>` : html`<ins key=${index} class="new">${shown(text)}</ins>`))}</${Verbatim}>`;
}
