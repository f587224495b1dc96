import type { Subscription } from '@footnote/contract/nouns/plans.ts'
import { expect, test } from 'vitest'
import { lossesOf, overLimitFact, overLimitWords, periodWords, statusKind, wayTo } from './plan-words.ts'

test('a larger plan is an upgrade, a smaller one a downgrade', () => {
  expect(wayTo('FREE', 'PRO')).toBe('Upgrade')
  expect(wayTo('PRO', 'TEAM')).toBe('Upgrade')
  expect(wayTo('TEAM', 'PRO')).toBe('Downgrade')
  expect(wayTo('PRO', 'FREE')).toBe('Downgrade')
})

test('active is green, past due is yellow, every other status is grey', () => {
  expect(['active', 'past_due', 'downgrading', 'paused'].map(statusKind)).toEqual(['ok', 'warn', 'idle', 'idle'])
})

test('the end of a period renews the plan, or brings the one that was chosen', () => {
  const end = new Date(2026, 10, 30).getTime() / 1000
  const words = (current_period_end: number | null, next_plan: Subscription['next_plan']) =>
    periodWords({ current_period_end, next_plan } as Subscription)
  expect(words(end, null)).toBe('Renews on November 30, 2026')
  expect(words(end, 'FREE')).toBe('Becomes Free on November 30, 2026')
  expect(words(null, null)).toBeNull()
})

test('limits that are exceeded are named together, with what cannot be done', () => {
  const words = overLimitWords(['storage', 'seats'], false)
  expect(words).toContain('more storage and seats than its plan has')
  expect(words).toContain('Nothing is deleted')
  expect(words).toContain('You cannot invite anybody')
  expect(overLimitWords(['storage', 'seats'], true)).toMatch(/you have none.*Nothing is deleted.*Ask an admin/)
})

test('the banner says in one line which limit is exceeded', () => {
  expect(overLimitFact(['minutes'], false)).toBe('Your minutes are used up.')
  expect(overLimitFact(['storage', 'seats'], false)).toBe('Your plan is over its limits.')
  expect(overLimitFact(['seats'], true)).toBe('You have no seat in this plan.')
})

test('what is lost with a smaller plan is named, with what is over its limits', () => {
  const used = { storage_used: 7 * 1024 ** 3, seats_used: 3 } as Subscription['current_usage']
  expect(lossesOf('TEAM', 'FREE', used)).toEqual([
    '1,800 minutes a month, for 60 minutes once',
    '3 TB of storage, for 5 GB: you use 7 GB, so nothing can be added',
    '5 seats, for 1: 2 of your 3 people can then only watch and search',
    'unlimited retention: a collection can no longer be opened 30 days after it was made',
  ])
  expect(lossesOf('TEAM', 'PRO', { ...used, seats_used: 1 })).toEqual([
    '1,800 minutes a month, for 600 minutes a month',
    '3 TB of storage, for 1 TB',
    '5 seats, for 1',
  ])
})
