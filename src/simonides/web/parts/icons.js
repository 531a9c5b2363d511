// Small drawings, each a few strokes.
import { html } from "../vendor/preact.js";

const STROKES = {
  overview: "M4 11 12 5l8 6v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z",
  search: "M10.500 4a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13zm5 11.500L20 20",
  memories: "M5 5h14M5 10h14M5 15h9M5 20h6",
  map: "M4 5h7v8H4zm9 0h7v5h-7zm0 7h7v7h-7zM4 15h7v4H4z",
  facts: "M6 7a2.500 2.500 0 1 0 0-.01M18 6a2 2 0 1 0 0-.01M16 18a2.500 2.500 0 1 0 0-.01M8.400 7l7.600-.800M7.500 9l7 7.500",
  time: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm0 4v4.500l3 2",
  live: "M4 12h3l2-6 4 12 2.500-6H20",
  history: "M4 12a8 8 0 1 0 2.600-5.900M4 4v4h4m4 0v4.500l3 2",
  review: "M5 12.500 10 17 19 7",
  agent: "M5 5h14v10H9l-4 4z",
  code: "m9 7-5 5 5 5m6-10 5 5-5 5",
  diary: "M6 4h11a1 1 0 0 1 1 1v15H7a2 2 0 0 1-2-2V5a1 1 0 0 1 1-1zm0 13h12M9 8h6",
  check: "M4 12a8 8 0 1 0 8-8m0 4a4 4 0 1 0 4 4m-4 0 7-7",
  settings: "M5 7h8m4 0h2M5 17h2m4 0h8M15 5v4M9 15v4",
  close: "m6 6 12 12M18 6 6 18",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  external: "M13 5h6v6m0-6-8 8M9 6H5v13h13v-4",
};

export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${STROKES[name] ?? ""} /></svg>`;
}
