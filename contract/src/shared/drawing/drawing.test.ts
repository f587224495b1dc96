import { describe, expect, test } from 'vitest'
import { type Drawing, NewDrawing, type Shape } from './drawing.ts'
import { describeDrawing, nameShapes } from './drawing-words.ts'

const arrow: Shape = { t: 'arrow', c: 'yellow', w: 0.005, p: [0.7, 0.4, 0.9, 0.1] }
const rectangle: Shape = { t: 'rect', c: 'red', w: 0.005, p: [0.8, 0.1, 0.95, 0.3] }
const text: Shape = { t: 'text', c: 'white', s: 0.04, p: [0.1, 0.9], text: 'Here' }
const pen = (points: number): Shape => ({ t: 'pen', c: 'blue', w: 0.01, p: Array(2 * points).fill(0.5) })
const drawing = (...shapes: Shape[]): Drawing => ({ v: 1, shapes })
const accepts = (value: unknown) => NewDrawing.safeParse(value).success

describe('a drawing is described', () => {
  test('by its shapes and its place', () => {
    expect(describeDrawing(drawing(arrow, rectangle))).toBe('Drawing: an arrow and a rectangle, upper right')
    expect(describeDrawing(drawing(text))).toBe('Drawing: a text “Here”, lower left')
    expect(describeDrawing(drawing({ ...rectangle, p: [0.4, 0.4, 0.6, 0.6] }))).toBe('Drawing: a rectangle, middle')
    expect(describeDrawing(drawing({ ...rectangle, p: [0, 0, 1, 1] }))).toBe(
      'Drawing: a rectangle, all over the picture',
    )
  })

  test('with the number of equal shapes', () => {
    expect(nameShapes(drawing(arrow, rectangle, arrow))).toBe('two arrows and a rectangle')
    expect(nameShapes(drawing(...Array(11).fill(pen(2))))).toBe('11 lines')
    expect(nameShapes(drawing(arrow, rectangle, { ...rectangle, t: 'ellipse' }))).toBe(
      'an arrow, a rectangle and an ellipse',
    )
  })
})

test('places keep four decimals', () => {
  const [shape] = NewDrawing.parse(drawing({ ...arrow, p: [0.123456, 1 / 3, 0, 1] })).shapes
  expect(shape?.p).toEqual([0.1235, 0.3333, 0, 1])
})

test('a drawing at each limit is accepted, and one beyond is not', () => {
  expect(accepts(drawing(...Array(200).fill(arrow)))).toBe(true)
  expect(accepts(drawing(...Array(201).fill(arrow)))).toBe(false)
  expect(accepts(drawing(pen(2000)))).toBe(true)
  expect(accepts(drawing(pen(2001)))).toBe(false)
  expect(accepts(drawing({ ...text, text: 'x'.repeat(200) }))).toBe(true)
  expect(accepts(drawing({ ...text, text: 'x'.repeat(201) }))).toBe(false)
  // Each of these lines is allowed; together they are more than 64 KB.
  expect(accepts(drawing(...Array(4).fill(pen(2000))))).toBe(true)
  expect(accepts(drawing(...Array(5).fill(pen(2000))))).toBe(false)
  expect(accepts(drawing())).toBe(false)
})
