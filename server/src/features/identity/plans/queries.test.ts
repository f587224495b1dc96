import { expect, test } from 'vitest'
import { monthlyPeriodStart } from './queries.ts'

test.each([
  ['on the first day', '2026-01-15T10:00:00Z', '2026-01-15T10:00:00Z', '2026-01-15T10:00:00Z'],
  ['a day before the month is over', '2026-01-15T10:00:00Z', '2026-02-15T09:59:59Z', '2026-01-15T10:00:00Z'],
  ['when the month is over', '2026-01-15T10:00:00Z', '2026-02-15T10:00:00Z', '2026-02-15T10:00:00Z'],
  ['across a year', '2025-11-30T00:00:00Z', '2026-03-10T00:00:00Z', '2026-02-28T00:00:00Z'],
  ['on a day that the month lacks', '2026-01-31T00:00:00Z', '2026-03-01T00:00:00Z', '2026-02-28T00:00:00Z'],
])('the period starts %s', (_when, first, now, expected) => {
  expect(monthlyPeriodStart(new Date(first), new Date(now))).toEqual(new Date(expected))
})
