import {
  DRAWING_COLOURS,
  type DrawingColour,
  NewDrawing,
  type Shape,
  shareOf,
  type Tool,
} from '@footnote/contract/shared/drawing/drawing.ts'
import { simplified } from './simplify.ts'

/** A place in the picture, in shares of its width and height. */
export interface PicturePoint {
  readonly x: number
  readonly y: number
}

/**
 * Line widths and heights of letters to choose from, as shares of the picture's longer side: on a portrait picture, shares
 * of its width would be too thin to read.
 */
const WIDTHS = [0.0025, 0.005, 0.01, 0.015, 0.025] as const
const LETTERS = [0.02, 0.03, 0.045, 0.06, 0.09] as const
export const WIDTH_COUNT = WIDTHS.length
/** A press that moves less than this, as a share of the picture, draws no shape of two points. */
const TAP = 0.004

export const TOOLS = ['pen', 'arrow', 'rect', 'ellipse', 'text'] as const satisfies readonly Tool[]
export const TOOL_NAMES: Readonly<Record<Tool, string>> = {
  pen: 'Pen',
  arrow: 'Arrow',
  rect: 'Rectangle',
  ellipse: 'Ellipse',
  text: 'Text',
}

/** Everything about a drawing in the making. */
export interface Sketching {
  readonly shapes: readonly Shape[]
  /** Earlier shapes for undo, and undone ones for redo; the latest last. */
  readonly past: readonly (readonly Shape[])[]
  readonly future: readonly (readonly Shape[])[]
  readonly tool: Tool
  readonly colour: DrawingColour
  /** Index of the line width. */
  readonly width: number
  /** The picture's longer side in widths, 1 or more. */
  readonly longest: number
  /** The shape under the pointer, or between two points that the keyboard sets. */
  readonly making: Exclude<Shape, { t: 'text' }> | null
  /** Where a text is being written. */
  readonly writing: PicturePoint | null
  /** Place of the keyboard's crosshair; null until the keyboard is used. */
  readonly crosshair: PicturePoint | null
  /** What happened last, for screen readers. */
  readonly said: string
  /** Why the last shape was not added, or null. */
  readonly refused: string | null
}

/** @param size of the picture, in any unit */
export const sketchingOf = (
  shapes: readonly Shape[],
  { width, height }: { readonly width: number; readonly height: number },
): Sketching => ({
  shapes,
  past: [],
  future: [],
  tool: 'arrow',
  colour: 'yellow',
  width: 1,
  longest: Math.max(1, height / width),
  making: null,
  writing: null,
  crosshair: null,
  said: '',
  refused: null,
})

export type Act =
  | { readonly act: 'tool'; readonly tool: Tool }
  | { readonly act: 'colour'; readonly colour: DrawingColour }
  | { readonly act: 'width'; readonly by: 1 | -1 }
  | { readonly act: 'begin'; readonly at: PicturePoint }
  | { readonly act: 'drag'; readonly to: readonly PicturePoint[] }
  | { readonly act: 'move'; readonly x: number; readonly y: number }
  | { readonly act: 'write'; readonly text: string }
  | { readonly act: 'finish' | 'cancel' | 'point' | 'undo' | 'redo' | 'delete' }

const inside = (share: number): number => shareOf(Math.max(0, Math.min(1, share)))

/** The next state of a sketch. */
export function sketch(state: Sketching, act: Act): Sketching {
  switch (act.act) {
    case 'tool':
      return { ...finished(state), tool: act.tool, writing: null, said: TOOL_NAMES[act.tool] }
    case 'colour':
      return { ...state, colour: act.colour, said: act.colour }
    case 'width': {
      const width = Math.max(0, Math.min(WIDTHS.length - 1, state.width + act.by))
      return { ...state, width, said: `Width ${width + 1} of ${WIDTHS.length}` }
    }
    case 'begin':
      return begun(state, { x: inside(act.at.x), y: inside(act.at.y) })
    case 'drag':
      return act.to.reduce((next, { x, y }) => dragged(next, { x: inside(x), y: inside(y) }, true), state)
    case 'move':
      return moved(state, act)
    case 'point':
      return pointSet(state)
    case 'finish':
      return finished(state)
    case 'cancel':
      return { ...state, making: null, writing: null, said: '' }
    case 'write':
      return written(state, act.text)
    case 'delete':
      return state.shapes.length === 0 ? state : changed(state, state.shapes.slice(0, -1), 'Last shape deleted')
    case 'undo':
      return undone(state)
    case 'redo':
      return redone(state)
  }
}

