import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { expect, test } from 'vitest'
import { linkedPath, startTime } from './review-address.ts'

const of = (search: string) => startTime(new URLSearchParams(search))

test('an address names the start in seconds, with fractions, or as minutes and seconds', () => {
  expect(of('t=83')).toBe(83)
  expect(of('t=12.345')).toBe(12.345)
  expect(of('t=1:23')).toBe(83)
  expect(of('t=1:02:03')).toBe(3723)
})

test('other text is ignored', () => {
  for (const search of ['', 't=', 't=-4', 't=soon', 't=1e3', 't=NaN']) expect(of(search), search).toBeNull()
})

test('an address names the comments from a root down to the one that is meant, and no more than a thread has', () => {
  expect(linkedPath('root')).toEqual(['root'])
  expect(linkedPath('root,reply,answer')).toEqual(['root', 'reply', 'answer'])
  for (const none of [null, '', ',']) expect(linkedPath(none)).toEqual([])
  expect(linkedPath('x,'.repeat(1_000))).toHaveLength(1 + COMMENTS.depth)
})
