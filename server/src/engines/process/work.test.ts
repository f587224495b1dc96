import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type TimedProcess, WorkLimit } from './work.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** @param seconds what the process has used at each look */
function limit(...seconds: number[]) {
  const looks = vi.fn(async () => seconds.shift() ?? null)
  const exceeded = vi.fn()
  const child: TimedProcess = { processorSeconds: looks }
  return { looks, exceeded, limit: new WorkLimit(child, 10_000, exceeded) }
}

test('a call that ends soon never asks for the times of processes', async () => {
  const { looks, limit: short } = limit(1, 2, 3)
  await vi.advanceTimersByTimeAsync(900)
  short.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).not.toHaveBeenCalled()
})

test('a process that works exceeds its limit by its work, however long that takes', async () => {
  const { exceeded } = limit(...Array.from({ length: 40 }, (_, look) => look / 2))
  await vi.advanceTimersByTimeAsync(21_000)
  expect(exceeded).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(exceeded).toHaveBeenCalledOnce()
})

test('a process that does nothing exceeds it by the clock', async () => {
  const { exceeded } = limit(...Array.from({ length: 40 }, () => 5))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(exceeded).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(exceeded).toHaveBeenCalledOnce()
})
