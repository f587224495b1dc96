import { largest, smallest } from '../extremes.ts'
import type { Drawing, Shape, Tool } from './drawing.ts'

/** The name of one shape, and of several. */
const NAMES: Readonly<Record<Tool, readonly [one: string, several: string]>> = {
  pen: ['a line', 'lines'],
  arrow: ['an arrow', 'arrows'],
  rect: ['a rectangle', 'rectangles'],
  ellipse: ['an ellipse', 'ellipses'],
  text: ['a text', 'texts'],
}

const COUNTS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function named(tool: Tool, shapes: readonly Shape[]): string {
  const [one, several] = NAMES[tool]
  const same = shapes.filter(({ t }) => t === tool)
  const words = same.flatMap((shape) => (shape.t === 'text' ? [`“${shape.text}”`] : []))
  const said = words.length > 0 ? ` ${words.join(', ')}` : ''
  return (same.length === 1 ? one : `${COUNTS[same.length] ?? same.length} ${several}`) + said
}

/** What a drawing consists of, in the order of its first shapes: 'an arrow and two rectangles'. */
export function nameShapes({ shapes }: Drawing): string {
  const names = [...new Set(shapes.map(({ t }) => t))].map((tool) => named(tool, shapes))
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}

/** From this share of width and height on, a drawing has no one place. */
const ALL_OVER = 0.8

const third = (value: number, names: readonly [string, string, string]): string =>
  names[value < 1 / 3 ? 0 : value <= 2 / 3 ? 1 : 2]

/** Where in the picture a drawing is, by the middle of everything in it: 'upper right'. */
function placeOf({ shapes }: Drawing): string {
  const places = shapes.flatMap(({ p }) => p)
  const [xs, ys] = [0, 1].map((side) => places.filter((_, index) => index % 2 === side)) as [number[], number[]]
  const [left, right] = [smallest(xs), largest(xs)]
  const [top, bottom] = [smallest(ys), largest(ys)]
  if (right - left > ALL_OVER && bottom - top > ALL_OVER) return 'all over the picture'
  const across = third((left + right) / 2, ['left', 'middle', 'right'])
  const down = third((top + bottom) / 2, ['upper', '', 'lower'])
  return `${down} ${across}`.trim()
}

/** A drawing in words, for people who do not see it: 'Drawing: an arrow and a rectangle, upper right'. */
export const describeDrawing = (drawing: Drawing): string => `Drawing: ${nameShapes(drawing)}, ${placeOf(drawing)}`
