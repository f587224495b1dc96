import { BOUNDS, SHAPES } from './shapes.ts'
import { SKINS } from './skins.ts'

export type Vector = readonly [number, number, number]

/** Something on the table. Angles are degrees: roll about x, then tilt about z, then spin about y. */
export interface Thing {
  shape: keyof typeof BOUNDS | 'slab' | 'cloth'
  at: Vector
  spin?: number
  tilt?: number
  roll?: number
  size?: number
  /** Half lengths of a slab or a cloth. */
  extent?: Vector
  /** GLSL expression of a Skin for the point `q`, in the thing's own units. */
  skin: string
  /** Its colour as its neighbours see it, linear. */
  plain: Vector
}

/** A still life: x to the right, y up, z away from the viewer. */
export interface Scene {
  things: Thing[]
  eye: Vector
  look: Vector
  /** Vertical field of view, degrees. */
  view: number
  /** Radius of the camera's aperture, units: 0 keeps everything sharp. */
  aperture: number
  /** Towards the sun, and its colour. */
  sun: Vector
  sunlight: Vector
  skylight: Vector
  /** Paint of the table's boards, linear. */
  paint: Vector
  /** How far the paint has worn off, about -0.3 to 0.2. */
  bare: number
  /** Printed matter, up to four squares: the skins reach them with paper(quarter, x, y). */
  print?: HTMLCanvasElement | OffscreenCanvas
}

const num = (x: number) => (Number.isInteger(x) ? `${x}.` : String(Number(x.toFixed(6))))
const vec = (v: readonly number[]) => `vec3(${v.map(num).join(', ')})`

/** Columns of the matrix that turns a thing's own axes into the world's. */
function turned(thing: Thing): [Vector, Vector, Vector] {
  const [spin, tilt, roll] = [thing.spin ?? 0, thing.tilt ?? 0, thing.roll ?? 0].map((d) => (d * Math.PI) / 180) as [
    number,
    number,
    number,
  ]
  const turn = ([x, y, z]: Vector): Vector => {
    const [y1, z1] = [y * Math.cos(roll) - z * Math.sin(roll), y * Math.sin(roll) + z * Math.cos(roll)]
    const [x2, y2] = [x * Math.cos(tilt) - y1 * Math.sin(tilt), x * Math.sin(tilt) + y1 * Math.cos(tilt)]
    return [x2 * Math.cos(spin) - z1 * Math.sin(spin), y2, x2 * Math.sin(spin) + z1 * Math.cos(spin)]
  }
  return [turn([1, 0, 0]), turn([0, 1, 0]), turn([0, 0, 1])]
}

function bound(thing: Thing): { centre: Vector; radius: number } {
  const size = thing.size ?? 1
  if (thing.extent) return { centre: thing.at, radius: Math.hypot(...thing.extent) * 1.03 + 0.05 }
  const [radius, rise] = BOUNDS[thing.shape as keyof typeof BOUNDS]
  const up = turned(thing)[1]
  const centre = thing.at.map((x, axis) => x + (up[axis] ?? 0) * rise * size) as [number, number, number]
  return { centre, radius: radius * size }
}

/**
 * Writes a scene's things as GLSL: `march` finds the first one on a ray, `normalOf` and `skinOf` describe it there.
 * Each thing has its own loop, entered only by rays that pass its bounding sphere: a software renderer computes both
 * sides of every `if` for all pixels, but leaves a loop as soon as no pixel needs it.
 */
export function sceneSource(scene: Scene): string {
  const own: string[] = []
  const loops: string[] = []
  const normals: string[] = []
  const skins: string[] = []
  const plain: string[] = []
  for (const [id, thing] of scene.things.entries()) {
    const size = num(thing.size ?? 1)
    const [a, b, c] = turned(thing)
    const inverse = `mat3(${[0, 1, 2].map((row) => [a[row], b[row], c[row]].map((x) => num(x ?? 0)).join(', ')).join(', ')})`
    const name = `sd${thing.shape[0]?.toUpperCase()}${thing.shape.slice(1)}`
    const far = (p: string) => `${name}(${p}${thing.extent ? `, ${vec(thing.extent)}` : ''})`
    own.push(`vec3 own${id}(vec3 p) { return ${inverse} * (p - ${vec(thing.at)}) / ${size}; }`)
    const { centre, radius } = bound(thing)
    loops.push(`  { vec2 s = span(${vec(centre)}, ${num(radius)}, ro, rd);
    float t = max(s.x, 0.), last = min(s.y, end);
    vec3 o = own${id}(ro), v = ${inverse} * rd / ${size};
    for (int i = 0; i < steps && t < last; i++) {
      float d = ${far('o + v * t')} * ${size};
      if (d < near) { last = 0.; end = t; id = ${id}; }
      t += d;
    } }`)
    normals.push(
      `  for (int k = 0; k < 4 && id == ${id}; k++) { vec3 e = corner(k); n += e * ${far(`own${id}(p + e * .002)`)}; }`,
    )
    plain.push(`id == ${id} ? ${vec(thing.plain)} :`)
    skins.push(`  if (id == ${id}) { vec3 q = own${id}(p); skin = ${thing.skin}; }`)
  }
  const paint = `boardSkin(p, ${vec(scene.paint)}, ${num(scene.bare)})`
  return [
    SHAPES,
    PRINT,
    SKINS,
    ...own,
    MARCH.replace('THINGS', loops.join('\n')),
    `vec3 normalOf(int id, vec3 p) { vec3 n = vec3(0);\n${normals.join('\n')}\n  return id < 0 ? vec3(0, 1, 0) : normalize(n); }`,
    `Skin skinOf(int id, vec3 p) { Skin skin;\n${skins.join('\n')}\n  if (id < 0) skin = ${paint};\n  return skin; }`,
    `vec3 plainOf(int id) { return ${plain.join(' ')} ${vec(scene.paint)}; }`,
  ].join('\n')
}

const PRINT = /* glsl */ `
uniform sampler2D print;
/** Linear colour of the printed square 0 to 3 at a place in 0..1. */
vec3 paper(int quarter, vec2 at) {
  return pow(texture(print, (clamp(at, .002, .998) + vec2(quarter & 1, quarter >> 1)) * .5).rgb, vec3(2.2));
}
`

const MARCH = /* glsl */ `
const float WALL = 7.5;
vec3 corner(int k) { return vec3(k == 0 || k == 3 ? 1 : -1, k == 2 || k == 3 ? 1 : -1, k == 1 || k == 3 ? 1 : -1); }
/** Where a ray enters and leaves a sphere. */
vec2 span(vec3 c, float r, vec3 ro, vec3 rd) {
  vec3 o = c - ro;
  float b = dot(o, rd), h = r * r - dot(o, o) + b * b;
  float w = sqrt(max(h, 0.));
  return h > 0. ? vec2(b - w, b + w) : vec2(1, 0);
}
/** Distance to the first thing on a ray; id -1 is the table, -2 the wall, -3 the room. */
float march(vec3 ro, vec3 rd, float limit, int steps, float near, out int id) {
  float table = rd.y < -1e-4 ? -ro.y / rd.y : 1e3;
  float wall = rd.z > 1e-4 ? (WALL - ro.z) / rd.z : 1e3;
  float end = min(min(table, wall), limit);
  id = end > 500. ? -3 : table < wall ? -1 : -2;
THINGS
  return end;
}
`
