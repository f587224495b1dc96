import { describe, expect, test } from 'vitest'
import {
  formatDate,
  formatDuration,
  formatEntry,
  formatExact,
  formatFileSize,
  formatMilliseconds,
  formatMoment,
  formatPosition,
  formatRange,
  formatRelative,
  formatRemaining,
  formatSpeed,
  formatStorage,
  formatTimecode,
  parseEntry,
  parsePosition,
  progressPercent,
} from './timecode.ts'

test('a position is m:ss, and h:mm:ss from an hour on', () => {
  expect([0, 59.99, 60, 3599, 3600, 24_490].map(formatTimecode)).toEqual([
    '0:00',
    '0:59',
    '1:00',
    '59:59',
    '1:00:00',
    '6:48:10',
  ])
  expect([-3, Number.NaN, Number.POSITIVE_INFINITY].map(formatTimecode)).toEqual(['0:00', '0:00', '0:00'])
})

test('a range has spaces around an en dash', () => {
  expect(formatRange(72, 81)).toBe('1:12 – 1:21')
})

test('a typed time has the form mm:ss, and anything else is no time', () => {
  expect(['01:05', '1:05', '90:00', '1:00:01', ' 02:03 '].map(parseEntry)).toEqual([65, 65, 5400, 3601, 123])
  expect(['', '5', '1:60', 'a:10', '-1:00', '1:75:00', '1:2:3:4'].map(parseEntry)).toEqual(Array(7).fill(null))
  expect(formatEntry(65)).toBe('01:05')
  expect(formatEntry(5400)).toBe('90:00')
})

test('a duration has hours, minutes and seconds', () => {
  expect([0, 121, 27_248].map(formatDuration)).toEqual(['0h 0m 0s', '0h 2m 1s', '7h 34m 8s'])
})

test('storage is in GB of 1,073,741,824 bytes, and in TB from 1,024 GB on', () => {
  const sizes = [0, 1000, 1_073_741_824, 1_610_612_736, 418.57 * 1024 ** 3, 1024 ** 4, 3 * 1024 ** 4]
  const words = ['0 GB', 'under 0.01 GB', '1 GB', '1.5 GB', '418.6 GB', '1 TB', '3 TB']
  expect(sizes.map(formatStorage)).toEqual(words)
})

test('a file size is in the largest unit that keeps it at 1 or more', () => {
  expect([0, 1023, 1536, 851_443_712, 2_040_109_466].map(formatFileSize)).toEqual([
    '0 B',
    '1023 B',
    '1.5 KB',
    '812 MB',
    '1.9 GB',
  ])
})

test('upload speed is in B/s, KB/s or MB/s', () => {
  expect([512, 2048, 19_293_798].map(formatSpeed)).toEqual(['512 B/s', '2.0 KB/s', '18.4 MB/s'])
})

test('remaining time is in s, m or h', () => {
  expect([41, 180, 7200, 0].map(formatRemaining)).toEqual(['41s', '3m', '2h', '0s'])
  expect(formatRemaining(Number.POSITIVE_INFINITY)).toBe('–')
})

test("relative time is days, hours, minutes or 'just now'", () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const ago = (hours: number) => formatRelative(new Date(now.getTime() - hours * 3_600_000), now)
  expect([0, 0.016, 0.017, 0.9, 1, 5, 24, 72].map(ago)).toEqual([
    'just now',
    'just now',
    '1 min ago',
    '54 min ago',
    '1 hour ago',
    '5 hours ago',
    '1 day ago',
    '3 days ago',
  ])
  expect(ago(-2)).toBe('just now')
})

test('a date is month name, day, year', () => {
  expect(formatDate(new Date(2025, 9, 2))).toBe('October 2, 2025')
})

test('progress bars are capped at 100 %', () => {
  expect([-1, 0.25, 1.4, Number.NaN].map(progressPercent)).toEqual([0, 25, 100, 0])
})

describe('a position', () => {
  const ntsc = { rate: { num: 30_000, den: 1001 }, times: null }
  const table = { rate: null, times: [0, 0.04, 0.08, 0.58, 60.6] }

  test('is written as time, frame or timecode, to the millisecond where the rate varies', () => {
    expect([formatPosition(1800, ntsc, 'time', null), formatPosition(1800, ntsc, 'frames', null)]).toEqual([
      '1:00',
      '1800',
    ])
    expect(formatPosition(1800, ntsc, 'smpte', null)).toBe('00:01:00;02')
    expect(formatPosition(3, table, 'smpte', null)).toBe('00:00:00.580')
    expect([3_723.0416, -1].map(formatMilliseconds)).toEqual(['01:02:03.042', '00:00:00.000'])
  })

  test('is read as it is written, and a time in every format', () => {
    expect(parsePosition('00:01:00;02', ntsc, 'smpte', null)).toBe(1800)
    expect(parsePosition(' 1800 ', ntsc, 'frames', null)).toBe(1800)
    expect(parsePosition('00:00:00.580', table, 'smpte', null)).toBe(3)
    expect(['time', 'frames', 'smpte'].map((format) => parsePosition('1:00', table, format as 'time', null))).toEqual([
      3, 3, 3,
    ])
    expect(parsePosition('0:00.45', ntsc, 'time', null)).toBe(13)
    expect(['x', '12', '0:00.x', '-1:00'].map((text) => parsePosition(text, ntsc, 'time', null))).toEqual(
      Array(4).fill(null),
    )
  })
})

test('the exact time is as short as it is clear', () => {
  const now = new Date(2026, 10, 22, 15, 0)
  const exact = (...at: [number, number, number, number, number]) => formatExact(new Date(...at), now)
  expect(exact(2026, 10, 22, 9, 5)).toBe('09:05')
  expect(exact(2026, 10, 21, 23, 0)).toBe('November 21')
  expect(exact(2025, 11, 31, 12, 0)).toBe('December 31, 2025')
  expect(formatMoment(new Date(2026, 10, 22, 9, 5))).toBe('November 22, 2026, 09:05')
})
