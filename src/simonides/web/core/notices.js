// Short notices below, with ten seconds to take a write back.
import { signal } from "../vendor/preact.js";

export const UNDO_MS = 10000;
export const notice = signal(null);
let timer = 0;
let pending = null;

function clear() {
  clearTimeout(timer);
  notice.value = null;
}

/** Say something; with `undo` it can be taken back. */
export function say(text, { undo = null, isError = false } = {}) {
  settle();
  notice.value = { text, undo, isError };
  timer = setTimeout(clear, UNDO_MS);
}

/** Do something that cannot be undone only when the time to take it back has passed. */
export function later(text, action, onUndo = () => {}) {
  settle();
  pending = action;
  notice.value = { text, isError: false, undo: () => { pending = null; onUndo(); } };
  timer = setTimeout(() => { clear(); settle(); }, UNDO_MS);
}

function settle() {
  const action = pending;
  pending = null;
  action?.();
}

export function undo() {
  const action = notice.value?.undo;
  if (!action) return false;
  clear();
  action();
  return true;
}

export const dismiss = () => { clear(); settle(); };
