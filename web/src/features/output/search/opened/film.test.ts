import { expect, test } from 'vitest'
import { aMatch } from '../../../../../../seed/answers/search.ts'
import { isSamePart, matchesIn, matchOf, neighbours } from './film.ts'

const [first, second, third] = [aMatch('a', 3), aMatch('a', 20), aMatch('a', 23)]
const matches = [third, aMatch('b', 20), first, second]
const opened = (start_time: number, end_time_exclusive: number, found_at: number | null = null) => ({
  video_id: 'a',
  range: { start_time, end_time_exclusive },
  found_at,
  pushed: false,
})

test('a link finds the match that is most like its times, whatever its rank', () => {
  expect(matchOf(matches, opened(20, 25))).toBe(second)
  expect(matchOf(matches, opened(22.8, 28))).toBe(third)
  expect(matchOf(matches, opened(5, 6))).toBe(first)
  expect(matchOf(matches, opened(30, 40))).toBeNull()
  expect(matchOf(matches, { ...opened(20, 25), video_id: 'c' })).toBeNull()
  expect(matchOf(matches, { ...opened(20, 25), range: null })).toBeNull()
})

test('a clip that was trimmed away from its match keeps it, until the search no longer finds the match', () => {
  expect(matchOf(matches, opened(40, 45, 3))).toBe(first)
  expect(matchOf([second], opened(40, 45, 3))).toBeNull()
  expect(matchOf([second], opened(21, 25, 3))).toBe(second)
})

test('the matches of a film are in order of time, and lead to each other', () => {
  const own = matchesIn(matches, 'a')
  expect(own).toEqual([first, second, third])
  expect(neighbours(own, second, 0)).toEqual({ previous: first, next: third })
  expect(neighbours(own, first, 0)).toEqual({ previous: undefined, next: second })
  expect(neighbours(own, null, 22)).toEqual({ previous: second, next: third })
  expect(neighbours(own, null, 50)).toEqual({ previous: third, next: undefined })
})

test('times that an address rounded are the same', () => {
  expect(
    isSamePart({ start_time: 11.0333333, end_time_exclusive: 14 }, { start_time: 11.033, end_time_exclusive: 14 }),
  ).toBe(true)
  expect(isSamePart({ start_time: 11, end_time_exclusive: 14 }, { start_time: 11, end_time_exclusive: 14.04 })).toBe(
    false,
  )
})
