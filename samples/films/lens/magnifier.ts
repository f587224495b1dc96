import { flatCanvas, lettering } from '../drawing/light.ts'
import { mix, ramp } from '../drawing/motion.ts'
import { NOISE } from '../drawing/noise.ts'
import { bindTextures, glCanvas, link, pictureTexture } from '../drawing/webgl.ts'
import type { Draw } from '../film.ts'
import { FRAME } from '../film.ts'

const PAGE = { width: 2048, height: 1152 } as const

/** The page under the glass: set like a school book of optics. */
function page(): OffscreenCanvas {
  const canvas = flatCanvas(PAGE.width, PAGE.height)
  canvas.fillStyle = '#f3ecdc'
  canvas.fillRect(0, 0, PAGE.width, PAGE.height)
  const ink = '#20304f'
  lettering(canvas, 'How a', [190, 330], { size: 170, weight: 700, colour: ink })
  lettering(canvas, 'lens works', [190, 500], { size: 170, weight: 700, colour: ink })
  canvas.fillStyle = '#d2552f'
  canvas.fillRect(198, 560, 150, 9)
  const text = [
    'A lens is a piece of curved glass. Where light',
    'enters it, the light slows down and turns; where',
    'it leaves, it turns again. The middle of the glass',
    'is thick and the edge is thin, so that all the rays',
    'of a distant lamp are led to one point.',
    'Held over a page, the same glass makes small',
    'letters look large.',
  ]
  for (const [row, line] of text.entries())
    lettering(canvas, line, [198, 660 + row * 56], { size: 37, weight: 440, colour: '#39455f' })
  canvas.strokeStyle = ink
  canvas.lineWidth = 4
  const [x, y] = [1560, 560]
  for (let ray = -4; ray <= 4; ray += 1) {
    canvas.beginPath()
    canvas.moveTo(x - 330, y + ray * 46)
    canvas.lineTo(x, y + ray * 46)
    canvas.lineTo(x + 330, y)
    canvas.lineWidth = ray === 0 ? 2.5 : 3.5
    canvas.strokeStyle = ray === 0 ? '#8d95a8' : '#d2552f'
    canvas.stroke()
  }
  canvas.strokeStyle = ink
  canvas.lineWidth = 5
  canvas.fillStyle = 'rgba(120, 165, 205, .35)'
  canvas.beginPath()
  canvas.moveTo(x, y - 250)
  canvas.quadraticCurveTo(x + 92, y, x, y + 250)
  canvas.quadraticCurveTo(x - 92, y, x, y - 250)
  canvas.fill()
  canvas.stroke()
  lettering(canvas, 'Fig. 1', [x - 330, y + 350], { size: 34, weight: 650, colour: ink })
  lettering(canvas, 'Rays meet in the focus', [x - 225, y + 350], { size: 34, weight: 440, colour: '#39455f' })
  lettering(canvas, '12', [1860, 1060], { size: 30, weight: 500, colour: '#8d95a8' })
  return canvas.canvas
}

