import { frameAt, frameStart } from '@footnote/contract/shared/frames.ts'
import { formatEntry, type PositionFormat } from '@footnote/contract/shared/timecode.ts'
import { expect, test } from 'vitest'
import { timesOf } from '../../../../lib/times/times.ts'
import { exactTime, readEntry } from './time-entry.ts'

const ntsc = { rate: { num: 30_000, den: 1001 }, times: null }
const read = (
  text: string,
  kept: number | null,
  timing: typeof ntsc | null,
  duration: number | null,
  format: PositionFormat = 'time',
) => readEntry(text, kept, { timing, times: timesOf(timing, null, format), duration })
const seconds = (entry: ReturnType<typeof readEntry>) => ('seconds' in entry ? entry.seconds : entry.problem)

test('a time that reads the same as the stored frame keeps that frame', () => {
  const kept = exactTime(47.24, ntsc)
  expect(frameAt(ntsc, kept)).toBe(1415)
  expect(seconds(read('00:47', kept, ntsc, 100))).toBe(kept)
  expect(seconds(read('0:47', kept, ntsc, 100))).toBe(kept)
})

test('another time is the first frame that reads so', () => {
  for (const text of ['00:46', '00:48', '01:01', '10:00']) {
    const found = seconds(read(text, 47.24, ntsc, 700))
    expect(formatEntry(Number(found))).toBe(text)
    expect(frameStart(ntsc, frameAt(ntsc, Number(found)))).toBe(found)
    expect(formatEntry(frameStart(ntsc, frameAt(ntsc, Number(found)) - 1))).not.toBe(text)
  }
})

test('without known frames the time is the second itself', () => {
  expect(seconds(read('1:02:03', null, null, null))).toBe(3723)
})

test('text that is no time, and a time past the end, have a message', () => {
  for (const text of ['47', 'soon', '00:61', '-0:10', '1e3'])
    expect(seconds(read(text, null, ntsc, 100))).toBe('Please ensure you have a timestamp')
  expect(seconds(read('01:41', null, ntsc, 100))).toBe('The time must be within the video')
  expect(seconds(read('01:40', null, ntsc, 100))).toBeLessThanOrEqual(100)
})

test('a frame is typed as the page writes it, and a time always works', () => {
  const frame = (text: string, format: PositionFormat) =>
    frameAt(ntsc, Number(seconds(read(text, null, ntsc, 100, format))))
  expect(frame('1415', 'frames')).toBe(1415)
  expect(frame('00:00:47;05', 'smpte')).toBe(1415)
  expect(frame('00:00:47:05', 'smpte')).toBe(1415)
  for (const format of ['time', 'frames', 'smpte'] as const) expect(frame('00:47', format)).toBe(1409)
  // A stored frame within that second is not what a person means who sees frames.
  expect(frameAt(ntsc, Number(seconds(read('00:47', exactTime(47.24, ntsc), ntsc, 100, 'frames'))))).toBe(1409)
  expect(seconds(read('1415', null, ntsc, 100, 'smpte'))).toBe('Please ensure you have a timestamp')
  expect(seconds(read('00:00:47;05', null, ntsc, 100, 'time'))).toBe('Please ensure you have a timestamp')
  expect(seconds(read('2998', null, ntsc, 100, 'frames'))).toBe('The time must be within the video')
})
