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

test('a draw has a case of every kind, however few there are', () => {
  const kindsOf = (one: number) => [one % 10 === 9 ? `rare ${one}` : 'frequent', one < 50 ? 'low' : 'high']
  for (let runs = 0; runs < 50; runs += 1) {
    const drawn = drawnCases(family, { kindsOf })
    expect(drawn).toHaveLength(34)
    expect(new Set(drawn.flatMap(kindsOf))).toEqual(new Set(family.flatMap(kindsOf)))
  }
  expect(drawnCases(family, { kindsOf: (one) => [`${one >> 1}`] })).toHaveLength(50)
  expect(drawnCases(family, { kindsOf, share: 1 / 5 })).toHaveLength(20)
})

test('a run of all cases leaves none out', () => {
  vi.stubEnv('CASES', 'all')
  expect(drawnCases(family)).toEqual(family)
})
