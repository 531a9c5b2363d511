// What is known of each dot of the floor plan: its memory, its day, who filed it and how important it is; read page by page.
import { useEffect, useState } from "../vendor/preact.js";
import { get, palacePath } from "../core/api.js";
import { roomName, starts } from "./plan.js";

const READ_MAX = 100000;

export function useDots(palace, areas, name) {
  const [held, hold] = useState({ name: null, read: 0 });
  useEffect(() => {
    const abort = new AbortController();
    read(palace, areas, abort.signal, (dots) => hold({ ...dots, name })).catch(() => {});
    return () => abort.abort();
  }, [name]);
  return held.name === name ? held : null;
}

async function read(palace, areas, abort, tell) {
  const { found, total } = starts(areas);
  const dots = { numbers: new Float64Array(total), days: new Float64Array(total), importances: new Float64Array(total), writers: new Int32Array(total).fill(-1), names: [], read: 0, isDone: false };
  const counts = new Map();
  const limits = new Map(areas.rooms.map((room) => [roomName(room.wing, room.room), room.count]));
  const names = new Map();
  for (let after = 0; after !== null && dots.read < READ_MAX;) {
    const page = await get(palacePath(palace, "/map"), { after }, abort);
    const rooms = page.rooms.map(({ wing, room }) => roomName(wing, room));
    const writers = page.writers.map((each) => { if (!names.has(each)) names.set(each, names.size); return names.get(each); });
    page.numbers.forEach((number, index) => {
      const room = rooms[page.room[index]];
      const nth = counts.get(room) ?? 0;
      counts.set(room, nth + 1);
      // Filed since the rooms were counted: it has no place yet.
      if (!found.has(room) || nth >= limits.get(room)) return;
      const at = found.get(room) + nth;
      dots.numbers[at] = number;
      dots.days[at] = page.days[index];
      dots.importances[at] = page.importances[index];
      dots.writers[at] = writers[page.writer[index]];
    });
    dots.read += page.numbers.length;
    dots.names = [...names.keys()];
    after = page.next;
    dots.isDone = after === null || dots.read >= READ_MAX;
    tell(dots);
  }
}
