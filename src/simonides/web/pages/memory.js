// One memory on a page of its own.
import { html } from "../vendor/preact.js";
import { href, go, route } from "../core/router.js";
import { Detail } from "../parts/detail.js";

export default function Memory() {
  const id = route.value.query.m ?? route.value.rest.join("/");
  return html`<div class="full"><${Detail} id=${id} isPage onClose=${() => (history.length > 1 ? history.back() : go(href("memories")))} /></div>`;
}
