import { expect, test } from 'vitest'
import { formatSmpte, parseSmpte, type Timecode } from './smpte.ts'
import { type TimelineOrigin, timelineLabels, timelineRate } from './timeline.ts'

const PAL = { num: 25, den: 1 }
const NTSC = { num: 30_000, den: 1001 }
const FAST = { num: 120, den: 1 }

/** The timecode of a file, whose first frame has this label. */
const fileAt = (label: string, rate = NTSC, drop_frame = label.includes(';')): Timecode => ({
  start: parseSmpte(label, { rate, drop_frame, start_frame: 0 }) ?? -1,
  drop_frame,
})
const origin = (changes: Partial<TimelineOrigin> = {}): TimelineOrigin => ({
  ...{ video_rate: NTSC, timecode: null, start: null, hours: 1 },
  ...changes,
})
const firstLabel = (of: TimelineOrigin, rate = NTSC, drop_frame: boolean | null = null): string | null => {
  const labels = timelineLabels(of, rate, drop_frame)
  return labels && formatSmpte(0, labels)
}

test.each([
  ['nothing: at the usual hour, in drop-frame where that exists', origin(), NTSC, '01:00:00;00'],
  ['nothing, at a rate without drop-frame', origin(), PAL, '01:00:00:00'],
  ['a drop-frame timecode of the file', origin({ timecode: fileAt('10:00:00;00') }), NTSC, '10:00:00;00'],
  ['a timecode of the file that drops nothing', origin({ timecode: fileAt('10:00:00:00') }), NTSC, '10:00:00:00'],
  [
    'the same time of day at another rate: drop-frame lags by a frame in ten hours',
    origin({ timecode: fileAt('10:00:00;00') }),
    PAL,
    '09:59:59:24',
  ],
  [
    'a typed start, before that of the file',
    origin({ timecode: fileAt('10:00:00;00'), start: '02:00:00:10' }),
    NTSC,
    '02:00:00:10',
  ],
  ['a typed semicolon', origin({ start: '02:00:00;10' }), NTSC, '02:00:00;10'],
  ['a typed semicolon at a rate without drop-frame', origin({ start: '02:00:00;10' }), PAL, '02:00:00:10'],
  [
    'the frames of a file whose rate varies',
    origin({ video_rate: null, timecode: fileAt('00:00:10:00', PAL) }),
    PAL,
    '00:00:10:00',
  ],
])('the first label of a timeline comes from %s', (_, from, rate, label) => {
  expect(firstLabel(from, rate)).toBe(label)
})

test('labels of a file keep their text when the timeline counts them in the other way', () => {
  expect(firstLabel(origin({ timecode: fileAt('10:00:00;00') }), NTSC, false)).toBe('10:00:00:00')
  expect(firstLabel(origin({ timecode: fileAt('10:00:00:00') }), NTSC, true)).toBe('10:00:00;00')
})

test.each(['', 'ten', '24:00:00:00', '00:01:00;00', '00:00:00:30'])('“%s” is no start', (start) => {
  expect(timelineLabels(origin({ start }), NTSC)).toBeNull()
})

test('a timeline has the rate of a video that editing programs know', () => {
  expect([PAL, NTSC, FAST, null].map(timelineRate)).toEqual([PAL, NTSC, null, null])
})
