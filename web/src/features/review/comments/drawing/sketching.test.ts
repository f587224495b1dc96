import type { Shape } from '@footnote/contract/shared/drawing/drawing.ts'
import { describe, expect, test } from 'vitest'
import { type Act, type Sketching, sketch, sketchingOf } from './sketching.ts'

const WIDE = { width: 1920, height: 1080 }
const after = (...acts: Act[]): Sketching => acts.reduce(sketch, sketchingOf([], WIDE))
const at = (x: number, y: number): Act => ({ act: 'begin', at: { x, y } })
const to = (...places: [number, number][]): Act => ({ act: 'drag', to: places.map(([x, y]) => ({ x, y })) })
const move = (x: number, y: number): Act => ({ act: 'move', x, y })
const [finish, point, undo, redo] = (['finish', 'point', 'undo', 'redo'] as const).map((act) => ({ act })) as Act[]
const arrow: Shape = { t: 'arrow', c: 'yellow', w: 0.005, p: [0.1, 0.1, 0.4, 0.5] }

describe('a pointer', () => {
  test('draws a shape between two points, which stay inside the picture and have four decimals', () => {
    const { shapes } = after(at(0.123456, -0.2), to([0.5, 0.5], [1.7, 0.9]), finish!)
    expect(shapes).toEqual([{ ...arrow, p: [0.1235, 0, 1, 0.9] }])
  })

  test('that hardly moves draws nothing', () => {
    expect(after(at(0.5, 0.5), to([0.501, 0.5]), finish!)).toMatchObject({ shapes: [], making: null })
  })

  test('draws a line by hand with the points that it needs', () => {
    const straight = Array.from({ length: 101 }, (_, step): [number, number] => [step / 200, step / 100])
    const { shapes } = after({ act: 'tool', tool: 'pen' }, at(0, 0), to(...straight, [0.5, 0]), finish!)
    expect(shapes).toEqual([{ t: 'pen', c: 'yellow', w: 0.005, p: [0, 0, 0.5, 1, 0.5, 0] }])
  })

  test('that is cancelled leaves the drawing as it was', () => {
    expect(after(at(0.1, 0.1), to([0.4, 0.5]), { act: 'cancel' })).toMatchObject({ shapes: [], past: [], making: null })
  })
})

describe('the keyboard', () => {
  test('sets both points of a shape from the middle, or each point of a line until Enter', () => {
    const far = move(0.1, 0.1)
    expect(after(point!, far, point!).shapes).toEqual([{ ...arrow, p: [0.5, 0.5, 0.6, 0.6] }])
    const pen = after({ act: 'tool', tool: 'pen' }, point!, far, point!, move(0.1, 0), point!)
    expect(pen.shapes).toEqual([])
    expect(sketch(pen, finish!).shapes).toMatchObject([{ t: 'pen', p: [0.5, 0.5, 0.6, 0.6, 0.7, 0.6] }])
  })

  test('says where the crosshair is, and what was drawn', () => {
    expect(after(move(-0.1, 0.01)).said).toBe('40 % from the left, 51 % from the top')
    expect(after(point!, move(0.1, 0), point!).said).toBe('Arrow drawn')
  })
})

test('undo and redo go through the shapes; a new shape ends redo', () => {
  const two = after(at(0.1, 0.1), to([0.4, 0.5]), finish!, at(0.2, 0.1), to([0.4, 0.5]), finish!)
  const one = sketch(two, undo!)
  expect(one.shapes).toEqual([arrow])
  expect(sketch(one, redo!).shapes).toEqual(two.shapes)
  const other = [at(0.3, 0.1), to([0.4, 0.5]), finish!].reduce((state, act) => sketch(state, act), one)
  expect(sketch(other, redo!)).toBe(other)
  expect(sketch(sketch(sketch(other, undo!), undo!), undo!).shapes).toEqual([])
  expect(sketch(two, { act: 'delete' }).shapes).toEqual([arrow])
})

test('a text without words is none, and the next colour and size are those of the next shape', () => {
  const written = [
    { act: 'tool', tool: 'text' },
    { act: 'colour', colour: 'red' },
    { act: 'width', by: 1 },
  ] as const
  expect(after(...written, at(0.2, 0.3), { act: 'write', text: '  ' }).shapes).toEqual([])
  const text = { t: 'text', c: 'red', s: 0.045, p: [0.2, 0.3], text: 'Here' }
  expect(after(...written, at(0.2, 0.3), { act: 'write', text: ' Here ' }).shapes).toEqual([text])
})

test('a shape beyond the limits is refused, and says why', () => {
  const full = sketch(sketchingOf(Array(200).fill(arrow), WIDE), at(0.1, 0.1))
  const refused = sketch(sketch(full, to([0.4, 0.5])), finish!)
  expect(refused.shapes).toHaveLength(200)
  expect(refused.refused).toBe('A drawing has at most 200 shapes')
})

test('on a portrait picture lines and letters are as large as on a wide one of the same long side', () => {
  const begun = sketchingOf([], { width: 1080, height: 1920 })
  const drawn = [at(0.1, 0.1), { act: 'drag', to: [{ x: 0.5, y: 0.5 }] }, { act: 'finish' }] as const
  const line = drawn.reduce(sketch, begun).shapes[0]
  const text = ([{ act: 'tool', tool: 'text' }, at(0.1, 0.1), { act: 'write', text: 'Higher' }] as const).reduce(
    sketch,
    begun,
  ).shapes[0]
  expect(line).toMatchObject({ t: 'arrow', w: 0.0089 })
  expect(text).toMatchObject({ t: 'text', s: 0.0533 })
})
