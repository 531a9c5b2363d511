// Requests to the server, and data that components wait for.
import { signal, useEffect, useState, useRef } from "../vendor/preact.js";
import { authorization, leave } from "./session.js";

/** online, or how often we tried in vain */
export const reach = signal({ online: true, tries: 0 });
/** The last write, for the status line. */
export const lastWrite = signal(null);

export class Refused extends Error {
  constructor(status, sentence, request, after = 0) {
    super(sentence);
    this.status = status;
    this.after = after;
    this.request = request;
  }
}

export function address(path, query = {}) {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "" && value !== false);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return `/api/v1${path}${text ? `?${text}` : ""}`;
}

export const palacePath = (palace, rest = "") => `/palaces/${encodeURIComponent(palace)}${rest}`;

/** The reply to a request; raises Refused. */
async function ask(method, url, body, abort) {
  const headers = { ...authorization(), ...(body ? { "Content-Type": "application/json" } : {}) };
  let reply;
  try {
    reply = await fetch(url, {
      method, headers, body: body && JSON.stringify(body), signal: abort, credentials: "omit", cache: "no-store",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    reach.value = { online: false, tries: reach.value.tries + 1 };
    throw new Refused(0, "offline", `${method} ${url}`);
  }
  if (!reach.value.online) reach.value = { online: true, tries: 0 };
  if (reply.status === 401) leave();
  if (!reply.ok) throw new Refused(reply.status, await sentence(reply), `${method} ${url}`, Number(reply.headers.get("Retry-After")));
  return reply;
}

export async function api(method, path, { query, body, signal: abort, isRead = method === "GET" } = {}) {
  const reply = await ask(method, address(path, query), body, abort);
  if (!isRead) lastWrite.value = new Date();
  return reply.status === 204 ? null : reply.json();
}

async function sentence(reply) {
  const text = await reply.text();
  try { return JSON.parse(text).error ?? text; } catch { return text.slice(0, 300) || `HTTP ${reply.status}`; }
}

/** A file and its name; `progress` is told of the bytes that have come. */
export async function download(path, { query, signal: abort, progress }) {
  const reply = await ask("GET", address(path, query), null, abort);
  let size = 0;
  const counted = reply.body.pipeThrough(new TransformStream({ transform(piece, out) { size += piece.byteLength; progress(size); out.enqueue(piece); } }));
  const name = /filename\*=UTF-8''([^;]+)/.exec(reply.headers.get("Content-Disposition") ?? "")?.[1] ?? "palace";
  return { blob: await new Response(counted).blob(), name: decodeURIComponent(name) };
}

export const get = (path, query, abort) => api("GET", path, { query, signal: abort });

/** What a loader gives, again whenever its key changes; the former data stay until the new ones are there. */
export function useData(name, load) {
  const [held, hold] = useState({ name: null, data: null, error: null, loading: true });
  const [round, again] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (name === null) return undefined;
    const abort = new AbortController();
    hold((before) => ({ ...before, loading: true }));
    latest.current(abort.signal).then(
      (data) => hold({ name, data, error: null, loading: false }),
      (error) => { if (error.name !== "AbortError") hold((before) => ({ ...before, name, error, loading: false })); },
    );
    return () => abort.abort();
  }, [name, round]);
  return { ...held, reload: () => again((number) => number + 1), isFresh: held.name === name };
}

/** A request as a line to type, for whoever wants it in a terminal. */
export function asCurl(path, query) {
  const quoted = `'${location.origin}${address(path, query)}'`.replaceAll("'\\''", "");
  return `curl -H "Authorization: Bearer $SIMONIDES_TOKEN" ${quoted}`;
}
