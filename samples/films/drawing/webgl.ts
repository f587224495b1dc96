/** Small layer over WebGL 2: every pass of these films is a triangle over the whole target, or a grid of points. */

/** @throws Error with the compiler's message. */
function compile(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type)
  if (!shader) throw new Error('WebGL gave no shader')
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
    const log = gl.getShaderInfoLog(shader) ?? ''
    const line = Number(/0:(\d+)/.exec(log)?.[1] ?? 1)
    throw new Error(`${log}${source.split('\n')[line - 1]}`)
  }
  return shader
}

export interface Program {
  use: () => void
  /** Location of a uniform; null when the compiler dropped it, which WebGL ignores. */
  at: (name: string) => WebGLUniformLocation | null
}

const WHOLE = `#version 300 es
out vec2 uv;
void main() {
  uv = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(uv * 2. - 1., 0., 1.);
}`

const HEAD = '#version 300 es\nprecision highp float; precision highp int; precision highp sampler2D;\n'

/** Links a fragment shader (GLSL ES 3.00 without its head) with the whole-target triangle or a given vertex shader. */
export function link(gl: WebGL2RenderingContext, fragment: string, vertex?: string): Program {
  const program = gl.createProgram()
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, vertex ? HEAD + vertex : WHOLE))
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, HEAD + fragment))
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? 'link failed')
  const places = new Map<string, WebGLUniformLocation | null>()
  return {
    use: () => gl.useProgram(program),
    at: (name) => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name))
      return places.get(name) ?? null
    },
  }
}

/** A WebGL 2 context on a canvas of its own, with float targets. @throws Error when the browser has none. */
export function glCanvas(width: number, height: number): WebGL2RenderingContext {
  const gl = new OffscreenCanvas(width, height).getContext('webgl2', { antialias: false, preserveDrawingBuffer: true })
  if (!gl?.getExtension('EXT_color_buffer_float')) throw new Error('This browser draws no WebGL 2 with float targets')
  gl.getExtension('EXT_float_blend')
  gl.getExtension('OES_texture_float_linear')
  return gl
}

/** An empty float texture (RGBA, 32 bits each). */
export function floatTexture(gl: WebGL2RenderingContext, width: number, height: number): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, width, height)
  smooth(gl)
  return texture
}

/** Makes or refreshes a texture from a drawn canvas; row 0 of the texture is the canvas's bottom. */
export function pictureTexture(gl: WebGL2RenderingContext, picture: TexImageSource, old?: WebGLTexture): WebGLTexture {
  const texture = old ?? gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture)
  smooth(gl)
  return texture
}

function smooth(gl: WebGL2RenderingContext) {
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
}

/** A frame buffer that writes to the given textures at once. */
export function target(gl: WebGL2RenderingContext, textures: WebGLTexture[]): WebGLFramebuffer {
  const buffer = gl.createFramebuffer()
  gl.bindFramebuffer(gl.FRAMEBUFFER, buffer)
  for (const [index, texture] of textures.entries())
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + index, gl.TEXTURE_2D, texture, 0)
  gl.drawBuffers(textures.map((_, index) => gl.COLOR_ATTACHMENT0 + index))
  return buffer
}

/** Binds textures to units 0, 1, ... under the given sampler names. */
export function bindTextures(gl: WebGL2RenderingContext, program: Program, textures: Record<string, WebGLTexture>) {
  for (const [unit, [name, texture]] of Object.entries(textures).entries()) {
    gl.activeTexture(gl.TEXTURE0 + unit)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.uniform1i(program.at(name), unit)
  }
  gl.activeTexture(gl.TEXTURE0)
}
