import { expect, test } from 'vitest'
import { before, bounds, moveByKey, moveHandle } from './move-handle.ts'

const all = { transcript: 0.3, video: 0.4, comments: 0.3 }
const first = { left: 'transcript', right: 'video' } as const
const second = { left: 'video', right: 'comments' } as const

test('one panel grows by as much as its neighbour shrinks, and the third keeps its size', () => {
  expect(moveHandle(all, first, 0.4)).toEqual({ transcript: 0.4, video: 0.3, comments: 0.3 })
  expect(moveHandle(all, second, 0.5)).toEqual({ transcript: 0.3, video: 0.5, comments: 0.2 })
})

test('no panel gets below a fifth of the width', () => {
  expect(moveHandle(all, first, 0)).toEqual({ transcript: 0.2, video: 0.5, comments: 0.3 })
  expect(moveHandle(all, first, 1)).toEqual({ transcript: 0.5, video: 0.2, comments: 0.3 })
  expect(bounds(all, second)).toEqual({ least: 0.2, most: 0.5 })
})

test('arrow keys move by a twentieth, Home and End to the limits, and steps add up', () => {
  expect(moveByKey(all, first, 'ArrowRight')).toEqual({ transcript: 0.35, video: 0.35, comments: 0.3 })
  expect(moveByKey(all, first, 'ArrowLeft')).toEqual({ transcript: 0.25, video: 0.45, comments: 0.3 })
  expect(moveByKey(all, first, 'Home')?.transcript).toBe(0.2)
  expect(moveByKey(all, first, 'End')?.transcript).toBe(0.5)
  expect(moveByKey(all, first, 'a')).toBeNull()
  let sizes = moveByKey(all, first, 'Home')!
  for (let press = 0; press < 6; press += 1) sizes = moveByKey(sizes, first, 'ArrowRight')!
  expect(sizes).toEqual({ transcript: 0.5, video: 0.2, comments: 0.3 })
})

test('a panel begins at the end of those before it', () => {
  expect(before(all, 'transcript')).toBe(0)
  expect(before(all, 'comments')).toBeCloseTo(0.7)
  expect(before({ video: 0.4, comments: 0.6 }, 'comments')).toBeCloseTo(0.4)
})
