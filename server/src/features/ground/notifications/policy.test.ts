import { describe, expect, test } from 'vitest'
import { dueAfter, paceOf } from './policy.ts'

test('comments and replies that are mailed at once are gathered for a moment, and nothing else is', () => {
  expect([paceOf('COMMENT', 'at_once'), paceOf('REPLY', 'at_once')]).toEqual(['burst', 'burst'])
  expect([paceOf('MENTION', 'at_once'), paceOf('VERDICT', 'at_once')]).toEqual([null, null])
  expect([paceOf('COMMENT', 'daily'), paceOf('VERDICT', 'hourly')]).toEqual(['daily', 'hourly'])
})

test('a burst waits five minutes, and an hourly mail an hour', () => {
  const now = new Date('2026-11-29T21:35:10.500Z')
  expect(dueAfter('burst', now, null).toISOString()).toBe('2026-11-29T21:40:10.500Z')
  expect(dueAfter('hourly', now, null).toISOString()).toBe('2026-11-29T22:35:10.500Z')
})

describe('a daily mail comes at the next eight in the morning of its reader', () => {
  test.each([
    ['in UTC without a zone', null, '2026-11-29T21:35:00Z', '2026-11-30T08:00:00.000Z'],
    ['on the same day before eight', null, '2026-11-29T07:59:59Z', '2026-11-29T08:00:00.000Z'],
    ['a day later at eight', null, '2026-11-29T08:00:00Z', '2026-11-30T08:00:00.000Z'],
    ['east of UTC', 'Europe/Berlin', '2026-11-29T21:35:00Z', '2026-11-30T07:00:00.000Z'],
    [
      'west of UTC, where it is still yesterday',
      'America/Los_Angeles',
      '2026-11-30T03:00:00Z',
      '2026-11-30T16:00:00.000Z',
    ],
    ['where the next day has begun', 'Pacific/Auckland', '2026-11-29T12:00:00Z', '2026-11-29T19:00:00.000Z'],
    ['in a zone of half hours', 'Asia/Kolkata', '2026-11-29T21:35:00Z', '2026-11-30T02:30:00.000Z'],
    ['after a night in which clocks go forward', 'Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T06:00:00.000Z'],
    ['after a night in which clocks go back', 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T07:00:00.000Z'],
    ['over the end of a year', 'America/New_York', '2026-12-31T22:00:00Z', '2027-01-01T13:00:00.000Z'],
  ])('%s', (_what, zone, now, due) => {
    expect(dueAfter('daily', new Date(now), zone).toISOString()).toBe(due)
  })
})
