import { align, lay } from './alignment.ts'
import type { PlainPicture, Plane } from './plain-picture.ts'

/** Side of a block in pixels, and how far (pixels) its counterpart may have moved. */
const BLOCK = 16
const REACH = 2
/** Mean length of a block's gradients (steps of brightness over two pixels, of 255): below the first it is flat, from the second on textured. */
const TEXTURE = [3, 12] as const
/** A block's counterpart: a correlation up to the first counts for nothing, from the second on fully. */
const COUNTERPART = [0.3, 0.8] as const
/** Difference of a block's mean colours (of 255) that counts for nothing, and that rules a counterpart out. */
const COLOUR = [16, 44] as const
/** Brightness counts less than colours: exposure changes it. */
const LIGHT = 0.4
/** Share of a block's gradients from which it has upright edges. */
const UPRIGHT = 0.15
/** Strokes of text: so many turns from a rising to a falling step (of brightness over two pixels) or back in a block. */
const STROKE = 16
const TURNS = 14
/** A page has text in more than this share of its textured blocks, and texture in less than this share of all. */
const PAGE = { text: 0.4, texture: 0.55 }
/** A block is wrong if less than this is right. So many wrong ones with strokes, as of a line, make another page. */
const WRONG = 0.35
const MOST_WRONG = 8
/** Pixels at an edge without a whole gradient, or without room for a moved counterpart. */
const EDGE = REACH + 1
/** Textured blocks from which a picture can be recognised. */
const LEAST_BLOCKS = 6

/** How much of two pictures is the same. */
export interface Likeness {
  /**
   * Share of the texture with a counterpart at its place, less the share of strokes without one, 0 to 1: text that
   * differs is rarely the same picture, while moving things are.
   */
  readonly same: number
  /** Number of textured blocks. Without enough of them nothing can be said. */
  readonly blocks: number
}

/** Whether two pictures have enough texture to say that they are the same. */
export const isEnough = ({ blocks }: Likeness): boolean => blocks >= LEAST_BLOCKS

const NOTHING: Likeness = { same: 0, blocks: 0 }

/** Compares a picture with a frame that may show the same, a part of it, or more. */
export function compare(picture: PlainPicture, frame: PlainPicture): Likeness {
  const place = align(picture.luma, frame.luma)
  if (!place) return NOTHING
  const luma = lay(picture.luma, place)
  const [blue, red] = [lay(picture.blue, place), lay(picture.red, place)]
  const [one, other] = [gradientsOf(luma), gradientsOf(frame.luma)]
  const [from_x, from_y] = [Math.max(0, luma.x) + EDGE, Math.max(0, luma.y) + EDGE]
  const to_x = Math.min(frame.luma.width, luma.x + luma.width) - EDGE
  const to_y = Math.min(frame.luma.height, luma.y + luma.height) - EDGE
  let [all, blocks, same] = [0, 0, 0]
  const strokes = { blocks: 0, missing: 0, wrong: 0 }
  let others_wrong = 0
  for (let y = from_y; y + BLOCK <= to_y; y += BLOCK)
    for (let x = from_x; x + BLOCK <= to_x; x += BLOCK) {
      all += 1
      const [at_x, at_y] = [x - luma.x, y - luma.y]
      const found = counterpart(one, at_x, at_y, other, x, y)
      if (found.texture === 0) continue
      const step = (plane: Plane, of_frame: Plane) => meanOf(plane, at_x, at_y) - meanOf(of_frame, x, y)
      const tint = Math.hypot(step(blue, frame.blue), step(red, frame.red), LIGHT * step(luma, frame.luma))
      const right = between(COUNTERPART, found.correlation) * (1 - between(COLOUR, tint))
      blocks += found.texture
      same += found.texture * right
      const is_wrong = right < WRONG
      if (isStroked(one, at_x, at_y) || isStroked(other, x, y)) {
        strokes.blocks += 1
        strokes.missing += 1 - right
        strokes.wrong += Number(is_wrong)
      } else others_wrong += Number(is_wrong)
    }
  if (blocks === 0) return NOTHING
  const share = Math.max(0, same / blocks - strokes.missing / Math.max(blocks, strokes.blocks))
  const is_page = strokes.blocks > PAGE.text * blocks && blocks < PAGE.texture * all
  // Where something moves before a text, more than strokes is wrong.
  const words = is_page ? Math.max(0, strokes.wrong - others_wrong / 2) : 0
  return { same: share * Math.max(0, 1 - words / MOST_WRONG), blocks }
}

