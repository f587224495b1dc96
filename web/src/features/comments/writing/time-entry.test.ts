import { frameAt, frameStart } from '@footnote/contract/shared/frames.ts'
import { formatEntry } from '@footnote/contract/shared/timecode.ts'
import { expect, test } from 'vitest'
import { exactTime, readEntry } from './time-entry.ts'

const ntsc = { rate: { num: 30_000, den: 1001 }, times: null }
const seconds = (entry: ReturnType<typeof readEntry>) => ('seconds' in entry ? entry.seconds : entry.problem)

test('a time that reads the same as the stored frame keeps that frame', () => {
  const kept = exactTime(47.24, ntsc)
  expect(frameAt(ntsc, kept)).toBe(1415)
  expect(seconds(readEntry('00:47', kept, ntsc, 100))).toBe(kept)
  expect(seconds(readEntry('0:47', kept, ntsc, 100))).toBe(kept)
})

test('another time is the first frame that reads so', () => {
  for (const text of ['00:46', '00:48', '01:01', '10:00']) {
    const found = seconds(readEntry(text, 47.24, ntsc, 700))
    expect(formatEntry(Number(found))).toBe(text)
    expect(frameStart(ntsc, frameAt(ntsc, Number(found)))).toBe(found)
    expect(formatEntry(frameStart(ntsc, frameAt(ntsc, Number(found)) - 1))).not.toBe(text)
  }
})

test('without known frames the time is the second itself', () => {
  expect(seconds(readEntry('1:02:03', null, null, null))).toBe(3723)
})

test('text that is no time, and a time past the end, have a message', () => {
  for (const text of ['47', 'soon', '00:61', '-0:10', '1e3'])
    expect(seconds(readEntry(text, null, ntsc, 100))).toBe('Please ensure you have a timestamp')
  expect(seconds(readEntry('01:41', null, ntsc, 100))).toBe('The time must lie within the video')
  expect(seconds(readEntry('01:40', null, ntsc, 100))).toBeLessThanOrEqual(100)
})