const changed = (state: Sketching, shapes: readonly Shape[], said: string): Sketching => ({
  ...state,
  shapes,
  past: [...state.past, state.shapes],
  future: [],
  making: null,
  said,
  refused: null,
})

function undone(state: Sketching): Sketching {
  // What is not finished is undone first.
  if (state.making) return { ...state, making: null, said: 'Undone' }
  const shapes = state.past.at(-1)
  if (!shapes) return state
  return { ...state, shapes, past: state.past.slice(0, -1), future: [...state.future, state.shapes], said: 'Undone' }
}

function redone(state: Sketching): Sketching {
  const shapes = state.future.at(-1)
  if (!shapes) return state
  return { ...state, shapes, past: [...state.past, state.shapes], future: state.future.slice(0, -1), said: 'Redone' }
}

/** Adds a shape, if the drawing stays within its limits. */
function added(state: Sketching, shape: Shape): Sketching {
  const shapes = [...state.shapes, shape]
  const { success, error } = NewDrawing.safeParse({ v: 1, shapes })
  if (success) return changed(state, shapes, `${TOOL_NAMES[shape.t]} drawn`)
  const refused = error.issues[0]?.message ?? 'This drawing is too large'
  return { ...state, making: null, said: refused, refused }
}

function begun(state: Sketching, { x, y }: PicturePoint): Sketching {
  const { tool, colour: c } = state
  if (tool === 'text') return { ...state, writing: { x, y }, crosshair: state.crosshair && { x, y } }
  const w = shareOf((WIDTHS[state.width] ?? WIDTHS[0]) * state.longest)
  const making = tool === 'pen' ? { t: tool, c, w, p: [x, y] } : { t: tool, c, w, p: [x, y, x, y] }
  return { ...state, making, refused: null }
}

/** @param along whether a pen draws there; otherwise its line waits for the next point */
function dragged(state: Sketching, { x, y }: PicturePoint, along: boolean): Sketching {
  const { making } = state
  if (!making) return state
  if (making.t !== 'pen') return { ...state, making: { ...making, p: [...making.p.slice(0, 2), x, y] } }
  const [beforeX, beforeY] = making.p.slice(-2)
  if (!along || (beforeX === x && beforeY === y)) return state
  return { ...state, making: { ...making, p: [...making.p, x, y] } }
}

function finished(state: Sketching): Sketching {
  const { making } = state
  if (!making) return state
  if (making.t === 'pen') return added(state, { ...making, p: simplified(making.p) })
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = making.p
  const isTap = Math.abs(x2 - x1) < TAP && Math.abs(y2 - y1) < TAP
  return isTap ? { ...state, making: null } : added(state, making)
}

function written(state: Sketching, text: string): Sketching {
  const { writing, colour: c } = state
  if (!writing || text.trim() === '') return { ...state, writing: null }
  const s = shareOf(lettersOf(state))
  return { ...added(state, { t: 'text', c, s, p: [writing.x, writing.y], text: text.trim() }), writing: null }
}

const CENTRE: PicturePoint = { x: 0.5, y: 0.5 }
const percent = (share: number): string => `${Math.round(share * 100)} %`

function moved(state: Sketching, by: PicturePoint): Sketching {
  const { x, y } = state.crosshair ?? CENTRE
  const crosshair = { x: inside(x + by.x), y: inside(y + by.y) }
  const said = `${percent(crosshair.x)} from the left, ${percent(crosshair.y)} from the top`
  return dragged({ ...state, crosshair, said }, crosshair, false)
}

function pointSet(state: Sketching): Sketching {
  const crosshair = state.crosshair ?? CENTRE
  if (!state.making) {
    const said = state.tool === 'text' ? 'Write the text' : 'First point set'
    return { ...begun({ ...state, crosshair }, crosshair), said }
  }
  const next = dragged({ ...state, crosshair }, crosshair, true)
  return state.making.t === 'pen' ? { ...next, said: 'Point set. Enter ends the line' } : finished(next)
}

/** Height of letters for the chosen width, as a share of the picture's width. */
export const lettersOf = ({ width, longest }: Pick<Sketching, 'width' | 'longest'>): number =>
  (LETTERS[width] ?? LETTERS[0]) * longest

/** The colour of a number key, from 1. */
export const colourAt = (number: number): DrawingColour | undefined => DRAWING_COLOURS[number - 1]
