// Points in one draw call by WebGL; where there is none, by a plain canvas. Each has x, y, a value and a light.
const VERTEX = `#version 300 es
in vec4 point; uniform vec3 view; uniform float size; uniform vec3 hues[8]; uniform vec3 ends[2]; uniform bool isRamp; out vec4 colour;
void main() {
  vec2 at = (point.xy * view.z + view.xy) * 2.0 - 1.0;
  gl_Position = vec4(at.x, -at.y, 0.0, 1.0);
  gl_PointSize = size * (point.w > 1.5 ? 2.2 : 1.0);
  vec3 plain = isRamp ? mix(ends[0], ends[1], point.z) : hues[int(point.z)];
  colour = vec4(plain, point.w < 0.5 ? 0.16 : 0.9);
}`;
const FRAGMENT = `#version 300 es
precision mediump float; in vec4 colour; out vec4 shade;
void main() { vec2 at = gl_PointCoord * 2.0 - 1.0; if (dot(at, at) > 1.0) discard; shade = colour; }`;
export const PARTS = 4;

function colours(element) {
  const style = getComputedStyle(element);
  const read = (name) => style.getPropertyValue(name).trim();
  return { hues: Array.from({ length: 8 }, (_, index) => read(`--h${index}`)), ends: [read("--old"), read("--young")] };
}

const channels = (text) => [1, 3, 5].map((start) => Number.parseInt(text.slice(start, start + 2), 16) / 255);

export function drawing(canvas, points) {
  const gl = canvas.getContext("webgl2", { antialias: false, premultipliedAlpha: false, alpha: true });
  return gl ? byWebGl(canvas, gl, points) : byCanvas(canvas, points);
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

function byWebGl(canvas, gl, points) {
  const program = linked(gl);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  const place = gl.getAttribLocation(program, "point");
  gl.enableVertexAttribArray(place);
  gl.vertexAttribPointer(place, PARTS, gl.FLOAT, false, 0, 0);
  const at = (name) => gl.getUniformLocation(program, name);
  let held = null;
  return {
    draw({ x, y, scale }, { isRamp = false } = {}) {
      // The points are sent again only when others are given.
      if (held !== points) { gl.bufferData(gl.ARRAY_BUFFER, points, gl.STATIC_DRAW); held = points; }
      const ratio = fit(canvas);
      const count = points.length / PARTS;
      const { hues, ends } = colours(canvas);
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      gl.uniform3f(at("view"), x, y, scale);
      gl.uniform1f(at("size"), sizeOf(count, scale, ratio));
      gl.uniform3fv(at("hues"), hues.flatMap(channels));
      gl.uniform3fv(at("ends"), ends.flatMap(channels));
      gl.uniform1i(at("isRamp"), isRamp ? 1 : 0);
      gl.drawArrays(gl.POINTS, 0, count);
      canvas.dataset.drawn = String(count);
    },
    give(others) { points = others; },
    end() { gl.getExtension("WEBGL_lose_context")?.loseContext(); },
  };
}

function byCanvas(canvas, points) {
  const context = canvas.getContext("2d");
  const mixed = ([from, to], share) => `rgb(${channels(from).map((low, index) => Math.round(255 * (low + (channels(to)[index] - low) * share))).join(" ")})`;
  return {
    draw({ x, y, scale }, { isRamp = false } = {}) {
      const ratio = fit(canvas);
      const size = sizeOf(points.length / PARTS, scale, ratio);
      const { hues, ends } = colours(canvas);
      context.clearRect(0, 0, canvas.width, canvas.height);
      for (let next = 0; next < points.length; next += PARTS) {
        context.globalAlpha = points[next + 3] < 0.5 ? 0.160 : 0.900;
        context.fillStyle = isRamp ? mixed(ends, points[next + 2]) : hues[points[next + 2]];
        context.fillRect((points[next] * scale + x) * canvas.width, (points[next + 1] * scale + y) * canvas.height, size, size);
      }
      canvas.dataset.drawn = String(points.length / PARTS);
    },
    give(others) { points = others; },
    end() {},
  };
}
