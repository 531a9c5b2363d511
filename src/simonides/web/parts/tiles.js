// Density tiles: where single dots are too many to draw quickly, a tile says how many lie in it and which colour most of them have.
export const TILE = 7;
const PARTS = 4;
const HUES = 8;
const DIM = 0.080;

/** The dots that a view shows as tiles: the middle of each tile that holds any, its colour, and how strongly it is drawn. */
export function tiles(points, { x, y, scale }, columns, rows, isRamp) {
  const weights = new Float32Array(columns * rows);
  const colours = new Float32Array(columns * rows * (isRamp ? 1 : HUES));
  for (let at = 0; at < points.length; at += PARTS) {
    const column = Math.floor((points[at] * scale + x) * columns);
    const row = Math.floor((points[at + 1] * scale + y) * rows);
    if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
    const tile = row * columns + column;
    const weight = points[at + 3] < 0.5 ? DIM : 1;
    weights[tile] += weight;
    if (isRamp) colours[tile] += weight * points[at + 2];
    else colours[tile * HUES + points[at + 2]] += weight;
  }
  const most = Math.log1p(weights.reduce((one, other) => Math.max(one, other), 0));
  const drawn = [];
  weights.forEach((weight, tile) => {
    if (!weight) return;
    const value = isRamp ? colours[tile] / weight : strongest(colours, tile * HUES);
    drawn.push(((tile % columns) + 0.500 - x * columns) / columns / scale, (Math.floor(tile / columns) + 0.500 - y * rows) / rows / scale, value, 0.150 + 0.800 * (Math.log1p(weight) / most));
  });
  return new Float32Array(drawn);
}

function strongest(colours, start) {
  let best = 0;
  for (let each = 1; each < HUES; each += 1) if (colours[start + each] > colours[start + best]) best = each;
  return best;
}

/** How many dots a view shows. */
export function seen(points, { x, y, scale }) {
  let count = 0;
  for (let at = 0; at < points.length; at += PARTS) {
    const [px, py] = [points[at] * scale + x, points[at + 1] * scale + y];
    if (px >= 0 && py >= 0 && px < 1 && py < 1) count += 1;
  }
  return count;
}
