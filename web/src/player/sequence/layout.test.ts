import { timingFrom } from '@footnote/contract/shared/frames.ts'
import { expect, test } from 'vitest'
import { layOut, type Piece, pieceFrameAt, timeOf } from './layout.ts'

const piece = (id: string, first: number, end_exclusive: number, num = 25, den = 1): Piece => {
  const timing = timingFrom({ num, den }, null)
  if (!timing) throw new Error('A rate is a timing')
  return { id, video_id: id, src: `${id}.mp4`, timing, first, end_exclusive, storyboard: null, sheets: [], label: id }
}

test('pieces of one rate are one video of that rate', () => {
  const layout = layOut([piece('a', 100, 150), piece('b', 10, 35)])
  expect([layout.duration, layout.timing]).toEqual([3, { rate: { num: 25, den: 1 }, times: null }])
  expect(pieceFrameAt(layout, 0)).toEqual({ index: 0, frame: 100 })
  expect(pieceFrameAt(layout, 1.99)).toEqual({ index: 0, frame: 149 })
  expect(pieceFrameAt(layout, 2)).toEqual({ index: 1, frame: 10 })
  expect(pieceFrameAt(layout, 99)).toEqual({ index: 1, frame: 34 })
})

test('every frame of pieces of several rates is found at its own time', () => {
  const layout = layOut([
    piece('a', 5, 9),
    piece('b', 900, 907, 30_000, 1001),
    piece('c', 0, 1, 50),
    piece('d', 7, 12, 24),
  ])
  expect(layout.timing?.times).toHaveLength(17)
  for (const [index, { first, end_exclusive }] of layout.pieces.entries())
    for (let frame = first; frame < end_exclusive; frame += 1)
      expect(pieceFrameAt(layout, timeOf(layout, { index, frame }) + 0.004)).toEqual({ index, frame })
})

test('without pieces there is no frame', () => {
  expect(pieceFrameAt(layOut([]), 0)).toBeNull()
  expect(layOut([])).toMatchObject({ duration: 0, timing: null })
})
