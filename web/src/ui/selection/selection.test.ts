import { expect, test } from 'vitest'
import { extend, NO_SELECTION, toggle, without } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const ids = (selection: typeof NO_SELECTION) => [...selection.ids].sort()

test('a range starts at the last pressed video, in either direction, and adds to the selection', () => {
  const one = toggle(toggle(NO_SELECTION, 'e'), 'c')
  expect(ids(extend(one, 'a', order))).toEqual(['a', 'b', 'c', 'e'])
  expect(ids(extend(extend(one, 'a', order), 'd', order))).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a range without a start, or from a hidden video, selects one video', () => {
  expect(ids(extend(NO_SELECTION, 'b', order))).toEqual(['b'])
  expect(ids(extend(toggle(NO_SELECTION, 'z'), 'b', order))).toEqual(['b', 'z'])
})

test('a video that is pressed again, or is gone, leaves the selection', () => {
  expect(ids(toggle(toggle(NO_SELECTION, 'a'), 'a'))).toEqual([])
  expect(ids(without(extend(toggle(NO_SELECTION, 'a'), 'c', order), ['b']))).toEqual(['a', 'c'])
})
