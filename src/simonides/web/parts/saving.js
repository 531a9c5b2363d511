// Files that the browser saves, such as exactly what is shown, as lines.
import { get, palacePath } from "../core/api.js";
import { t } from "../core/i18n.js";
import { say } from "../core/notices.js";

const LINES_MAX = 5000;

/** Have the browser save a file. */
export function keep(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export async function save(palace, asked) {
  try {
    const lines = [];
    for (let offset = 0; offset !== null && lines.length < LINES_MAX;) {
      const page = await get(palacePath(palace, "/memories"), { ...asked, limit: 100, offset, max_tokens: 0 });
      for (const row of page.rows) {
        lines.push(row.length > row.excerpt.length ? { ...row, excerpt: undefined, content: (await get(palacePath(palace, `/drawers/${encodeURIComponent(row.id)}`), { max_tokens: 0 })).content } : { ...row, excerpt: undefined, content: row.excerpt });
      }
      offset = page.next;
    }
    const file = new Blob(lines.map((line) => `${JSON.stringify(line)}\n`), { type: "application/x-ndjson" });
    keep(file, `${palace.replace(/[^\w.-]+/g, "_")}.jsonl`);
    say(t("memories.exported", { count: lines.length }));
  } catch (error) { say(error.message, { isError: true }); }
}
