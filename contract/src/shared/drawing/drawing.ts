import * as z from 'zod/mini'
import { requiredText } from '../../calls/fields.ts'
import { DRAWING } from '../review-limits.ts'

/** What somebody drew on the picture of a comment, to show where they mean. */

export const DRAWING_COLOURS = ['yellow', 'red', 'blue', 'green', 'white', 'black'] as const
export type DrawingColour = (typeof DRAWING_COLOURS)[number]

const PRECISION = 10 ** DRAWING.decimals
/** A share of the picture with the precision that drawings keep. */
export const shareOf = (value: number): number => Math.round(value * PRECISION) / PRECISION

const rounded = z.overwrite<number>(shareOf)
/** From 0, the left or upper edge of the picture as it is shown, to 1. */
const Share = z
  .number('A place must be a number')
  .check(z.gte(0, 'A place must lie within the picture'), z.lte(1, 'A place must lie within the picture'), rounded)
const sizeUpTo = (most: number) =>
  z
    .number('A size must be a number')
    .check(z.gte(1 / PRECISION, 'A size must be more than 0'), z.lte(most, `A size must be at most ${most}`), rounded)

const c = z.enum(DRAWING_COLOURS, 'This colour does not exist')
/** Width of the line, as a share of the picture's width. */
const w = sizeUpTo(DRAWING.thickest)
const inPairs = (numbers: readonly number[]): boolean => numbers.length % 2 === 0

/** A line by hand: x and y of each of its points. */
const Pen = z.strictObject({
  t: z.literal('pen'),
  c,
  w,
  p: z
    .array(Share, 'A line needs points')
    .check(
      z.minLength(2, 'A line needs a point'),
      z.maxLength(2 * DRAWING.points, `A line has at most ${DRAWING.points} points`),
      z.refine(inPairs, 'Each point needs x and y'),
    ),
})
const TWO_POINTS = 'A shape needs two points'
const twoPoints = z.array(Share, TWO_POINTS).check(z.minLength(4, TWO_POINTS), z.maxLength(4, TWO_POINTS))
/** From the first point to the second, which has the head. */
const Arrow = z.strictObject({ t: z.literal('arrow'), c, w, p: twoPoints })
/** Two opposite corners. */
const Rectangle = z.strictObject({ t: z.literal('rect'), c, w, p: twoPoints })
/** Two opposite corners of the rectangle around it. */
const Ellipse = z.strictObject({ t: z.literal('ellipse'), c, w, p: twoPoints })
const ONE_POINT = 'A text needs a place'
/** Words, from the left end of their line; `s` is the height of the letters as a share of the picture's width. */
const Words = z.strictObject({
  t: z.literal('text'),
  c,
  s: sizeUpTo(DRAWING.tallest),
  p: z.array(Share, ONE_POINT).check(z.minLength(2, ONE_POINT), z.maxLength(2, ONE_POINT)),
  text: requiredText('A text needs words', DRAWING.text),
})

const Shape = z.discriminatedUnion('t', [Pen, Arrow, Rectangle, Ellipse, Words], 'This tool does not exist')
export type Shape = z.infer<typeof Shape>
export type Tool = Shape['t']

/** Bytes of a value as JSON; infinitely many when it is nested so deeply that it cannot be written. */
function bytesOf(value: unknown): number {
  try {
    return new TextEncoder().encode(JSON.stringify(value)).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** A drawing: its shapes, the lowest one first. */
export const Drawing = z.strictObject({
  v: z.literal(1, 'This version of drawings does not exist'),
  shapes: z
    .array(Shape, 'A drawing needs shapes')
    .check(
      z.minLength(1, 'A drawing needs a shape'),
      z.maxLength(DRAWING.shapes, `A drawing has at most ${DRAWING.shapes} shapes`),
    ),
})
export type Drawing = z.infer<typeof Drawing>

/** Comes before all other checks: each wrong number of a huge drawing would be an issue of its own. */
const smallEnough = z.transform((drawing: Drawing, { issues }) => {
  if (bytesOf(drawing ?? null) <= DRAWING.bytes) return drawing
  issues.push({ code: 'custom', input: drawing, message: 'This drawing is too large' })
  return z.NEVER
})

/** A drawing as a client sends it. */
export const NewDrawing = z.pipe(smallEnough, Drawing)
