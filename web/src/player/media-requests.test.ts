import { expect, test } from 'vitest'
import { timeOfFrame } from './media-requests.ts'

const film = { num: 24_000, den: 1_001 }

test('one step lands in the middle of the neighbouring frame', () => {
  expect(timeOfFrame(0, 1, { num: 25, den: 1 })).toBeCloseTo(0.06, 9)
  expect(timeOfFrame(0.06, -1, { num: 25, den: 1 })).toBeCloseTo(0.02, 9)
})

test('a thousand steps at a fractional rate never skip or repeat a frame', () => {
  let time = 0
  for (let frame = 1; frame <= 1_000; frame += 1) {
    time = timeOfFrame(time, 1, film)
    expect(Math.floor((time * film.num) / film.den)).toBe(frame)
  }
})

test('there is no frame before the first', () => {
  expect(timeOfFrame(0.01, -1, { num: 25, den: 1 })).toBeCloseTo(0.02, 9)
})
