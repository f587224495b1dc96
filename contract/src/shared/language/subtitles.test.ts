import { expect, test } from 'vitest'
import { randomNumbers } from '../../../../server/test/random-numbers.ts'
import type { SpokenWord, Words } from './spoken-words.ts'
import { type Cue, toCues, toWebVtt } from './subtitles.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const lengthOf = (line: string): number => [...segmenter.segment(line)].length

const LEXICON = [
  ...'a I to Yes. No! of it; harbour lighthouse, wall. Really? well-known unintelligibility "Quay." & <i> 1,000'.split(
    ' ',
  ),
  ...[
    'Führung',
    'naïve',
    'e\u0301te\u0301',
    '👩‍🚀',
    'เรือ',
    '港',
    '灯台。',
    '的',
    'חומה',
    'מגדלור.',
    'منارة',
    'корабль',
  ],
  'x'.repeat(41),
  'y'.repeat(42),
  'z'.repeat(43),
  '👩‍🚀'.repeat(50),
  'verylong'.repeat(30),
]
const NAMES = [
  'Ana',
  'Dr. Maximilian von Hohenstein-Wallenberg of the Harbour',
  'דנה',
  '王',
  `${'N'.repeat(80)}`,
  'A'.repeat(41),
]
const nameOf = (speaker: number): string => NAMES[speaker - 1] ?? `Speaker ${speaker}`

/** A talk: turns of one or several speakers, pauses, quick and slow words, some of them unsure. */
function talk(seed: number): Words {
  const random = randomNumbers(seed)
  const below = (most: number) => Math.floor(random() * most)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const words: SpokenWord[] = []
  const plain = random() < 0.5
  const speakers = below(4)
  let at = random() * 3
  let speaker: number | undefined
  for (let left = 1 + below(80); left > 0; left -= 1) {
    if (random() < 0.15) speaker = speakers === 0 || random() < 0.2 ? undefined : 1 + below(Math.min(6, 2 * speakers))
    const start = at
    const each = pick([0, 0.05, 0.2, 0.2, 0.4, 0.9, 8])
    const end = start + each
    const word = pick(plain ? LEXICON.slice(0, 18) : LEXICON)
    words.push({ word, start, end, speaker, ...(random() < 0.05 && { unsure: true }) })
    // Voices may overlap, as long as the order of their starts holds.
    at = random() < 0.05 ? start + each / 2 : end + pick([0, 0, 0, 0.02, 0.3, 0.9, 1.2, 6])
  }
  return words
}

const SEEDS = Array.from({ length: 200 }, (_, place) => place)
/** The letters of words or lines, without the spaces between them. */
const letters = (texts: readonly string[]): string => texts.join('').replace(/\s+/gu, '')
const sure = (words: Words): string => letters(words.filter(({ unsure }) => !unsure).map(({ word }) => word))
const EPSILON = 1e-6

function* talks(): Generator<{ seed: number; words: Words; cues: readonly Cue[]; named: readonly Cue[] }> {
  for (const seed of SEEDS) {
    const words = talk(seed)
    yield { seed, words, cues: toCues(words), named: toCues(words, nameOf) }
  }
}

test('a cue stays for a second where the next one leaves room, and none overlaps the next', () => {
  for (const { seed, cues, named } of talks())
    for (const list of [cues, named])
      for (const [place, { start, end, lines }] of list.entries()) {
        const next = list[place + 1]?.start ?? Number.POSITIVE_INFINITY
        const at = `talk ${seed}, cue ${place}: ${lines.join('/')}`
        expect(end, at).toBeLessThanOrEqual(next)
        expect(end - start, at).toBeGreaterThan(0)
        expect(end - start, at).toBeGreaterThanOrEqual(Math.min(1, next - start) - EPSILON)
        expect(end - start, at).toBeLessThanOrEqual(7 + EPSILON)
      }
})

test('a cue stays until its letters are read, at 20 a second, and leaves two frames before the next', () => {
  for (const { seed, cues } of talks())
    for (const [place, { start, end, lines }] of cues.entries()) {
      const next = cues[place + 1]?.start ?? Number.POSITIVE_INFINITY
      const read = Math.min(7, lengthOf(lines.join(' ')) / 20, next - 2 / 24 - start)
      expect(end - start, `talk ${seed}, cue ${place}: ${lines.join('/')}`).toBeGreaterThanOrEqual(read - EPSILON)
    }
})

