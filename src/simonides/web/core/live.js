// Events of the server: one stream for all tabs, resumed after a loss.
import { signal } from "../vendor/preact.js";
import { authorization, leave, state } from "./session.js";
import { reach } from "./api.js";

/** idle, open, resumed, lost */
export const link = signal("idle");
export const lag = signal(0);
const listeners = new Set();
const channel = "BroadcastChannel" in self ? new BroadcastChannel("simonides-live") : null;
const WAITS = [500, 1000, 2000, 5000, 10000];

channel?.addEventListener("message", ({ data }) => take(data));

function take(message) {
  if (message.link) link.value = message.link;
  if (!message.event) return;
  if (message.event.name === "lag") lag.value += message.event.data.skipped ?? 0;
  for (const listener of listeners) listener(message.event);
}

function spread(message) {
  take(message);
  channel?.postMessage(message);
}

/** Hear events until the returned function is called. */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function start() {
  if (navigator.locks) navigator.locks.request("simonides-live", lead);
  else lead();
}

const isIn = () => new Promise((resolve) => {
  const end = state.subscribe((value) => { if (value === "in") { resolve(); queueMicrotask(() => end()); } });
});

async function lead() {
  let last = "";
  for (let tries = 0; ; ) {
    await isIn();
    try {
      await read(last, (id) => { last = id || last; tries = 0; });
    } catch { /* told below */ }
    spread({ link: "lost" });
    if (!navigator.onLine || tries > 1) reach.value = { online: false, tries };
    await new Promise((resolve) => { setTimeout(resolve, WAITS[Math.min(tries, WAITS.length - 1)]); });
    tries += 1;
  }
}

async function read(last, note) {
  const headers = { ...authorization(), ...(last ? { "Last-Event-ID": last } : {}) };
  const reply = await fetch("/api/v1/events", { headers, credentials: "omit", cache: "no-store" });
  // A server that started anew does not know the keys of the last one.
  if (reply.status === 401) leave();
  if (!reply.ok) throw new Error(String(reply.status));
  reach.value = { online: true, tries: 0 };
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const event = parse(block);
      if (!event) continue;
      note(event.id);
      if (event.name === "connected") spread({ link: event.data.resumed ? "resumed" : "open" });
      else spread({ event });
    }
  }
}

function parse(block) {
  const fields = {};
  for (const line of block.split("\n")) {
    const found = /^(\w+): ?(.*)$/.exec(line);
    if (found) fields[found[1]] = fields[found[1]] ? `${fields[found[1]]}\n${found[2]}` : found[2];
  }
  if (!fields.event || !fields.data) return null;
  try { return { name: fields.event, id: fields.id ?? "", data: JSON.parse(fields.data) }; } catch { return null; }
}
