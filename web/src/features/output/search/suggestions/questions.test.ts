import { expect, test } from 'vitest'
import { linesOf, questionOf } from './questions.ts'

const VTT =
  'WEBVTT\n\n00:00:00.500 --> 00:00:01.250\nSpeaker 1: Bread &amp; butter\non the <i>table</i>\n\n00:00:02.000 --> 00:00:03.000\nGood.\n'

test('lines of subtitles are read without times, tags and names', () => {
  expect(linesOf(VTT)).toEqual(['Bread & butter on the table', 'Good.'])
})

test('a question is something that a video says rarely, within one clause', () => {
  const lines = ['The harbour is quiet.', 'The harbour is open, and the last ferry leaves before midnight today.']
  expect(questionOf(lines)).toBe('ferry leaves before midnight today')
})

test('no question begins or ends with a word that only points', () => {
  expect(questionOf(['There are lemons.', 'Slice the lemons thinly there.'])).toBe('Slice the lemons thinly')
  expect(questionOf(['There are lemons.'])).toBeNull()
})

test('a video without telling words has no question', () => {
  expect(questionOf(['Oh.', 'So it is, and so on.'])).toBeNull()
  expect(questionOf([])).toBeNull()
})

test('a clause of a script without spaces may continue in the next line', () => {
  const lines = linesOf('WEBVTT\n\n00:00.000 --> 00:02.000\n今天我们\n去河边散步\n')
  expect(lines).toEqual(['今天我们去河边散步'])
})

test('a script without spaces gives its first clause', () => {
  expect(questionOf(['最后一班渡轮几点出发，请问'])).toBe('最后一班渡轮几点出发')
})
