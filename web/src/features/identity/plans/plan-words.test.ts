import type { Subscription } from '@footnote/contract/nouns/identity/plans.ts'
import { expect, test } from 'vitest'
import { lossesOf, overLimitFact, overLimitLines, periodWords, statusKind, wayTo } from './plan-words.ts'

test('a larger plan is an upgrade, a smaller one a downgrade', () => {
  expect(wayTo('FREE', 'PRO')).toBe('Upgrade')
  expect(wayTo('PRO', 'TEAM')).toBe('Upgrade')
  expect(wayTo('TEAM', 'PRO')).toBe('Downgrade')
  expect(wayTo('PRO', 'FREE')).toBe('Downgrade')
})

test('active is green, past due is yellow, every other status is grey', () => {
  expect(['active', 'past_due', 'downgrading', 'paused'].map(statusKind)).toEqual(['ok', 'warn', 'idle', 'idle'])
})

test('the end of a period renews the plan, or brings the chosen one', () => {
  const end = new Date(2026, 10, 30).getTime() / 1000
  const words = (current_period_end: number | null, next_plan: Subscription['next_plan']) =>
    periodWords({ current_period_end, next_plan } as Subscription)
  expect(words(end, null)).toBe('Renews on November 30, 2026')
  expect(words(end, 'FREE')).toBe('Becomes Free on November 30, 2026')
  expect(words(null, null)).toBeNull()
})

test('exceeded limits are named together, with their consequences', () => {
  expect(overLimitLines(['storage', 'seats'], false)).toEqual([
    'Your company uses more storage and seats than its plan has. Nothing is deleted.',
    'Delete videos or choose a larger plan to add more.',
    'You cannot invite anybody. Members without a seat can only watch and search.',
  ])
  expect(overLimitLines(['storage', 'seats'], true)).toEqual([
    'Your company has too few seats, and you have none. Nothing is deleted.',
    'You can watch and search everything, but change nothing. Ask an admin for a larger plan.',
  ])
})

test('the banner says in one line which limit is exceeded', () => {
  expect(overLimitFact(['minutes'], false)).toBe('Your minutes are used up.')
  expect(overLimitFact(['storage', 'seats'], false)).toBe('Your plan is over its limits.')
  expect(overLimitFact(['seats'], true)).toBe('You have no seat in this plan.')
})

test('the losses of a smaller plan are named, including usage above its limits', () => {
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
