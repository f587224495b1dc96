import { expect, test } from 'vitest'
import { insideFilm, isTidy, readMoment, withMoment } from './moment-address.ts'

const read = (search: string) => readMoment(new URLSearchParams(search))

test('an address names a film and a part of it in seconds', () => {
  expect(read('q=IPA&m=4f0c-1a&t=72-81.04')).toEqual({
    video_id: '4f0c-1a',
    range: { start_time: 72, end_time_exclusive: 81.04 },
  })
  expect(read('m=4f0c-1a')).toEqual({ video_id: '4f0c-1a', range: null })
  expect(read('q=IPA')).toBeNull()
})

test.each([
  ['no number', 'one-two'],
  ['the out before the in', '81-72'],
  ['an empty part', '72-72'],
  ['a negative in', '-3-8'],
  ['one time', '72'],
  ['an exponent', '1e3-2e3'],
  ['no finite number', '0-Infinity'],
  ['nothing', ''],
])('%s is no part of a film', (_what, t) => {
  expect(readMoment(new URLSearchParams({ m: 'a', t }))).toEqual({ video_id: 'a', range: null })
})

test.each(['', '../admin', 'a b', '<b>', 'x'.repeat(65)])('%j is no film', (m) => {
  expect(readMoment(new URLSearchParams({ m, t: '1-2' }))).toBeNull()
})

test('a moment goes into an address and out of it, and everything else stays', () => {
  const search = new URLSearchParams('q=IPA+on+tap&similar=v%4012.5&options=VISUAL')
  const moment = { video_id: 'a', range: { start_time: 72, end_time_exclusive: 81.0333333 } }
  const named = withMoment(search, moment)
  expect(named).toBe('?q=IPA+on+tap&similar=v@12.5&options=VISUAL&m=a&t=72-81.033')
  expect(withMoment(new URLSearchParams(named), null)).toBe('?q=IPA+on+tap&similar=v@12.5&options=VISUAL')
  expect(withMoment(new URLSearchParams('m=a&t=1-2'), null)).toBe('')
})

test('what does not name a moment is cleared', () => {
  expect(isTidy(new URLSearchParams('q=a&m=b&t=1-2.5'))).toBe(true)
  expect(isTidy(new URLSearchParams('q=a'))).toBe(true)
  expect(isTidy(new URLSearchParams('q=a&m=b&t=2-1'))).toBe(false)
  expect(isTidy(new URLSearchParams('q=a&t=1-2'))).toBe(false)
  expect(isTidy(new URLSearchParams('q=a&m=b/c'))).toBe(false)
  expect(isTidy(new URLSearchParams('m=b&t=01-2.50'))).toBe(false)
})

test('a part beyond the end of a film becomes its last part', () => {
  expect(insideFilm({ start_time: 10, end_time_exclusive: 14 }, 60)).toEqual({ start_time: 10, end_time_exclusive: 14 })
  expect(insideFilm({ start_time: 58, end_time_exclusive: 64 }, 60)).toEqual({ start_time: 58, end_time_exclusive: 60 })
  expect(insideFilm({ start_time: 900, end_time_exclusive: 904 }, 60)).toEqual({
    start_time: 56,
    end_time_exclusive: 60,
  })
  expect(insideFilm({ start_time: 0, end_time_exclusive: 904 }, 60)).toEqual({ start_time: 0, end_time_exclusive: 60 })
  expect(insideFilm({ start_time: 100, end_time_exclusive: 904 }, 60)).toEqual({
    start_time: 0,
    end_time_exclusive: 60,
  })
  // A film whose length is unknown.
  expect(insideFilm({ start_time: 900, end_time_exclusive: 904 }, 0)).toEqual({
    start_time: 900,
    end_time_exclusive: 904,
  })
})
