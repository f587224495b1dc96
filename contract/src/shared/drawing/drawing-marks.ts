/** What the shapes of a drawing look like. The page and the stills of comments draw these marks. Pure. */
import type { Drawing, DrawingColour, Shape } from './drawing.ts'

/** Each colour with that of the hairline around it, which keeps it visible on a picture of the same colour. */
export const INKS: Readonly<Record<DrawingColour, { readonly ink: string; readonly hair: string }>> = {
  yellow: { ink: '#ffde26', hair: '#0b0b0a' },
  red: { ink: '#d92d20', hair: '#ffffff' },
  blue: { ink: '#2580c1', hair: '#ffffff' },
  green: { ink: '#3a8f4c', hair: '#ffffff' },
  white: { ink: '#ffffff', hair: '#0b0b0a' },
  black: { ink: '#0b0b0a', hair: '#ffffff' },
}

/** Width of the hairline on each side, as a share of the picture's width; in pixels at least 1. */
const HAIR = 0.0012
/** Length of an arrow's head, as a share of the picture's width and in widths of its line; its angle to the line. */
const HEAD = { share: 0.018, widths: 4, angle: Math.PI / 6 } as const

/** Size of the picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** A line in the form of SVG, in pixels of the picture. */
export interface Stroke {
  readonly d: string
  readonly stroke: string
  readonly width: number
}

/** A line of words, in pixels of the picture; `outline` is the width of the line around each letter. */
export interface Words {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly fill: string
  readonly stroke: string
  readonly outline: number
  readonly text: string
}

/** A shape as strokes, the lowest one first, or as words. */
export type Marks =
  | { readonly strokes: readonly Stroke[]; readonly words: null }
  | { readonly strokes: null; readonly words: Words }

/** What to draw for a shape on a picture of this size. */
export function marksOf(shape: Drawing['shapes'][number], size: PictureSize): Marks {
  const { ink, hair } = INKS[shape.c]
  const around = 2 * Math.max(1, HAIR * size.width)
  const points = pointsOf(shape, size)
  if (shape.t === 'text') {
    const [[x, y] = [0, 0]] = points
    const words = { x, y, size: shape.s * size.width, fill: ink, stroke: hair, outline: around, text: shape.text }
    return { strokes: null, words }
  }
  const width = Math.max(1, shape.w * size.width)
  const d = pathOf(shape.t, points, Math.max(HEAD.share * size.width, HEAD.widths * width))
  const strokes = [
    { d, stroke: hair, width: width + around },
    { d, stroke: ink, width },
  ]
  return { strokes, words: null }
}

type Point = readonly [x: number, y: number]

/** The points of a shape in pixels. */
export function pointsOf({ p }: Shape, { width, height }: PictureSize): Point[] {
  const points: Point[] = []
  for (let at = 0; at + 1 < p.length; at += 2) points.push([(p[at] ?? 0) * width, (p[at + 1] ?? 0) * height])
  return points
}

const round = (value: number): number => Math.round(value * 100) / 100
const line = (points: readonly Point[]): string =>
  points.map(([x, y], place) => `${place === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')

/** @param head length of an arrow's head, in pixels */
function pathOf(tool: Exclude<Shape['t'], 'text'>, points: readonly Point[], head: number): string {
  const [from = [0, 0], to = from] = points
  const [x1, y1] = from
  const [x2, y2] = to
  // A point alone is a dot: a line of no length has round ends.
  if (tool === 'pen') return points.length === 1 ? line([from, from]) : line(points)
  if (tool === 'arrow') return line([from, to]) + line([barb(from, to, head, 1), to, barb(from, to, head, -1)])
  if (tool === 'rect') return `${line([from, [x2, y1], to, [x1, y2]])}Z`
  const [rx, ry] = [Math.abs(x2 - x1) / 2, Math.abs(y2 - y1) / 2]
  const [left, right, middle] = [Math.min(x1, x2), Math.max(x1, x2), (y1 + y2) / 2].map(round)
  const arc = `A${round(rx)} ${round(ry)} 0 1 0`
  return `M${left} ${middle}${arc} ${right} ${middle}${arc} ${left} ${middle}Z`
}

/** The end of one side of an arrow's head; a short arrow has a short one. */
function barb([x1, y1]: Point, [x2, y2]: Point, head: number, side: 1 | -1): Point {
  const length = Math.min(head, Math.hypot(x2 - x1, y2 - y1))
  const angle = Math.atan2(y1 - y2, x1 - x2) + side * HEAD.angle
  return [x2 + length * Math.cos(angle), y2 + length * Math.sin(angle)]
}
