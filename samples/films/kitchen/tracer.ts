import { bindTextures, floatTexture, glCanvas, link, type Program, pictureTexture, target } from '../drawing/webgl.ts'
import { DENOISE, GEOMETRY, PATHS } from './light.ts'
import { type Scene, sceneSource, type Vector } from './scene.ts'
import { grains, windowShade } from './window.ts'

/** A traced still life: its light by window and by sun separately, and the position of each pixel. */
export interface Still {
  gl: WebGL2RenderingContext
  width: number
  height: number
  base: WebGLTexture
  sun: WebGLTexture
  /** Normal and distance along the ray from the eye. */
  place: WebGLTexture
  camera: Camera
}

export interface Camera {
  eye: Vector
  right: Vector
  up: Vector
  forward: Vector
  /** Tangent of half the vertical view. */
  tangent: number
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unitOf = (a: Vector): Vector => a.map((x) => x / Math.hypot(...a)) as unknown as Vector

/** A camera at `eye` that looks at `look`; `turn` rolls it about its axis, in degrees. */
export function cameraAt(eye: Vector, look: Vector, view: number, turn = 0): Camera {
  const forward = unitOf(minus(look, eye))
  const above: Vector = Math.abs(forward[1]) > 0.98 ? [0, 0, 1] : [0, 1, 0]
  const right = unitOf(cross(above, forward))
  const up = cross(forward, right)
  const [c, s] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const rolled = (a: Vector, b: Vector, x: number, y: number) =>
    a.map((v, i) => v * x + (b[i] ?? 0) * y) as unknown as Vector
  return {
    eye,
    right: rolled(right, up, c, s),
    up: rolled(up, right, c, -s),
    forward,
    tangent: Math.tan((view * Math.PI) / 360),
  }
}

/** Rendered a little wider than the frame, so that the camera has room to move. */
export const OVERSCAN = 1.14

/** Sets the camera's uniforms. */
export function setCamera(gl: WebGL2RenderingContext, program: Program, camera: Camera) {
  gl.uniform3f(program.at('eye'), ...camera.eye)
  gl.uniform3f(program.at('right'), ...camera.right)
  gl.uniform3f(program.at('up'), ...camera.up)
  gl.uniform3f(program.at('forward'), ...camera.forward)
  gl.uniform1f(program.at('tangent'), camera.tangent)
}

/**
 * Traces light paths through a scene and smooths the noise.
 * @param passes light paths a pixel.
 */
export async function trace(scene: Scene, width: number, height: number, passes: number): Promise<Still> {
  const gl = glCanvas(width, height)
  const source = sceneSource(scene)
  const camera = cameraAt(scene.eye, scene.look, scene.view)
  const wide = { ...camera, tangent: camera.tangent * OVERSCAN }
  const print = pictureTexture(gl, scene.print ?? new OffscreenCanvas(1, 1))
  const [noise, shade] = [grains(gl), pictureTexture(gl, windowShade())]
  const texture = () => floatTexture(gl, width, height)
  const [place, colour] = [texture(), texture()]
  const [base, sun, glow] = [texture(), texture(), texture()]
  const [nextBase, nextSun, nextGlow] = [texture(), texture(), texture()]
  gl.bindVertexArray(gl.createVertexArray())
  gl.viewport(0, 0, width, height)
  const aim = (program: Program) => {
    program.use()
    setCamera(gl, program, wide)
    gl.uniform2f(program.at('size'), width, height)
    bindTextures(gl, program, { print, grains: noise, shade })
  }

  const geometry = link(gl, source + GEOMETRY)
  target(gl, [place, colour])
  aim(geometry)
  gl.drawArrays(gl.TRIANGLES, 0, 3)

  const paths = link(gl, source + PATHS)
  target(gl, [base, sun, glow])
  aim(paths)
  gl.uniform1f(paths.at('aperture'), scene.aperture)
  gl.uniform1f(paths.at('focus'), Math.hypot(...minus(scene.look, scene.eye)))
  gl.uniform3f(paths.at('toSun'), ...unitOf(scene.sun))
  gl.uniform3f(paths.at('sunlight'), ...scene.sunlight)
  gl.uniform3f(paths.at('skylight'), ...scene.skylight)
  gl.clear(gl.COLOR_BUFFER_BIT)
  gl.enable(gl.BLEND)
  gl.blendFunc(gl.ONE, gl.ONE)
  const pixel = new Float32Array(4)
  for (let pass = 0; pass < passes; pass += 1) {
    gl.uniform1ui(paths.at('pass'), pass)
    gl.uniform1f(paths.at('share'), 1 / passes)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    // Reading a pixel waits for the pass, so that the browser's queue never holds more than one.
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, pixel)
    await new Promise((resolve) => setTimeout(resolve))
  }
  gl.disable(gl.BLEND)

  const denoise = link(gl, DENOISE)
  denoise.use()
  const [rough, smooth] = [target(gl, [base, sun, glow]), target(gl, [nextBase, nextSun, nextGlow])]
  const strides = [1, 2, 4, 8]
  // The first round takes single bright and dark pixels with it, the later ones keep the edges of shadows.
  const keeps = [5, 0.4, 0.22, 0.14]
  for (const [round, stride] of strides.entries()) {
    const even = round % 2 === 0
    const light = even ? { base, sun, glow } : { base: nextBase, sun: nextSun, glow: nextGlow }
    gl.bindFramebuffer(gl.FRAMEBUFFER, even ? smooth : rough)
    bindTextures(gl, denoise, { place, colour, ...light })
    gl.uniform1i(denoise.at('stride'), stride)
    gl.uniform1f(denoise.at('keep'), keeps[round] ?? 0.1)
    gl.uniform1i(denoise.at('last'), round === strides.length - 1 ? 1 : 0)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }
  return { gl, width, height, base, sun, place, camera: wide }
}
