import { afterEach, expect, test, vi } from 'vitest'
import { drawnCases } from './drawn-cases.ts'

const family = Array.from({ length: 100 }, (_, at) => at)
afterEach(() => vi.unstubAllEnvs())

test('a run draws a third of a family in its order, and a seed draws the same cases again', () => {
  vi.stubEnv('CASES_SEED', '7')
  const drawn = drawnCases(family)
  expect(drawn).toHaveLength(34)
  expect(drawn).toEqual([...drawn].sort((a, b) => a - b))
  expect(drawnCases(family)).toEqual(drawn)
  vi.stubEnv('CASES_SEED', '8')
  expect(drawnCases(family)).not.toEqual(drawn)
})

test('runs without a seed meet every case', () => {
  vi.stubEnv('CASES_SEED', undefined)
  const met = new Set<number>()
  // A case that 200 runs miss has a chance of 1 in 10 to the 35th.
  for (let runs = 0; runs < 200; runs += 1) for (const one of drawnCases(family)) met.add(one)
  expect(met.size).toBe(family.length)
})

test('a run of all cases leaves none out', () => {
  vi.stubEnv('CASES', 'all')
  expect(drawnCases(family)).toEqual(family)
})
