// The key of this tab: exchanged for a code, kept for the tab's life, and handed to further tabs of this origin.
import { signal } from "../vendor/preact.js";

const STORE = "simonides.key";
export const key = signal(read());
export const me = signal(null);
/** checking, in, out */
export const state = signal("checking");
export const trouble = signal("");

const channel = "BroadcastChannel" in self ? new BroadcastChannel("simonides-key") : null;

function read() {
  try { return sessionStorage.getItem(STORE) ?? ""; } catch { return ""; }
}

function keep(value) {
  key.value = value;
  try { value ? sessionStorage.setItem(STORE, value) : sessionStorage.removeItem(STORE); } catch { /* the tab alone has it */ }
}

export function authorization() {
  return key.value ? { Authorization: `Bearer ${key.value}` } : {};
}

async function redeem(code) {
  const reply = await fetch("/ui/login", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code }), credentials: "omit",
  });
  const found = await reply.json();
  if (!reply.ok) throw new Error(found.error);
  keep(found.key);
}

// Whether a key from another tab is still welcome: such a tab may be busy, and answer after the login is shown.
let isAsking = false;

/** A key from another tab, if one is open. */
function ask() {
  if (!channel) return Promise.resolve("");
  isAsking = true;
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(""), 1000);
    channel.addEventListener("message", function heard({ data }) {
      if (data?.key) { clearTimeout(timer); channel.removeEventListener("message", heard); resolve(data.key); }
    });
    channel.postMessage({ wanted: true });
  });
}

channel?.addEventListener("message", ({ data }) => {
  if (data?.wanted && key.value) channel.postMessage({ key: key.value });
  if (data?.key && isAsking && state.value === "out") { keep(data.key); look().then((isGood) => { if (!isGood) keep(""); }, () => {}); }
});

export async function look(asked = null) {
  const reply = await (asked ?? fetch("/api/v1/me", { headers: authorization(), credentials: "omit", cache: "no-store" }));
  if (reply.status === 401) return false;
  if (!reply.ok) throw new Error((await reply.text()).slice(0, 300));
  me.value = await reply.json();
  isAsking = false;
  state.value = "in";
  return true;
}

export async function start() {
  const code = /[#&]code=([\w-]+)/.exec(location.hash)?.[1];
  if (code) history.replaceState(null, "", location.pathname + location.search);
  try {
    if (code) await redeem(code).catch((error) => { trouble.value = error.message; });
    if (await look(code ? null : self.early.me)) return;
    const handed = await ask();
    if (handed) { keep(handed); if (await look()) return; }
    keep("");
    state.value = "out";
  } catch (error) {
    trouble.value = error.message;
    state.value = "out";
  }
}

export async function paste(token) {
  keep(token.trim());
  trouble.value = "";
  if (!(await look().catch((error) => { trouble.value = error.message; return false; }))) {
    keep("");
    return false;
  }
  return true;
}

export function leave() {
  isAsking = false;
  keep("");
  me.value = null;
  state.value = "out";
}

/** An open server asks for tokens as soon as one exists: take a key before that happens. */
export async function secure() {
  if (key.value) return;
  const reply = await fetch("/api/v1/codes", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
  if (reply.ok) await redeem((await reply.json()).code);
}
