import { bindTextures, link, type Program } from '../drawing/webgl.ts'
import { FRAME } from '../film.ts'
import { type Camera, type Still, setCamera } from './tracer.ts'

const MESH = /* glsl */ `
uniform sampler2D place;
uniform vec2 size;
uniform ivec2 grid;
uniform vec3 eye, right, up, forward, seenEye, seenRight, seenUp, seenForward;
uniform float tangent, seenTangent;
out vec2 at;
void main() {
  int quad = gl_VertexID / 6, corner = gl_VertexID % 6;
  ivec2 cell = ivec2(quad % grid.x, quad / grid.x);
  ivec2 step_ = corner == 0 ? ivec2(0, 0) : corner == 1 || corner == 3 ? ivec2(1, 0) : corner == 2 || corner == 4 ? ivec2(0, 1) : ivec2(1, 1);
  vec2 pixel = vec2(cell + step_) / vec2(grid) * size;
  at = pixel / size;
  float far = texelFetch(place, clamp(ivec2(pixel), ivec2(0), ivec2(size) - 1), 0).w;
  vec2 s = (at * 2. - 1.) * vec2(size.x / size.y, 1.) * seenTangent;
  vec3 p = seenEye + normalize(seenForward + seenRight * s.x + seenUp * s.y) * far - eye;
  float z = dot(p, forward);
  gl_Position = vec4(dot(p, right) / tangent * ${FRAME.height}. / ${FRAME.width}., dot(p, up) / tangent, z * .98 - .2, z);
}`

const GRADE = /* glsl */ `
in vec2 at;
out vec4 seen;
uniform sampler2D base, sun;
uniform float sunshine, exposure;
// Stephen Hill's fit of the ACES film curve (MIT).
vec3 film(vec3 c) {
  c = mat3(.59719, .076, .0284, .35458, .90834, .13383, .04823, .01566, .83777) * c;
  c = (c * (c + .0245786) - .000090537) / (c * (.983729 * c + .432951) + .238081);
  return mat3(1.60475, -.10208, -.00327, -.53108, 1.10813, -.07276, -.07367, -.00605, 1.07602) * c;
}
void main() {
  vec3 c = (texture(base, at).rgb + texture(sun, at).rgb * sunshine) * exposure;
  c = clamp(film(c), 0., 1.);
  c = mix(12.92 * c, 1.055 * pow(c, vec3(1. / 2.4)) - .055, step(.0031308, c));
  vec2 v = gl_FragCoord.xy / vec2(${FRAME.width}., ${FRAME.height}.) - .5;
  c *= 1. - dot(v, v) * .38;
  float dither = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(.06711056, .00583715))));
  seen = vec4(c + (dither - .5) / 255., 1);
}`

/** Shows a traced still from a camera near the one it was traced from. */
export function dolly(still: Still): (camera: Camera, sunshine: number, exposure: number) => OffscreenCanvas {
  const { gl } = still
  const program: Program = link(gl, GRADE, MESH)
  const canvas = gl.canvas as OffscreenCanvas
  canvas.width = FRAME.width
  canvas.height = FRAME.height
  const grid = [Math.floor(still.width / 2), Math.floor(still.height / 2)] as const
  return (camera, sunshine, exposure) => {
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.viewport(0, 0, FRAME.width, FRAME.height)
    gl.enable(gl.DEPTH_TEST)
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
    program.use()
    setCamera(gl, program, camera)
    gl.uniform3f(program.at('seenEye'), ...still.camera.eye)
    gl.uniform3f(program.at('seenRight'), ...still.camera.right)
    gl.uniform3f(program.at('seenUp'), ...still.camera.up)
    gl.uniform3f(program.at('seenForward'), ...still.camera.forward)
    gl.uniform1f(program.at('seenTangent'), still.camera.tangent)
    gl.uniform2f(program.at('size'), still.width, still.height)
    gl.uniform2i(program.at('grid'), ...grid)
    gl.uniform1f(program.at('sunshine'), sunshine)
    gl.uniform1f(program.at('exposure'), exposure)
    bindTextures(gl, program, { place: still.place, base: still.base, sun: still.sun })
    gl.drawArrays(gl.TRIANGLES, 0, grid[0] * grid[1] * 6)
    gl.disable(gl.DEPTH_TEST)
    return canvas
  }
}
