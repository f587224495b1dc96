import { expect, test } from 'vitest'
import { UploadSpeed } from './upload-speed.ts'

test('a steady connection gives its speed and the remaining time', () => {
  const speed = new UploadSpeed(1_000, 0)
  expect(speed.measure(0, 0)).toEqual({ speed: 0, remaining: null })
  expect(speed.measure(100, 1_000)).toEqual({ speed: 100, remaining: 9 })
  expect(speed.measure(200, 2_000)).toEqual({ speed: 100, remaining: 8 })
})

test('the speed follows the last five seconds', () => {
  const speed = new UploadSpeed(10_000, 0)
  for (let second = 1; second <= 10; second += 1) speed.measure(second * 10, second * 1_000)
  let last = { speed: 0, remaining: null as number | null }
  for (let second = 11; second <= 17; second += 1) last = speed.measure(100 + (second - 10) * 500, second * 1_000)
  expect(last.speed).toBeCloseTo(500)
})
