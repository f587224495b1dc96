import { expect, test } from 'vitest'
import { UploadSpeed } from './upload-speed.ts'

test('a steady connection gives its speed, without what was sent earlier', () => {
  const speed = new UploadSpeed(1_000, 0)
  expect(speed.measure(1_000, 0)).toBe(0)
  expect(speed.measure(1_100, 1_000)).toBe(100)
  expect(speed.measure(1_200, 2_000)).toBe(100)
})

test('the speed follows the last five seconds', () => {
  const speed = new UploadSpeed(0, 0)
  for (let second = 1; second <= 10; second += 1) speed.measure(second * 10, second * 1_000)
  let last = 0
  for (let second = 11; second <= 17; second += 1) last = speed.measure(100 + (second - 10) * 500, second * 1_000)
  expect(last).toBeCloseTo(500)
})
