import { expect, test } from 'vitest'
import { timesOf } from './times.ts'

const film = { rate: { num: 25, den: 1 }, times: null }
const hour = { start: 90_000, drop_frame: false }

test('minutes and seconds are as they always were', () => {
  const times = timesOf(film, hour, 'time')
  expect([times.at(62.08), times.entry(62.08), times.length(70)]).toEqual(['1:02', '01:02', '1:10'])
  expect([
    times.place({ start_time: 62, end_time_inclusive: null }),
    times.place({ start_time: 62, end_time_inclusive: 62.36 }),
  ]).toEqual(['1:02', '1:02 – 1:02'])
})

test('a range says both of its frames, a comment as well as a match', () => {
  for (const [format, from, to] of [
    ['frames', '50', '59'],
    ['smpte', '01:00:02:00', '01:00:02:09'],
  ] as const) {
    const times = timesOf(film, hour, format)
    expect(times.place({ start_time: 2, end_time_inclusive: 2.36 })).toBe(`${from} – ${to}`)
    expect(times.span({ start_time: 2, end_time_exclusive: 2.4 })).toBe(`${from} – ${to}`)
    expect(times.place({ start_time: 2, end_time_inclusive: null })).toBe(from)
    expect([times.at(2.01), times.entry(2.01), times.frame(50), times.length(2.04)]).toEqual([from, from, from, from])
    expect(times.parse(to)).toBe(59)
  }
})

test('a video without known frames has minutes and seconds, whatever was chosen', () => {
  const times = timesOf(null, null, 'smpte')
  expect([times.format, times.at(62), times.parse('1:02')]).toEqual(['time', '1:02', null])
})
