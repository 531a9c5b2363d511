// Keys: those of the page on top, then those of every page. Single keys can be switched off.
import { signal, useLayoutEffect, useRef } from "../vendor/preact.js";

const STORE = "simonides.keys";
export const singleKeys = signal(read());
const layers = [];

function read() {
  try { return localStorage.getItem(STORE) !== "off"; } catch { return true; }
}

export function setSingleKeys(on) {
  singleKeys.value = on;
  try { localStorage.setItem(STORE, on ? "on" : "off"); } catch { /* for this tab alone */ }
}

let prefix = "";
let timer = 0;

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  const isCommand = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey);
  if (!isCommand && (event.metaKey || event.ctrlKey || event.altKey)) return;
  const name = isCommand ? "mod+k" : event.key;
  if (typing && !isCommand && name !== "Escape") return;
  if (!isCommand && name !== "Escape" && name !== "Enter" && !singleKeys.value) return;
  if (document.querySelector("dialog[open]") && !isCommand) return;
  const wanted = prefix ? `${prefix} ${name}` : name;
  clearTimeout(timer);
  prefix = "";
  if (name === "g" && wanted === "g") { prefix = "g"; timer = setTimeout(() => { prefix = ""; }, 2000); event.preventDefault(); return; }
  for (const layer of [...layers].reverse()) {
    const action = layer.current[wanted];
    if (action && action(event) !== false) { event.preventDefault(); return; }
  }
});

/** Keys of a component, as long as it is shown. An action that returns false leaves the key to others. */
export function useKeys(actions) {
  const held = useRef(actions);
  held.current = actions;
  // With the drawing itself, so that the next key finds it.
  useLayoutEffect(() => {
    layers.push(held);
    return () => { layers.splice(layers.indexOf(held), 1); };
  }, []);
}
