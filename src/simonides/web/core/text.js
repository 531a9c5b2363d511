// Texts of others: always text nodes. Hidden characters become visible marks, and links show where they lead.
import { html } from "../vendor/preact.js";
import { t } from "./i18n.js";

// Control, format and private characters, and the tags block; tab and line feed are what they seem.
const HIDDEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{E0000}-\u{E0FFF}\u{1D173}-\u{1D17A}]/u;
const HIDDEN_ALL = new RegExp(HIDDEN.source, "gu");
const WORD = /[\p{L}\p{N}_]+/gu;

export const hasHidden = (text) => HIDDEN.test(text);

const point = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Texts, names, tags: whatever they hold, it is seen. */
export function shown(text) {
  const value = String(text ?? "");
  if (!HIDDEN.test(value)) return value;
  const pieces = [];
  let last = 0;
  for (const found of value.matchAll(HIDDEN_ALL)) {
    // Joiners inside an emoji or a word of a script that needs them are no trick.
    if (isJoining(value, found.index)) continue;
    if (found.index > last) pieces.push(value.slice(last, found.index));
    pieces.push(html`<span class="hidden-character" title=${t("text.hidden")}>${point(found[0])}</span>`);
    last = found.index + found[0].length;
  }
  pieces.push(value.slice(last));
  return pieces;
}

const JOINS = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{Script=Devanagari}\p{Script=Arabic}\p{Script=Bengali}\p{Script=Sinhala}\p{Script=Malayalam}]/u;

function isJoining(value, index) {
  const character = value[index];
  if (character !== "\u200D" && character !== "\u200C") return false;
  const before = [...value.slice(Math.max(index - 2, 0), index)].pop() ?? "";
  const after = [...value.slice(index + 1, index + 3)][0] ?? "";
  return JOINS.test(before) && JOINS.test(after);
}

/** A text with the words of a question marked: those that begin with one of the stems. */
export function marked(text, stems) {
  const wanted = (stems ?? []).map((each) => each.toLowerCase()).filter((each) => each.length > 1 || /\p{Script=Han}/u.test(each));
  if (!wanted.length) return shown(text);
  const pieces = [];
  let last = 0;
  for (const found of text.matchAll(WORD)) {
    const folded = found[0].normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    const plain = found[0].toLowerCase();
    if (!wanted.some((each) => plain.startsWith(each) || folded.startsWith(each))) continue;
    pieces.push(shown(text.slice(last, found.index)), html`<mark>${found[0]}</mark>`);
    last = found.index + found[0].length;
  }
  pieces.push(shown(text.slice(last)));
  return pieces;
}

/** The first line that says something. */
export function firstLine(text) {
  const line = String(text ?? "").split("\n").find((each) => each.trim()) ?? "";
  return line.replace(/^#{1,6}\s+/, "").trim();
}

/** The beginning of a text, with a mark where more follows; never half a character. */
export function beginning(text, most) {
  return text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…` : text;
}

const LINK = /\bhttps?:\/\/[^\s<>"'`)\]]+/g;
const INLINE = /(`[^`\n]+`|\*\*[^*\n]+\*\*|\[[^\]\n]{1,200}\]\(https?:\/\/[^\s)]+\))/g;

function link(url, label) {
  let host = "";
  try { const parsed = new URL(url); if (!/^https?:$/.test(parsed.protocol)) return shown(url); host = parsed.host; } catch { return shown(url); }
  return html`<a href=${url} target="_blank" rel="noopener noreferrer nofollow" title=${url}>${shown(label)}</a>${label === url ? null : html` <span class="muted">(${shown(host)})</span>`}`;
}

function linked(text) {
  const pieces = [];
  let last = 0;
  for (const found of text.matchAll(LINK)) {
    pieces.push(shown(text.slice(last, found.index)), link(found[0], found[0]));
    last = found.index + found[0].length;
  }
  pieces.push(shown(text.slice(last)));
  return pieces;
}

function inline(text) {
  return text.split(INLINE).map((piece) => {
    if (/^`[^`]+`$/.test(piece)) return html`<code>${shown(piece.slice(1, -1))}</code>`;
    if (/^\*\*[^*]+\*\*$/.test(piece)) return html`<strong>${linked(piece.slice(2, -2))}</strong>`;
    const named = /^\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)$/.exec(piece);
    return named ? link(named[2], named[1]) : linked(piece);
  });
}

/** Markdown as nodes: headings, lists, quotations, code and links; everything else stays as it is written. */
export function markdown(text) {
  const out = [];
  let list = null;
  let fence = null;
  const close = () => { if (list) { out.push(html`<ul>${list.map((item) => html`<li>${inline(item)}</li>`)}</ul>`); list = null; } };
  for (const line of text.split("\n")) {
    if (fence !== null) {
      if (/^\s*```/.test(line)) { out.push(html`<pre>${shown(fence.join("\n"))}</pre>`); fence = null; } else fence.push(line);
      continue;
    }
    if (/^\s*```/.test(line)) { close(); fence = []; continue; }
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line);
    if (item) { (list ??= []).push(item[1]); continue; }
    close();
    if (heading) out.push(html`<p class="md-heading" role="heading" aria-level=${Math.min(heading[1].length + 3, 6)}>${inline(heading[2])}</p>`);
    else if (/^>\s?/.test(line)) out.push(html`<blockquote>${inline(line.replace(/^>\s?/, ""))}</blockquote>`);
    else if (line.trim()) out.push(html`<p>${inline(line)}</p>`);
  }
  if (fence !== null) out.push(html`<pre>${shown(fence.join("\n"))}</pre>`);
  close();
  return out;
}

const PIECES = /\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;
const PIECES_MAX = 1500;

/** The words that differ between two texts: pairs of kind (same, gone, new) and text. */
export function difference(before, after) {
  const [all, others] = [before.match(PIECES) ?? [], after.match(PIECES) ?? []];
  const least = Math.min(all.length, others.length);
  let [start, end] = [0, 0];
  while (start < least && all[start] === others[start]) start += 1;
  while (end < least - start && all.at(-1 - end) === others.at(-1 - end)) end += 1;
  const middle = (pieces) => pieces.slice(start, pieces.length - end);
  const found = [["same", all.slice(0, start).join("")], ...compared(middle(all), middle(others)), ["same", all.slice(all.length - end).join("")]];
  return found.filter(([, text]) => text);
}

function compared(one, other) {
  const [before, after] = [one.join(""), other.join("")];
  if (one.length > PIECES_MAX || other.length > PIECES_MAX) { one = before.split(/(?<=\n)/); other = after.split(/(?<=\n)/); }
  if (one.length > PIECES_MAX || other.length > PIECES_MAX) return [["gone", before], ["new", after]];
  const width = other.length + 1;
  const table = new Uint16Array((one.length + 1) * width);
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      table[row * width + column] = one[row] === other[column]
        ? table[(row + 1) * width + column + 1] + 1
        : Math.max(table[(row + 1) * width + column], table[row * width + column + 1]);
    }
  }
  const out = [];
  const put = (kind, text) => { const last = out.at(-1); if (last?.[0] === kind) last[1] += text; else out.push([kind, text]); };
  let [row, column] = [0, 0];
  while (row < one.length || column < other.length) {
    if (row < one.length && column < other.length && one[row] === other[column]) { put("same", one[row]); row += 1; column += 1; }
    else if (column >= other.length || (row < one.length && table[(row + 1) * width + column] >= table[row * width + column + 1])) { put("gone", one[row]); row += 1; }
    else { put("new", other[column]); column += 1; }
  }
  return out;
}