/** A plano-convex lens held over the page: both refractions are traced, for red, green and blue glass apart. */
const GLASS = /* glsl */ `
in vec2 uv;
out vec4 seen;
uniform sampler2D page;
uniform vec2 centre;
uniform vec3 shot; // where the camera looks on the page and how much of it is seen
uniform float turn;
const vec2 SIZE = vec2(${FRAME.width}., ${FRAME.height}.);
const float R = 200., S = 1.45, LIFT = 1.05;
${NOISE}
vec2 onPage(vec2 p) {
  vec2 q = (p - SIZE * .5) / SIZE.y;
  q = vec2(cos(turn) * q.x - sin(turn) * q.y, sin(turn) * q.x + cos(turn) * q.y);
  return shot.xy + q * shot.z * vec2(${PAGE.height}. / ${PAGE.width}., 1.);
}
vec3 paper(vec2 p) {
  vec2 at = onPage(p);
  vec2 grain = at * vec2(${PAGE.width}., ${PAGE.height}.);
  vec3 c = pow(texture(page, at).rgb, vec3(2.2));
  return c * (.95 + .06 * noise(grain * .35) + .05 * noise(grain * vec2(.05, .4)) - .03);
}
float refracted(float r, float n) {
  vec3 normal = vec3(r / S, 0., sqrt(1. - r * r / (S * S)));
  vec3 inside = refract(vec3(0, 0, -1), normal, 1. / n);
  float thick = sqrt(S * S - r * r) - sqrt(S * S - 1.);
  float at = r + inside.x / -inside.z * thick;
  vec3 below = refract(inside, vec3(0, 0, 1), n);
  return at + below.x / -below.z * LIFT;
}
float capsule(vec2 p, vec2 a, vec2 b) {
  vec2 pa = p - a, ba = b - a;
  return length(pa - ba * clamp(dot(pa, ba) / dot(ba, ba), 0., 1.));
}
void main() {
  vec2 p = gl_FragCoord.xy, q = (p - centre) / R;
  vec2 grip = normalize(vec2(.78, -.63));
  // Light falls from the upper left; the glass throws its shadow to the lower right and gathers light in it.
  float sheet = .3 + .85 * smoothstep(1400., 60., length(p - vec2(300., 600.)));
  float open_ = sheet;
  vec2 shade = q - vec2(.3, -.36);
  float ring = length(shade);
  float handle = capsule(shade, grip * 1.1, grip * 2.6);
  float dark = smoothstep(1.22, .96, ring) * (1. - .95 * smoothstep(1.0, .82, ring));
  dark = max(dark, smoothstep(.27, .03, handle));
  float gathered = smoothstep(.86, .0, ring);
  sheet *= (1. - .62 * dark) * (1. + .1 * gathered + .7 * pow(gathered, 4.));
  vec3 c;
  float r = length(q);
  if (r < 1.) {
    vec2 d = r > 0. ? q / r : vec2(0);
    vec3 at = vec3(refracted(r, 1.506), refracted(r, 1.512), refracted(r, 1.518));
    c = vec3(paper(centre + d * at.x * R).r, paper(centre + d * at.y * R).g, paper(centre + d * at.z * R).b);
    vec2 below = d * at.y - vec2(.3, -.36);
    float lit = smoothstep(.86, 0., length(below));
    c *= open_ * (.78 + .3 * smoothstep(1.2, 0., length(q - vec2(-.2, .3)))) * (1. + .2 * lit);
    float edge = pow(r, 9.);
    c *= mix(1., .42, edge);
    c += vec3(.35, .5, .62) * .16 * pow(r, 5.);
    // A window seen in the upper curve of the glass.
    vec2 w = q * (1. + .35 * r * r) - vec2(-.42, .5);
    w = vec2(.85 * w.x + .5 * w.y, -.5 * w.x + .85 * w.y);
    vec2 pane = smoothstep(vec2(.29, .2), vec2(.25, .16), abs(w)) * smoothstep(vec2(.008), vec2(.024), abs(w));
    c += vec3(.9, .97, 1.) * .42 * pane.x * pane.y;
    c += vec3(1., .93, .8) * .3 * smoothstep(.05, .0, abs(r - .93)) * smoothstep(.2, 1., dot(d, normalize(vec2(.6, -.8))));
  } else {
    c = paper(p) * sheet * vec3(1.02, .985, .93);
  }
  float stick = capsule(q, grip * 1.16, grip * 2.65);
  if (stick < .118 && r > 1.) {
    vec2 across = vec2(-grip.y, grip.x);
    float s = dot(q, across) / .118, along = dot(q, grip);
    float round_ = sqrt(max(0., 1. - s * s));
    vec3 wood = mix(vec3(.055, .022, .012), vec3(.16, .06, .025), noise(vec2(along * 5., s * 3. + noise(vec2(along * 9., s)) * 2.)));
    vec3 brass = vec3(.62, .42, .16);
    vec3 body = along < 1.42 ? brass : wood;
    c = body * (.16 + .9 * max(0., dot(vec2(s, round_), normalize(vec2(.55, .8))))) + vec3(.9, .8, .7) * .4 * pow(max(0., dot(vec2(s, round_), normalize(vec2(.42, .9)))), 40.);
  }
  float rim = abs(r - 1.035) / .048;
  if (rim < 1.) {
    vec2 d = q / r;
    float up = sqrt(1. - rim * rim), side = (r - 1.035) / .048;
    vec3 n = normalize(vec3(d * side, up));
    float light = max(0., dot(n, normalize(vec3(-.5, .6, .6))));
    float band = .5 + .5 * sin(atan(d.y, d.x) * 3. + n.z * 2.5);
    c = vec3(.66, .44, .17) * (.12 + .75 * light + .25 * band * up) + vec3(1., .9, .7) * pow(light, 26.) * .9;
  }
  vec2 v = uv - .5;
  c *= 1. - dot(v, v) * .55;
  c = 1. - exp(-1.75 * c * vec3(1.04, 1., .94));
  seen = vec4(pow(clamp(c, 0., 1.), vec3(1. / 2.2)), 1);
}`

/** A magnifying glass wanders over a printed page. */
export function magnifier(): Draw {
  const gl = glCanvas(FRAME.width, FRAME.height)
  const program = link(gl, GLASS)
  const print = pictureTexture(gl, page())
  gl.bindVertexArray(gl.createVertexArray())
  return (canvas, time) => {
    program.use()
    bindTextures(gl, program, { page: print })
    const [a, b] = [ramp(time, 0.2, 2.6), ramp(time, 3.2, 6.6)]
    const x = mix(mix(1010, 430, a), 700, b) + Math.sin(time * 1.1) * 6
    const y = mix(mix(210, 420, a), 235, b) + Math.cos(time * 1.3) * 5
    gl.uniform2f(program.at('centre'), x, y)
    gl.uniform3f(program.at('shot'), mix(0.4, 0.36, time / 7), mix(0.56, 0.5, time / 7), mix(0.92, 0.8, time / 7))
    gl.uniform1f(program.at('turn'), mix(-0.075, -0.03, time / 7))
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    canvas.drawImage(gl.canvas, 0, 0)
  }
}
