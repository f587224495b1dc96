import type { SpeakerNames, Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { toCues } from '@footnote/contract/shared/language/subtitles.ts'
import { expect, test } from 'vitest'
import { toParagraphs } from './paragraphs.ts'
import { findMatches, lettersOf } from './search/matches.ts'
import { transcriptFile, transcriptName } from './transcript-files.ts'

const spoken = (text: string, each = 0.4): Words =>
  text.split(' ').map((word, place) => ({ word, start: place * each, end: (place + 1) * each }))
const file = (kind: 'vtt' | 'srt' | 'txt', words: Words, names: SpeakerNames = []) =>
  transcriptFile(kind, words, toParagraphs(words), names).text()

const TALK = `${'so this is the longest walk that anybody took along the river in one day, '.repeat(30)}and it was fine.`

test('a cue has at most two lines of 42 characters and 7 seconds, and no word is lost', () => {
  for (const each of [0.1, 0.4, 1.5, 9]) {
    const cues = toCues(spoken(TALK, each))
    for (const { lines, start, end } of cues) {
      expect(lines.length).toBeLessThanOrEqual(2)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(42)
      expect(end - start).toBeLessThanOrEqual(7 + 1e-9)
      expect(end).toBeGreaterThan(start)
    }
    expect(cues.flatMap(({ lines }) => lines).join(' ')).toBe(TALK)
  }
})

test('the two lines of a cue are as even as they can be', () => {
  expect(toCues(spoken('the quick brown fox jumps over the lazy dog again', 0.1)).map(({ lines }) => lines)).toEqual([
    ['the quick brown fox jumps', 'over the lazy dog again'],
  ])
})

test('a pause of more than a second ends a cue, and so does a sentence when a line is full', () => {
  const pause = [...spoken('one two'), { word: 'three', start: 1.9, end: 2.2 }]
  expect(toCues(pause).map(({ lines }) => lines)).toEqual([['one two'], ['three']])
  const cues = toCues(spoken('this is a sentence that is a little longer than a line. Short one.', 0.2))
  expect(cues.map(({ lines }) => lines.join(' '))).toEqual([
    'this is a sentence that is a little longer than a line.',
    'Short one.',
  ])
})

test('words that overlap or have no length make cues that do not overlap and have a length', () => {
  const words = [
    { word: 'one.', start: 0, end: 9 },
    { word: 'two', start: 3, end: 3 },
    { word: 'three', start: 20, end: 20 },
  ]
  expect(toCues(words).map(({ start, end }) => [start, end])).toEqual([
    [0, 3],
    [20, 21],
  ])
})

test('a word longer than a line is cut between visible characters, and its time is divided', () => {
  const [cue] = toCues([{ word: '👩‍🚀'.repeat(50), start: 0, end: 5 }])
  expect(cue?.lines).toEqual(['👩‍🚀'.repeat(42), '👩‍🚀'.repeat(8)])
})

const TALKING: Words = spoken('How are you? Fine, thanks.').map((word, place) => ({
  ...word,
  speaker: place < 3 ? 1 : 2,
}))

test('a change of speaker ends a cue and a paragraph, and every file names the speakers', async () => {
  expect(toCues(TALKING).map(({ lines, speaker }) => [speaker, lines.join(' ')])).toEqual([
    [1, 'How are you?'],
    [2, 'Fine, thanks.'],
  ])
  expect(await file('vtt', TALKING)).toContain('\n<v Speaker 1>How are you?\n')
  expect(await file('vtt', TALKING)).toContain('\n<v Speaker 2>Fine, thanks.\n')
  expect(await file('txt', TALKING)).toBe('[0:00] Speaker 1: How are you?\n\n[0:01] Speaker 2: Fine, thanks.\n')
  expect(await file('srt', TALKING)).toMatch(/\r\nSpeaker 1: How are you\?\r\n[\s\S]*\r\nSpeaker 2: Fine, thanks\.\r\n/)
})

test('the name that a person gave to a speaker is in every file, and is no markup there', async () => {
  const names = [{ speaker: 2, name: 'Ana <b> & Bo' }]
  expect(await file('vtt', TALKING, names)).toContain('\n<v Ana &lt;b&gt; &amp; Bo>Fine, thanks.\n')
  expect(await file('txt', TALKING, names)).toBe(
    '[0:00] Speaker 1: How are you?\n\n[0:01] Ana <b> & Bo: Fine, thanks.\n',
  )
  expect(await file('srt', TALKING, names)).toContain('\r\nAna ‹b› & Bo: Fine, thanks.\r\n')
})

const CHINESE: Words = spoken('我们 用 GPU 训练 模型。 谢谢')

test('words of a script without spaces are joined, in the files and for searching', async () => {
  expect(await file('txt', CHINESE)).toBe('[0:00] 我们用 GPU 训练模型。谢谢\n')
  expect(toCues(CHINESE).map(({ lines }) => lines)).toEqual([['我们用 GPU 训练模型。谢谢']])
  expect(findMatches(lettersOf(CHINESE), '训练模型')).toHaveLength(1)
})

const AWKWARD: Words = [
  { word: 'Black', start: 0.5, end: 0.8 },
  { word: '&', start: 0.8, end: 0.9 },
  { word: '<i>white</i>', start: 0.9, end: 1.25 },
  { word: 'a-->b', start: 3661.0004, end: 3661.9996 },
]

test('WebVTT writes times with a full stop, and escapes markup', async () => {
  expect(await file('vtt', AWKWARD)).toBe(
    'WEBVTT\n\n00:00:00.500 --> 00:00:01.500\nBlack &amp; &lt;i&gt;white&lt;/i&gt;\n\n01:01:01.000 --> 01:01:02.000\na--&gt;b\n',
  )
})

test('SubRip numbers its cues, writes times with a comma, and has no markup or arrow in a text', async () => {
  expect(await file('srt', AWKWARD)).toBe(
    '1\r\n00:00:00,500 --> 00:00:01,500\r\nBlack & ‹i›white‹/i›\r\n\r\n2\r\n01:01:01,000 --> 01:01:02,000\r\na--›b\r\n',
  )
})

test('a line of SubRip has at most 42 characters, with the name and with what replaces markup', async () => {
  const said =
    '{\\an8} The wall of the harbour was {\\b1} built by hand. And the light came long after it, {\\i1} they say.'
  const words = spoken(said).map((word, place) => ({ ...word, speaker: place < 6 ? 1 : 2 }))
  for (const length of [1, 20, 40, 41, 42, 80]) {
    const text = await file('srt', words, [{ speaker: 2, name: '{\\'.padEnd(length, 'n') }])
    for (const cue of text.split('\r\n\r\n')) {
      const lines = cue.trimEnd().split('\r\n').slice(2)
      expect(lines.length).toBeLessThanOrEqual(2)
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(42)
      expect(cue).not.toContain('{\\')
    }
  }
})

test('a line break inside a word does not end its cue', async () => {
  expect(await file('vtt', [{ word: 'one\n\ntwo', start: 0, end: 1 }])).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\none two\n',
  )
})