const between = ([least, most]: readonly [number, number], value: number): number =>
  Math.min(1, Math.max(0, (value - least) / (most - least)))

/** Steps of brightness to the right and down (Sobel), at the size of their plane. */
interface Gradients {
  readonly width: number
  readonly across: Float32Array
  readonly down: Float32Array
}

function gradientsOf({ width, height, values }: Plane): Gradients {
  const across = new Float32Array(values.length)
  const down = new Float32Array(values.length)
  const at = (place: number) => values[place] as number
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const p = y * width + x
      const [above, below] = [p - width, p + width]
      const rising = at(above + 1) - at(above - 1) + at(below + 1) - at(below - 1)
      across[p] = (rising + 2 * (at(p + 1) - at(p - 1))) / 4
      const falling = at(below - 1) - at(above - 1) + at(below + 1) - at(above + 1)
      down[p] = (falling + 2 * (at(below) - at(above))) / 4
    }
  return { width, across, down }
}

/**
 * The texture of a block of two pictures, and the correlation of its gradients with those of its best counterpart nearby.
 * In a block with upright edges those must correlate by themselves: lines of other words have the same rows.
 */
function counterpart(picture: Gradients, at_x: number, at_y: number, frame: Gradients, x: number, y: number) {
  const here = energyOf(frame, x, y)
  const there = energyOf(picture, at_x, at_y)
  const texture = between(TEXTURE, Math.sqrt(Math.max(here.all, there.all)) / BLOCK)
  let correlation = 0
  if (texture === 0) return { texture, correlation }
  for (let down = -REACH; down <= REACH; down++)
    for (let across = -REACH; across <= REACH; across++) {
      const moved = energyOf(picture, at_x + across, at_y + down)
      let by_x = 0
      let by_y = 0
      for (let row = 0; row < BLOCK; row++) {
        let on = (y + row) * frame.width + x
        let at = (at_y + down + row) * picture.width + at_x + across
        for (let column = 0; column < BLOCK; column++, on++, at++) {
          by_x += (frame.across[on] as number) * (picture.across[at] as number)
          by_y += (frame.down[on] as number) * (picture.down[at] as number)
        }
      }
      const upright = here.across > UPRIGHT * here.all || moved.across > UPRIGHT * moved.all
      const all = share(by_x + by_y, here.all, moved.all)
      correlation = Math.max(correlation, upright ? Math.min(all, share(by_x, here.across, moved.across)) : all)
    }
  return { texture, correlation }
}

/** A product as a share of the largest that two energies allow. */
const share = (product: number, one: number, other: number): number => product / (Math.sqrt(one * other) + 1)

function energyOf({ width, across, down }: Gradients, x: number, y: number) {
  let by_x = 0
  let by_y = 0
  for (let row = 0; row < BLOCK; row++) {
    let at = (y + row) * width + x
    for (let column = 0; column < BLOCK; column++, at++) {
      by_x += (across[at] as number) ** 2
      by_y += (down[at] as number) ** 2
    }
  }
  return { across: by_x, all: by_x + by_y }
}
/** Whether brightness rises and falls steeply many times, as at strokes of text. */
function isStroked({ width, across }: Gradients, x: number, y: number): boolean {
  let turns = 0
  for (let row = 0; row < BLOCK; row++) {
    let at = (y + row) * width + x
    let last = 0
    for (let column = 0; column < BLOCK; column++, at++) {
      const step = across[at] as number
      const sign = step > STROKE ? 1 : step < -STROKE ? -1 : 0
      if (sign !== 0 && sign === -last) turns++
      if (sign !== 0) last = sign
    }
  }
  return turns >= TURNS
}

function meanOf({ width, values }: Plane, x: number, y: number): number {
  let sum = 0
  for (let row = 0; row < BLOCK; row++) {
    let at = (y + row) * width + x
    for (let column = 0; column < BLOCK; column++) sum += values[at++] as number
  }
  return sum / BLOCK ** 2
}
