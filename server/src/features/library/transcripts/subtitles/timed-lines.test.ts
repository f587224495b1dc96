import { expect, test } from 'vitest'
import { SUBTITLE_FILES } from '../../../../../test/subtitle-files.ts'
import { looksLikeSpeech, trackToShow } from './choose-track.ts'
import { guessLanguage, languageTag } from './language.ts'
import { readSubtitles, timedLines } from './timed-lines.ts'

test.each(SUBTITLE_FILES)('$name is read', ({ text, lines, skipped = 0 }) => {
  const read = readSubtitles(text, 100)
  if (typeof read === 'string') throw new Error(read)
  expect(
    read.cues.map(({ start, end, text: said, speaker }) =>
      speaker ? [start, end, said, speaker] : [start, end, said],
    ),
  ).toEqual(lines)
  expect([read.skipped.count, read.skipped.first.length]).toEqual([skipped, skipped])
})

test('lines of two speakers of one cue are in order with those of the cue that begins meanwhile', () => {
  const read = readSubtitles(
    'WEBVTT\n\n00:01.000 --> 00:09.000\n<v Ana>We left.</v>\n<v Bo>We left.</v>\n\n00:02.000 --> 00:03.000\nA bell.\n',
    100,
  )
  if (typeof read === 'string') throw new Error(read)
  expect(read.cues.map(({ start, text, speaker }) => [start, text, speaker])).toEqual([
    [1, 'We left.', 'Ana'],
    [2, 'A bell.', null],
    [5, 'We left.', 'Bo'],
  ])
})

test('entities in the small letters of ruby are left out with them', () => {
  const read = readSubtitles(
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<ruby>漢<rt>か&amp;&lt;ん</rt></ruby> &amp; more\n',
    100,
  )
  if (typeof read === 'string') throw new Error(read)
  expect(read.cues.map(({ text }) => text)).toEqual(['漢 & more'])
})

test('words share the time of their line by letters', () => {
  const { lines, speakers } = timedLines([{ start: 1, end: 2, text: 'a bcd', speaker: 'Ana' }])
  expect([lines, speakers]).toEqual([
    [
      {
        start: 1,
        end: 2,
        speaker: 1,
        words: [
          { word: 'a', start: 1, end: 1.25 },
          { word: 'bcd', start: 1.25, end: 2 },
        ],
      },
    ],
    ['Ana'],
  ])
})

test('telemetry does not look like speech', () => {
  const of = (...texts: string[]) => texts.map((text) => ({ text }))
  expect(looksLikeSpeech(of('We left.', 'It was 12:30.', 'All 3 of us.'))).toBe(true)
  expect(looksLikeSpeech(of('我们离开了港口。'))).toBe(true)
  expect(looksLikeSpeech(of('FrameCnt: 1, GPS(11.57, 48.13, 1)', 'FrameCnt: 2, GPS(11.57, 48.13, 1)'))).toBe(false)
  expect(looksLikeSpeech(of(...[1, 2, 3, 4, 5, 6].map((at) => `The battery has ${at} percent left`)))).toBe(false)
})

test('a track in another language than the sound is not shown by itself', () => {
  const track = { number: 1, language: 'ger', title: null, by_default: false, forced: false }
  const tracks = [{ ...track, cues: [{ start: 1, end: 2, text: 'Guten Tag', speaker: null }] }]
  expect([trackToShow(tracks, 'eng'), trackToShow(tracks, 'deu')?.number, trackToShow(tracks, null)?.number]).toEqual([
    null,
    1,
    1,
  ])
  expect([languageTag('ger'), languageTag('pt-BR'), languageTag('und'), languageTag('x!'), languageTag(null)]).toEqual([
    'de',
    'pt',
    null,
    null,
    null,
  ])
})

test('the language of a text is guessed only where its script or its words say it', () => {
  expect(
    [
      'We left the harbour and it was bad.',
      'Wir verließen den Hafen.',
      '私たちは港を出た。',
      '我们离开了港口。',
      'בוקר טוב',
    ].map(guessLanguage),
  ).toEqual(['en', null, 'ja', 'zh', 'he'])
})
