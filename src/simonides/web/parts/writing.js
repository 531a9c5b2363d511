// Writes: ending, reopening, editing, erasing; each with ten seconds to take it back.
import { t } from "../core/i18n.js";
import { api, get, palacePath, reach } from "../core/api.js";
import { isPast } from "../core/router.js";
import { me } from "../core/session.js";
import { later, say } from "../core/notices.js";
import { receipts } from "./receipts.js";

/** Whether controls that write are shown: not for a read-only key, not in the past, not without a server. */
export const mayWrite = () => Boolean(me.value?.may_write) && !isPast.value && reach.value.online;

const one = (palace, id, rest = "") => palacePath(palace, `/memories/${encodeURIComponent(id)}${rest}`);
const drawer = (palace, id) => palacePath(palace, `/drawers/${encodeURIComponent(id)}`);

async function guarded(action, then) {
  try { const found = await action(); then?.(found); return found; } catch (error) { say(error.message === "offline" ? t("error.offline") : error.message, { isError: true }); return null; }
}

export const end = (palace, ids, body, done) => guarded(async () => {
  for (const id of ids) await api("PATCH", one(palace, id, "/ended"), { body: body ?? {} });
  say(t("memory.ended", { count: ids.length }), { undo: () => reopen(palace, ids, done, true) });
}, done);

export const reopen = (palace, ids, done, isUndo = false) => guarded(async () => {
  for (const id of ids) await api("DELETE", one(palace, id, "/ended"));
  say(t("memory.reopened", { count: ids.length }), isUndo ? {} : { undo: () => end(palace, ids, {}, done) });
}, done);

/** Change some memories alike; what each was before is kept for the undo. */
export const amendAll = (palace, ids, change, done) => guarded(async () => {
  const before = [];
  for (const id of ids) before.push(await get(drawer(palace, id), { max_tokens: 0 }));
  for (const id of ids) await api("PATCH", drawer(palace, id), { body: change });
  say(t("memory.changed", { count: ids.length }), { undo: () => guarded(async () => {
    for (const each of before) await api("PATCH", drawer(palace, each.id), { body: back(each, change) });
  }, done) });
}, done);

function back(before, change) {
  const body = {};
  for (const name of ["content", "wing", "room", "importance", "trust"]) if (name in change) body[name] = before[name];
  if (change.add_tags) body.remove_tags = change.add_tags.filter((tag) => !before.tags.includes(tag));
  if (change.remove_tags) body.add_tags = change.remove_tags.filter((tag) => before.tags.includes(tag));
  return body;
}

/** Erase for good, once nobody has taken it back. */
export const erase = (palace, ids, done) => later(t("memory.erasing", { count: ids.length }), () => guarded(async () => {
  // A plain delete could be taken back from the log; this leaves no copy.
  receipts.value = await api("POST", palacePath(palace, "/erase"), { body: { drawers: ids } });
}, done), done);
