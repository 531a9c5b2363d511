// Areas of the floor plan: a squarified treemap, by name within each wing, so that rooms stay where they are.
import { hue } from "./bits.js";
import { PARTS } from "./points.js";

/** Wings and rooms as areas of the unit square. */
export function plan(rows) {
  const byWing = new Map();
  for (const row of rows) byWing.set(row.wing, [...(byWing.get(row.wing) ?? []), row]);
  const sizes = [...byWing].map(([wing, rooms]) => ({ wing, rooms, size: rooms.reduce((sum, row) => sum + weight(row.count), 0) })).sort((one, other) => other.size - one.size || one.wing.localeCompare(other.wing));
  const wings = squarify(sizes, 0, 0, 1, 1).map((wing) => inset(wing, 0.003));
  const rooms = wings.flatMap((wing) => {
    const top = Math.min(0.040, wing.h * 0.300);
    const inner = wing.rooms.map((row) => ({ ...row, size: weight(row.count) })).sort((one, other) => other.size - one.size || one.room.localeCompare(other.room));
    return squarify(inner, wing.x, wing.y + top, wing.w, wing.h - top).map((room) => inset(room, 0.002));
  });
  return { wings, rooms };
}

// Small rooms stay visible beside large ones.
const weight = (count) => count ** 0.700 + 1;
const inset = (area, by) => ({ ...area, x: area.x + by, y: area.y + by, w: Math.max(area.w - 2 * by, 0.0005), h: Math.max(area.h - 2 * by, 0.0005) });

function squarify(items, x, y, w, h) {
  const total = items.reduce((sum, item) => sum + item.size, 0);
  if (!total) return [];
  const scale = (w * h) / total;
  const out = [];
  let rest = items.map((item) => ({ ...item, area: item.size * scale }));
  while (rest.length) {
    const short = Math.min(w, h);
    let count = 1;
    while (count < rest.length && worst(rest.slice(0, count + 1), short) <= worst(rest.slice(0, count), short)) count += 1;
    const row = rest.slice(0, count);
    const thick = row.reduce((sum, item) => sum + item.area, 0) / short;
    let along = 0;
    for (const item of row) {
      const length = item.area / thick;
      out.push(w >= h ? { ...item, x, y: y + along, w: thick, h: length } : { ...item, x: x + along, y, w: length, h: thick });
      along += length;
    }
    if (w >= h) { x += thick; w -= thick; } else { y += thick; h -= thick; }
    rest = rest.slice(count);
  }
  return out;
}

function worst(row, short) {
  const sum = row.reduce((all, item) => all + item.area, 0);
  const [low, high] = [row.at(-1).area, row[0].area];
  return Math.max((short * short * high) / (sum * sum), (sum * sum) / (short * short * low));
}

/** Where the dots of each room begin in the list of all. */
export function starts({ rooms }) {
  const found = new Map();
  let next = 0;
  for (const room of rooms) { found.set(roomName(room.wing, room.room), next); next += room.count; }
  return { found, total: next };
}

export const roomName = (wing, room) => JSON.stringify([wing, room]);

/** A point for every memory, spread over its room by a sequence that leaves no holes: x, y, a value, its light. */
export function dots({ rooms }, { colourOf = null, isLit = null } = {}) {
  const total = rooms.reduce((sum, room) => sum + room.count, 0);
  const points = new Float32Array(total * PARTS);
  let next = 0;
  for (const room of rooms) {
    const colour = hue(room.wing);
    for (let index = 0; index < room.count; index += 1, next += 1) {
      const at = next * PARTS;
      points[at] = room.x + (0.040 + 0.920 * ((0.500 + index * 0.754877666) % 1)) * room.w;
      points[at + 1] = room.y + (0.120 + 0.820 * ((0.500 + index * 0.569840290) % 1)) * room.h;
      points[at + 2] = colourOf ? colourOf(next) : colour;
      points[at + 3] = isLit ? (isLit(next) ? 2 : 0) : 1;
    }
  }
  return points;
}

/** The dots inside a line drawn around them. */
export function inside(points, line) {
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const found = [];
  for (let at = 0; at < points.length; at += PARTS) {
    const [x, y] = [points[at], points[at + 1]];
    if (x < left || x > right || y < top || y > bottom) continue;
    let isIn = false;
    for (let one = 0, other = line.length - 1; one < line.length; other = one, one += 1) {
      if ((ys[one] > y) !== (ys[other] > y) && x < ((xs[other] - xs[one]) * (y - ys[one])) / (ys[other] - ys[one]) + xs[one]) isIn = !isIn;
    }
    if (isIn) found.push(at / PARTS);
  }
  return found;
}

/** The dot nearest to a point, if one is near enough; distances by the width and height of the drawing. */
export function nearest(points, x, y, width, height, reach) {
  let [best, found] = [reach * reach, -1];
  for (let at = 0; at < points.length; at += PARTS) {
    const [dx, dy] = [(points[at] - x) * width, (points[at + 1] - y) * height];
    const distance = dx * dx + dy * dy;
    if (distance < best) { best = distance; found = at / PARTS; }
  }
  return found;
}

/** Rooms of one name in two wings are joined by a tunnel: pairs of areas. */
export function tunnels({ rooms }, most = 40) {
  const byName = new Map();
  for (const room of rooms) byName.set(room.room, [...(byName.get(room.room) ?? []), room]);
  return [...byName.values()].flatMap((same) => same.slice(1).map((room, index) => [same[index], room])).slice(0, most);
}