test('the text has a line for each paragraph, with its start time', async () => {
  expect(await file('txt', AWKWARD)).toBe('[0:00] Black & <i>white</i>\n\n[1:01:01] a-->b\n')
})

test('a file has the name of its video', () => {
  expect(transcriptName('Lane, cut 3.final.mp4', 'srt')).toBe('Lane, cut 3.final.srt')
  expect(transcriptName('Lane', 'vtt')).toBe('Lane.vtt')
  expect(transcriptName('.mp4', 'txt')).toBe('transcript.txt')
})

test('words from right to left keep their order, and have a line of their own beside a name from left to right', async () => {
  const words = spoken('חומת הנמל נבנתה ביד.').map((word) => ({ ...word, speaker: 1 }))
  const text = 'חומת הנמל נבנתה ביד.'
  const [latin, hebrew] = [[{ speaker: 1, name: 'Dana' }], [{ speaker: 1, name: 'דנה' }]]
  expect(await file('vtt', words, latin)).toContain(`<v Dana>${text}`)
  expect(await file('srt', words, latin)).toContain(`Dana:\r\n${text}\r\n`)
  expect(await file('srt', words, hebrew)).toContain(`דנה: ${text}\r\n`)
  expect(await file('txt', words, latin)).toBe(`[0:00] Dana:\n${text}\n`)
  expect(await file('txt', words, hebrew)).toBe(`[0:00] דנה: ${text}\n`)
})

test('no file has words that may be wrong', async () => {
  const words = [...spoken('this is right.'), { word: 'Nonsense.', start: 1.2, end: 1.6, unsure: true }]
  for (const kind of ['vtt', 'srt', 'txt'] as const) {
    const text = await file(kind, words)
    expect(text).toContain('this is right.')
    expect(text).not.toContain('Nonsense')
  }
})
