import type { Scene, Thing, Vector } from './scene.ts'

/** Things of the still lifes, each with its skin. `worn` is any number that makes two of a kind differ. */
type Pose = Pick<Thing, 'spin' | 'tilt' | 'roll' | 'size'>

/** A kind of thing with a skin of its own. */
const kind =
  (shape: Thing['shape'], skin: string, plain: Vector) =>
  (at: Vector, worn: number, pose: Pose = {}): Thing => ({ shape, at, skin: `${skin}(q, ${worn}.)`, plain, ...pose })

export const lemon = kind('lemon', 'lemonSkin', [0.85, 0.58, 0.05])
export const halfLemon = kind('halflemon', 'halfSkin', [0.88, 0.68, 0.2])
export const orange = kind('orange', 'orangeSkin', [0.87, 0.25, 0.01])
export const apple = kind('apple', 'appleSkin', [0.5, 0.05, 0.02])
export const leaf = kind('leaf', 'leafSkin', [0.07, 0.16, 0.03])
export const egg = kind('egg', 'eggSkin', [0.72, 0.48, 0.32])

/** Glazed ware: blue outside and cream inside, or all cream. */
export const ware = (
  shape: 'bowl' | 'cup' | 'plate' | 'saucer',
  at: Vector,
  outside: Vector,
  inside: Vector,
  pose: Pose = {},
): Thing => ({
  shape,
  at,
  skin: `glazeSkin(q, vec3(${outside}), vec3(${inside}), ${shape === 'bowl' ? '1.56' : shape === 'cup' ? '.47' : '1.4'})`,
  plain: inside,
  ...pose,
})

export const tea = (at: Vector, size = 1): Thing => ({
  shape: 'tea',
  at,
  size,
  skin: 'Skin(vec3(.2, .055, .01), vec3(0), .05, .05)',
  plain: [0.2, 0.06, 0.01],
})

export const cloth = (at: Vector, spin: number, extent: Vector, stripe: Vector): Thing => ({
  shape: 'cloth',
  at,
  spin,
  extent,
  skin: `clothSkin(q, vec3(${stripe}))`,
  plain: [0.7, 0.64, 0.56],
})

/** Paper or board with a printed top: `quarter` of the scene's print. */
export const printed = (at: Vector, spin: number, extent: Vector, quarter: number): Thing => ({
  shape: 'slab',
  at,
  spin,
  extent,
  skin: `Skin(paper(${quarter}, q.xz / vec3(${extent}).xz * .5 + .5), slope(q * 30.) * .02, .02, .6)`,
  plain: [0.8, 0.76, 0.66],
})

export const CREAM: Vector = [0.74, 0.7, 0.62]
export const INDIGO: Vector = [0.05, 0.13, 0.26]

/** The table by the window, without anything on it. */
export const table: Omit<Scene, 'things' | 'eye' | 'look' | 'view'> = {
  aperture: 0,
  sun: [-0.8, 0.6, 0.34],
  sunlight: [4.6, 3.75, 2.6],
  skylight: [2.3, 2.5, 2.75],
  paint: [0.17, 0.27, 0.31],
  bare: -0.05,
}

/** The baked tart, whole but for one slice. */
export function tart(at: Vector, spin: number): Thing[] {
  const part = (shape: 'tart' | 'curd' | 'kisses', skin: string, plain: Vector): Thing => ({
    shape,
    at,
    spin,
    skin,
    plain,
  })
  return [
    part('tart', 'crustSkin(q)', [0.5, 0.26, 0.09]),
    part('curd', 'curdSkin(q)', [0.9, 0.6, 0.05]),
    part('kisses', 'meringueSkin(q)', [0.86, 0.8, 0.7]),
  ]
}

/** Flour heaped in a bowl of the same place and size. */
export const flour = (at: Vector): Thing => ({
  shape: 'flour',
  at,
  skin: 'Skin(vec3(.82, .8, .75) * (.9 + .12 * fbm(q * 6.)), slope(q * 9.) * .12 + slope(q * 34.) * .06, .01, .9)',
  plain: [0.8, 0.78, 0.72],
})

export const butter = (at: Vector, spin: number): Thing => ({
  shape: 'butter',
  at,
  spin,
  skin: 'Skin(vec3(.86, .68, .27) * (.94 + .08 * fbm(q * 4.)), slope(q * 6.) * .05, .04, .3)',
  plain: [0.85, 0.66, 0.3],
})

/** A wooden board. */
export const board = (at: Vector, spin: number, extent: Vector): Thing => ({
  shape: 'slab',
  at,
  spin,
  extent,
  skin: 'Skin(mix(vec3(.42, .23, .1), vec3(.25, .12, .045), fbm(vec3(q.x * 1.2, q.z * 16., 3.))), slope(vec3(q.x * 2., q.y, q.z * 30.)) * .04, .03, .45)',
  plain: [0.34, 0.18, 0.08],
})

export const knife = (at: Vector, spin: number): Thing => ({
  shape: 'knife',
  at,
  spin,
  skin: 'Skin(q.x > -.2 ? vec3(.32) : vec3(.1, .045, .02) * (.7 + .6 * fbm(q * vec3(3., 30., 30.))), vec3(0), q.x > -.2 ? .55 : .04, q.x > -.2 ? .28 : .35)',
  plain: [0.35, 0.34, 0.32],
})

/** A cook book whose cover is a quarter of the scene's print. */
export const book = (at: Vector, spin: number, quarter: number): Thing => ({
  shape: 'book',
  at,
  spin,
  skin: `Skin(q.y > .3 ? paper(${quarter}, q.xz / vec2(2.12, 2.8) + .5) : abs(q.y - .17) < .13 && q.x > -.98 ? vec3(.7, .64, .52) * (.7 + .3 * noise(vec3(1., q.y * 90., 1.))) : vec3(.36, .06, .035), slope(q * 60.) * .04, .03, .5)`,
  plain: [0.4, 0.1, 0.06],
})

/** A wall clock laid flat; its face is a quarter of the scene's print, its hands are drawn later. */
export const clock = (at: Vector, quarter: number): Thing => ({
  shape: 'clock',
  at,
  skin: `Skin(length(q.xz) < 1.13 ? paper(${quarter}, q.xz / 2.3 + .5) : vec3(.5, .32, .1), vec3(0), length(q.xz) < 1.13 ? .03 : .4, length(q.xz) < 1.13 ? .5 : .25)`,
  plain: [0.75, 0.72, 0.65],
})