test('a cue has at most two lines of 42 characters, with the name of its speaker', () => {
  for (const { seed, cues, named } of talks())
    for (const { lines } of [...cues, ...named]) {
      expect(lines.length, `talk ${seed}`).toBeGreaterThan(0)
      expect(lines.length, `talk ${seed}`).toBeLessThanOrEqual(2)
      for (const line of lines) expect(lengthOf(line), `talk ${seed}: ${line}`).toBeLessThanOrEqual(42)
    }
})

test('cues have all words that are sure, in order, each with its speaker', () => {
  for (const { seed, words, cues } of talks()) {
    expect(letters(cues.flatMap(({ lines }) => lines)), `talk ${seed}`).toBe(sure(words))
    for (const speaker of [undefined, 1, 2, 3, 4, 5, 6])
      expect(letters(cues.filter((cue) => cue.speaker === speaker).flatMap(({ lines }) => lines)), `talk ${seed}`).toBe(
        sure(words.filter((word) => word.speaker === speaker)),
      )
  }
})

test('a name precedes the first words of each turn, and only those', () => {
  for (const { seed, words, named } of talks()) {
    const turns = words.filter(({ unsure }) => !unsure)
    const said = turns.map(({ word, speaker }, place) => {
      const begins = speaker !== undefined && speaker !== turns[place - 1]?.speaker
      const name = begins ? nameOf(speaker) : ''
      return begins ? `${name.length < 42 ? name : `${name.slice(0, 40)}…`}:${word}` : word
    })
    expect(letters(named.flatMap(({ lines }) => lines)), `talk ${seed}`).toBe(letters(said))
  }
})

test('a word without neighbours stays for a second', () => {
  const words = [
    { word: 'Yes.', start: 0.29, end: 0.69 },
    { word: 'Then', start: 6.66, end: 6.9 },
    { word: 'no.', start: 6.9, end: 7 },
  ]
  expect(toCues(words)).toEqual([
    { start: 0.29, end: 1.29, lines: ['Yes.'], speaker: undefined },
    { start: 6.66, end: 7.66, lines: ['Then no.'], speaker: undefined },
  ])
  expect(toWebVtt(words, [])).toContain('00:00:00.290 --> 00:00:01.290\nYes.\n')
})

test('a line that somebody typed where nothing was heard ends when that person chose', () => {
  const times = [
    { word: 'Good', start: 2, end: 12 },
    { word: 'morning.', start: 12, end: 30 },
  ]
  const typed = times.map((word) => ({ ...word, original: '' }))
  expect(toCues(typed)).toEqual([{ start: 2, end: 30, lines: ['Good morning.'], speaker: undefined }])
  expect(toCues(times).map(({ end }) => end)).toEqual([9, 19])
})

const spoken = (text: string, from: number, each: number, speaker: number): Words =>
  text.split(' ').map((word, place) => ({ word, start: from + place * each, end: from + (place + 1) * each, speaker }))

test('a word that would flash by before another speaker shares the cue before it', () => {
  const fits = spoken('The wall of the harbour was built by hand, they say. Yes.', 0, 0.3, 1)
  expect(toCues([...fits, ...spoken('Really?', 3.6, 0.3, 2)]).map(({ lines }) => lines.join(' '))).toEqual([
    'The wall of the harbour was built by hand, they say. Yes.',
    'Really?',
  ])
  const long = spoken(
    'The wall of the harbour was built by hand out of granite, and the lighthouse came long after it.',
    0,
    0.2,
    1,
  )
  const cues = toCues([...long, ...spoken('Really?', 3.8, 0.3, 2)])
  expect(cues.map(({ lines }) => lines.join(' '))).toEqual([
    'The wall of the harbour was built by hand out of granite, and',
    'the lighthouse came long after it.',
    'Really?',
  ])
  expect(cues[1]!.end - cues[1]!.start).toBeGreaterThanOrEqual(1)
})

test('a name that fits beside no word has a line of its own, and a longer one is cut', () => {
  const cues = (name: string) => toCues(spoken('Good morning to all of you here.', 0, 0.3, 1), () => name)
  expect(cues('Ana').map(({ lines }) => lines)).toEqual([['Ana: Good morning to all of you here.']])
  expect(cues('The master of the northern harbour').map(({ lines }) => lines)).toEqual([
    ['The master of the northern harbour:', 'Good morning to all of you here.'],
  ])
  const [cue] = cues('The master of the northern harbour and of its lighthouse')
  expect(cue?.lines).toEqual(['The master of the northern harbour and o…:', 'Good morning to all of you here.'])
})
