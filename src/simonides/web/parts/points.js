// Points in one draw call by WebGL; where there is none, by a plain canvas. Each has x, y, a value and a light.
// Where a frame takes too long, tiles of many points each are drawn instead.
import { TILE, seen, tiles } from "./tiles.js";

const VERTEX = `#version 300 es
in vec4 point; uniform vec3 view; uniform float size; uniform vec3 hues[8]; uniform vec3 ends[2]; uniform bool isRamp; uniform bool isTile; out vec4 colour;
void main() {
  vec2 at = (point.xy * view.z + view.xy) * 2.0 - 1.0;
  gl_Position = vec4(at.x, -at.y, 0.0, 1.0);
  gl_PointSize = size * (!isTile && point.w > 1.5 ? 2.2 : 1.0);
  vec3 plain = isRamp ? mix(ends[0], ends[1], point.z) : hues[int(point.z)];
  colour = vec4(plain, isTile ? point.w : point.w < 0.5 ? 0.16 : 0.9);
}`;
const FRAGMENT = `#version 300 es
precision mediump float; in vec4 colour; uniform bool isTile; out vec4 shade;
void main() { vec2 at = gl_PointCoord * 2.0 - 1.0; if (!isTile && dot(at, at) > 1.0) discard; shade = colour; }`;
export const PARTS = 4;
/** A frame that takes longer is too slow to move by. */
export const FRAME_MS = 50;

function colours(element) {
  const style = getComputedStyle(element);
  const read = (name) => style.getPropertyValue(name).trim();
  return { hues: Array.from({ length: 8 }, (_, index) => read(`--h${index}`)), ends: [read("--old"), read("--young")] };
}

const channels = (text) => [1, 3, 5].map((start) => Number.parseInt(text.slice(start, start + 2), 16) / 255);

/** What draws points on a canvas; `onSlow` is told once that tiles take their place, since frames take longer than `frameMs`. */
export function drawing(canvas, points, { frameMs = FRAME_MS, onSlow = () => {} } = {}) {
  const gl = canvas.getContext("webgl2", { antialias: false, premultipliedAlpha: false, alpha: true });
  return gl ? byWebGl(canvas, gl, points, pacing(frameMs, onSlow)) : byCanvas(canvas, points, pacing(frameMs, onSlow));
}

/** How many points can be drawn in time: all of them, until two frames one after the other were slow. */
function pacing(frameMs, onSlow) {
  let [room, slow, timed] = [Infinity, 0, 0];
  return {
    isTimed: () => room === Infinity && timed < 12,
    took(ms, count) {
      timed += 1;
      slow = ms > frameMs ? slow + 1 : 0;
      // The first frame also waits for the shaders to be made.
      if (slow < 2 || room < Infinity) return;
      room = (count * frameMs) / ms;
      onSlow();
    },
    hasRoom: (points, view) => room === Infinity || seen(points, view) <= room,
  };
}

/** What a frame shows of the points: all of them, or tiles. */
function chosen(canvas, points, view, pace, { isRamp, isDense }) {
  const isTile = isDense || !pace.hasRoom(points, view);
  const [columns, rows] = [Math.max(1, Math.ceil(canvas.clientWidth / TILE)), Math.max(1, Math.ceil(canvas.clientHeight / TILE))];
  const drawn = isTile ? tiles(points, view, columns, rows, isRamp) : points;
  canvas.dataset.drawn = String(points.length / PARTS);
  if (isTile) canvas.dataset.tiles = String(drawn.length / PARTS);
  else delete canvas.dataset.tiles;
  return { isTile, drawn };
}

function fit(canvas) {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
  return ratio;
}

const sizeOf = (count, scale, ratio) => Math.min(Math.max(Math.sqrt(90000 / Math.max(count, 1)), 1.600), 7) * Math.sqrt(scale) * ratio;

function linked(gl) {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  return program;
}

function byWebGl(canvas, gl, points, pace) {
  const program = linked(gl);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  const place = gl.getAttribLocation(program, "point");
  gl.enableVertexAttribArray(place);
  gl.vertexAttribPointer(place, PARTS, gl.FLOAT, false, 0, 0);
  const at = (name) => gl.getUniformLocation(program, name);
  let [held, isOver] = [null, false];
  // Commands are only queued when they are given; a fence tells when they were done, and nobody waits for it.
  const time = (count) => {
    const [began, fence] = [performance.now(), gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)];
    gl.flush();
    const look = () => {
      if (isOver || gl.isContextLost()) return;
      if (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) { setTimeout(look, 4); return; }
      gl.deleteSync(fence);
      pace.took(performance.now() - began, count);
    };
    setTimeout(look, 0);
  };
  return {
    draw(view, { isRamp = false, isDense = false } = {}) {
      const { x, y, scale } = view;
      const ratio = fit(canvas);
      const { isTile, drawn } = chosen(canvas, points, view, pace, { isRamp, isDense });
      // The points are sent again only when others are given.
      if (held !== drawn) { gl.bufferData(gl.ARRAY_BUFFER, drawn, gl.STATIC_DRAW); held = drawn; }
      const count = drawn.length / PARTS;
      const { hues, ends } = colours(canvas);
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      gl.uniform3f(at("view"), x, y, scale);
      gl.uniform1f(at("size"), isTile ? TILE * ratio : sizeOf(count, scale, ratio));
      gl.uniform3fv(at("hues"), hues.flatMap(channels));
      gl.uniform3fv(at("ends"), ends.flatMap(channels));
      gl.uniform1i(at("isRamp"), isRamp ? 1 : 0);
      gl.uniform1i(at("isTile"), isTile ? 1 : 0);
      gl.drawArrays(gl.POINTS, 0, count);
      if (!isTile && pace.isTimed()) time(count);
    },
    give(others) { points = others; },
    end() { isOver = true; gl.getExtension("WEBGL_lose_context")?.loseContext(); },
  };
}

function byCanvas(canvas, points, pace) {
  const context = canvas.getContext("2d");
  const mixed = ([from, to], share) => `rgb(${channels(from).map((low, index) => Math.round(255 * (low + (channels(to)[index] - low) * share))).join(" ")})`;
  return {
    draw(view, { isRamp = false, isDense = false } = {}) {
      const [began, { x, y, scale }, ratio] = [performance.now(), view, fit(canvas)];
      const { isTile, drawn } = chosen(canvas, points, view, pace, { isRamp, isDense });
      const size = isTile ? TILE * ratio : sizeOf(drawn.length / PARTS, scale, ratio);
      const { hues, ends } = colours(canvas);
      context.clearRect(0, 0, canvas.width, canvas.height);
      for (let next = 0; next < drawn.length; next += PARTS) {
        context.globalAlpha = isTile ? drawn[next + 3] : drawn[next + 3] < 0.5 ? 0.160 : 0.900;
        context.fillStyle = isRamp ? mixed(ends, drawn[next + 2]) : hues[drawn[next + 2]];
        context.fillRect((drawn[next] * scale + x) * canvas.width - size / 2, (drawn[next + 1] * scale + y) * canvas.height - size / 2, size, size);
      }
      if (!isTile && pace.isTimed()) pace.took(performance.now() - began, drawn.length / PARTS);
    },
    give(others) { points = others; },
    end() {},
  };
}
