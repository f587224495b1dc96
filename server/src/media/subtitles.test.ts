import { expect, it } from 'vitest'
import { formatVttTime, toWebVtt } from './subtitles.ts'

it('times have hours, minutes, seconds and milliseconds, carried over', () => {
  expect(formatVttTime(0)).toBe('00:00:00.000')
  expect(formatVttTime(59.9996)).toBe('00:01:00.000')
  expect(formatVttTime(3_661.5)).toBe('01:01:01.500')
  expect(formatVttTime(360_000)).toBe('100:00:00.000')
})

it('cues come in the order of their start', () => {
  const file = toWebVtt([
    { start: 2, end: 3, text: 'second' },
    { start: 0.5, end: 1.25, text: 'first' },
  ])
  expect(file).toBe('WEBVTT\n\n00:00:00.500 --> 00:00:01.250\nfirst\n\n00:00:02.000 --> 00:00:03.000\nsecond\n')
})

it('no text can end its cue, start another or become markup', () => {
  const file = toWebVtt([{ start: 0, end: 1, text: 'a < b & c\n\n00:00:05.000 --> 00:00:06.000\r\n<i>forged</i>' }])
  expect(file).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na &lt; b &amp; c\n00:00:05.000 --&gt; 00:00:06.000\n&lt;i&gt;forged&lt;/i&gt;\n',
  )
})

it('a cue without text is left out and one without length gets some', () => {
  expect(toWebVtt([{ start: 0, end: 1, text: ' \n ' }])).toBe('WEBVTT\n')
  expect(toWebVtt([{ start: 1, end: 1, text: 'x' }])).toContain('00:00:01.000 --> 00:00:01.001')
})
