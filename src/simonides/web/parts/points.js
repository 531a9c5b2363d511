// Points in one draw call by WebGL; where there is none, by a plain canvas.
const VERTEX = `#version 300 es
in vec3 point; uniform vec3 view; uniform float size; uniform vec3 hues[8]; out vec3 colour;
void main() { vec2 at = (point.xy * view.z + view.xy) * 2.0 - 1.0; gl_Position = vec4(at.x, -at.y, 0.0, 1.0); gl_PointSize = size; colour = hues[int(point.z)]; }`;
const FRAGMENT = `#version 300 es
precision mediump float; in vec3 colour; out vec4 shade;
void main() { vec2 at = gl_PointCoord * 2.0 - 1.0; if (dot(at, at) > 1.0) discard; shade = vec4(colour, 0.85); }`;

function hues(element) {
  const style = getComputedStyle(element);
  return Array.from({ length: 8 }, (_, index) => style.getPropertyValue(`--h${index}`).trim());
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

function byWebGl(canvas, gl, points) {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, points, gl.STATIC_DRAW);
  const place = gl.getAttribLocation(program, "point");
  gl.enableVertexAttribArray(place);
  gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0);
  const at = (name) => gl.getUniformLocation(program, name);
  const count = points.length / 3;
  return {
    draw({ x, y, scale }) {
      const ratio = fit(canvas);
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      gl.uniform3f(at("view"), x, y, scale);
      gl.uniform1f(at("size"), sizeOf(count, scale, ratio));
      gl.uniform3fv(at("hues"), hues(canvas).flatMap(channels));
      gl.drawArrays(gl.POINTS, 0, count);
      canvas.dataset.drawn = String(count);
    },
    end() { gl.getExtension("WEBGL_lose_context")?.loseContext(); },
  };
}

function byCanvas(canvas, points) {
  const context = canvas.getContext("2d");
  return {
    draw({ x, y, scale }) {
      const ratio = fit(canvas);
      const size = sizeOf(points.length / 3, scale, ratio);
      const colours = hues(canvas);
      context.clearRect(0, 0, canvas.width, canvas.height);
      for (let next = 0; next < points.length; next += 3) {
        context.fillStyle = colours[points[next + 2]];
        context.fillRect((points[next] * scale + x) * canvas.width, (points[next + 1] * scale + y) * canvas.height, size, size);
      }
      canvas.dataset.drawn = String(points.length / 3);
    },
    end() {},
  };
}
