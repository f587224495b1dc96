import { flatCanvas } from '../drawing/light.ts'
import { NOISE } from '../drawing/noise.ts'
import { bindTextures, glCanvas, link, pictureTexture } from '../drawing/webgl.ts'
import { FRAME } from '../film.ts'

/** A thing on or before the water: painted as it is, and mirrored at its waterline (pixels from the top). */
export interface Layer {
  waterline: number
  paint: (canvas: OffscreenCanvasRenderingContext2D) => void
  /** False for a thing too high to be mirrored in the water. */
  mirrored?: boolean
}

const WATER = /* glsl */ `
in vec2 uv;
out vec4 seen;
uniform sampler2D mirror;
uniform float horizon, time, calm;
uniform vec3 deep, spark;
uniform vec2 sun;
const vec2 SIZE = vec2(${FRAME.width}., ${FRAME.height}.);
${NOISE}
float waves(vec2 p) {
  float h = noise(p * vec2(1., 1.) + vec2(time * .35, time * .5)) + .6 * noise(p * 2.1 + vec2(-time * .5, time * .6) + 9.);
  return h + .3 * noise(p * 4.6 + vec2(time * .6, time * 1.1) + 4.);
}
void main() {
  vec2 p = vec2(gl_FragCoord.x, SIZE.y - gl_FragCoord.y);
  float d = max(p.y - horizon, .5);
  // The plane of the water in perspective: far rows are thin.
  vec2 plane = vec2((p.x - 640.) / (d + 14.) * 4.2, 520. / (d + 14.) * 2.6);
  float far = 1. / (1. + 24. / d);
  float e = .16;
  float h = waves(plane), hx = waves(plane + vec2(e, 0)), hy = waves(plane + vec2(0, e));
  vec2 slope = vec2(hx - h, hy - h) / e;
  vec2 shift = slope * vec2(7., 26.) * far * calm;
  vec3 c = vec3(0);
  for (int tap = 0; tap < 3; tap++) {
    vec2 at = p + shift * (.72 + .28 * float(tap)) + vec2(0., (float(tap) - 1.) * 3. * far);
    at.y = max(at.y, horizon + .5);
    c += texture(mirror, vec2(at.x / SIZE.x, 1. - at.y / SIZE.y)).rgb;
  }
  c /= 3.;
  float graze = mix(.93, .62, smoothstep(0., 330., d)) - .12 * slope.y * far;
  c = mix(deep, c, clamp(graze, .3, 1.));
  float path = exp(-pow((p.x - sun.x) / (26. + d * .32), 2.));
  float glint = smoothstep(.62, 1.02, slope.y * .5 + .36 * h) * path;
  c += spark * glint * sun.y * (.35 + .65 * far) * (1. - .75 * smoothstep(90., 260., d));
  seen = vec4(c, 1);
}`

/** Colours of the water and of the light on it: linear in the picture's own space, 0..1. */
export interface WaterLook {
  deep: readonly [number, number, number]
  spark: readonly [number, number, number]
  /** Middle of the path of light in pixels from the left, and its strength. */
  sun: readonly [number, number]
  /** 0 a mirror, 1 a breeze. */
  calm: number
}

/** Paints layers from far to near with their reflections in moving water below the horizon. */
export function harbourWater(horizon: number, look: WaterLook) {
  const gl = glCanvas(FRAME.width, FRAME.height)
  const program = link(gl, WATER)
  const [mirror, above] = [flatCanvas(), flatCanvas()]
  let texture: WebGLTexture | undefined
  gl.bindVertexArray(gl.createVertexArray())
  return (canvas: CanvasRenderingContext2D, layers: Layer[], time: number) => {
    above.clearRect(0, 0, FRAME.width, FRAME.height)
    for (const layer of layers) {
      above.save()
      layer.paint(above)
      above.restore()
      if (layer.mirrored === false) continue
      mirror.save()
      mirror.translate(0, 2 * layer.waterline)
      mirror.scale(1, -1)
      layer.paint(mirror)
      mirror.restore()
    }
    texture = pictureTexture(gl, mirror.canvas, texture)
    program.use()
    bindTextures(gl, program, { mirror: texture })
    gl.uniform1f(program.at('horizon'), horizon)
    gl.uniform1f(program.at('time'), time)
    gl.uniform1f(program.at('calm'), look.calm)
    gl.uniform3f(program.at('deep'), ...look.deep)
    gl.uniform3f(program.at('spark'), ...look.spark)
    gl.uniform2f(program.at('sun'), ...look.sun)
    gl.enable(gl.SCISSOR_TEST)
    gl.scissor(0, 0, FRAME.width, Math.ceil(FRAME.height - horizon))
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    canvas.drawImage(gl.canvas, 0, 0)
    canvas.drawImage(above.canvas, 0, 0)
  }
}
