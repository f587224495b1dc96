import { expect, test } from 'vitest'
import { randomNumbers } from '../../../../test/random-numbers.ts'
import type { CueWord, EditedWord } from '../../../platform/db/schema.ts'
import { applyEdits, type Line } from './apply-edits.ts'
import { equalPairs } from './difference.ts'
import { type Edit, editsFor, textOf, wordsIn } from './edit-words.ts'

/** A line of words of half a second each, without pauses. */
const line = (text: string, start = 0, each = 0.5): Line => {
  const words = text
    .split(' ')
    .map((word, at): CueWord => ({ word, start: start + at * each, end: start + (at + 1) * each, confidence: 0.8 }))
  return { start, end: words.at(-1)?.end ?? start, words }
}
const now = (lines: readonly Line[], edits: readonly Edit[]): Line[] => {
  const { edited, added } = applyEdits(lines, edits)
  const all = lines.map((each, at) => edited[at] ?? each)
  return added.length === 0 ? all : [...all, ...added].sort((one, other) => one.start - other.start)
}
const said = (lines: readonly Line[]) => lines.map(({ words }) => textOf(words))
const flat = (lines: readonly Line[]) => lines.flatMap(({ words }) => words)
/** Makes the words between two places say a text, as the API does. */
const typed = (lines: readonly Line[], text: string, from = 0, to = flat(lines).length): Edit[] =>
  editsFor(flat(lines), { from, to }, text)
const times = (words: readonly EditedWord[]) => words.map(({ word, start, end }) => [word, start, end])

test('as many words as before keep their times', () => {
  const lines = [line('we left the harber at dawn', 10)]
  const edits = typed(lines, 'we left the harbour at dawn')
  expect(edits.map(({ start_time, end_time, words }) => [start_time, end_time, textOf(words)])).toEqual([
    [11.5, 12, 'harbour'],
  ])
  const [edited] = now(lines, edits)
  expect(edited?.words[3]).toEqual({ word: 'harbour', start: 11.5, end: 12, confidence: 1, original: 'harber' })
  expect(edited?.words.filter(({ word }) => word !== 'harbour')).toEqual(
    lines[0]?.words.filter(({ word }) => word !== 'harber'),
  )
})

test('another number of words shares the interval of the changed run by letters', () => {
  const lines = [line('see you at hour bar tonight', 0, 1)]
  const [edit] = typed(lines, 'see you at harbour tonight')
  expect(edit?.words).toEqual([{ word: 'harbour', start: 3, end: 5 }])
  const [split] = typed(lines, 'see you at hour a bbb tonight')
  expect(times(split?.words ?? [])).toEqual([
    ['a', 4, 4.25],
    ['bbb', 4.25, 5],
  ])
  expect(flat(now(lines, typed(lines, 'see you at harbour tonight'))).map(({ original }) => original)).toEqual([
    undefined,
    undefined,
    undefined,
    'hour bar',
    undefined,
  ])
})

test('an added word takes the pause after the word before it, and nothing was heard in its place', () => {
  const lines = [line('good morning', 0), line('everybody', 3)]
  expect(times(flat(now(lines, typed(lines, 'good morning dear everybody'))))).toEqual([
    ['good', 0, 0.5],
    ['morning', 0.5, 1],
    ['dear', 1, 2],
    ['everybody', 3, 3.5],
  ])
  expect(flat(now(lines, typed(lines, 'good morning dear everybody')))[2]?.original).toBe('')
  expect(said(now(lines, typed(lines, 'a very good morning everybody')))).toEqual(['a very good morning', 'everybody'])
})

test('without a pause an added word shares the time of its neighbour', () => {
  const lines = [line('good morning', 0, 1)]
  expect(times(flat(now(lines, typed(lines, 'good old morning'))))).toEqual([
    ['good', 0, 0.571],
    ['old', 0.571, 1],
    ['morning', 1, 2],
  ])
})

test('words at the first and the last moment can be changed and removed, and nothing else changes', () => {
  const lines = [line('one two', 0), line('three four', 1)]
  expect(said(now(lines, typed(lines, 'won two three for')))).toEqual(['won two', 'three for'])
  expect(said(now(lines, typed(lines, 'two three')))).toEqual(['two', 'three'])
  expect(said(now(lines, typed(lines, '')))).toEqual(['', ''])
  expect(now(lines, typed(lines, ''))[0]).toMatchObject({ start: 0, end: 1, words: [] })
})

test('an edit in an edit replaces it, and undoing one leaves the other', () => {
  const lines = [line('we left the harber at dawn')]
  const first = typed(lines, 'we left the old harber at dawn')
  const second = typed(now(lines, first), 'we left the old harbour at dawn')
  expect(said(now(lines, [...first, ...second]))).toEqual(['we left the old harbour at dawn'])
  expect(flat(now(lines, [...first, ...second])).find(({ word }) => word === 'harbour')?.original).toBe('harber')
  expect(said(now(lines, second))).toEqual(['we left the harbour at dawn'])
  expect(said(now(lines, first))).toEqual(['we left the old harber at dawn'])
})

test('edits stay when another engine hears other words at about the same times', () => {
  const edits = typed([line('we left the harber at dawn')], 'we left the harbour at noon')
  const other = [line('we', 0.02), line('left the arbor', 0.54), line('at lawn', 2.05)]
  expect(said(now(other, edits))).toEqual(['we', 'left the harbour', 'at noon'])
  const longer = [line('weleft theharber atdawn', 0, 1)]
  expect(said(now(longer, typed([line('we left')], 'we sailed')))).toEqual(['sailed theharber atdawn'])
  expect(said(now([line('later', 60)], edits))).toEqual(['harbour', 'noon', 'later'])
  expect(said(now([line('later', 4.1)], edits))).toEqual(['harbour', 'noon', 'later'])
  expect(said(now([line('later', 2.99)], edits))).toEqual(['harbour noon later'])
  expect(said(now([], edits))).toEqual(['harbour', 'noon'])
})

test('words without length at the border of an edit stay', () => {
  const words = [
    { word: 'a', start: 4, end: 5, confidence: 1 },
    { word: 'b', start: 5, end: 5, confidence: 1 },
    { word: 'c', start: 5, end: 5, confidence: 1 },
  ]
  const lines = [{ start: 4, end: 5, words }]
  expect(said(now(lines, typed(lines, 'a b x')))).toEqual(['a b x'])
  expect(said(now(lines, typed(lines, 'a x c')))).toEqual(['a x c'])
})

test('right-to-left words, and words of scripts without spaces, are changed one by one', () => {
  const hebrew = [line('ראינו את הנמל הישן בבוקר')]
  expect(said(now(hebrew, typed(hebrew, 'ראינו את הנמל החדש בבוקר')))).toEqual(['ראינו את הנמל החדש בבוקר'])
  expect(typed(hebrew, 'ראינו את הנמל החדש בבוקר')[0]?.before.map(({ word }) => word)).toEqual(['הישן'])
  const chinese = [line('我们 喜欢 港口。 谢谢')]
  expect(said(chinese)).toEqual(['我们喜欢港口。谢谢'])
  const edits = typed(chinese, '我们喜欢港湾。谢谢')
  expect(edits.map(({ before, words }) => [textOf(before), textOf(words)])).toEqual([['港口。', '港湾。']])
  expect(said(now(chinese, edits))).toEqual(['我们喜欢港湾。谢谢'])
  expect(wordsIn('ฉันชอบท่าเรือ')).toEqual(['ฉัน', 'ชอบ', 'ท่าเรือ'])
  const mixed = [line('我们 用 GPU 训练')]
  expect(typed(mixed, '我们用 GPU 训练')).toEqual([])
  expect(said(now(mixed, typed(mixed, '我们用 TPU 训练')))).toEqual(['我们用 TPU 训练'])
})

const ALPHABET = ['sea', 'ship', 'bell', 'fog', 'pier', '港', '口', 'ים', 'a']
/** Random lines, and edits that people make one after the other. */
function history(seed: number) {
  const random = randomNumbers(seed)
  const below = (most: number) => Math.floor(random() * most)
  const some = (most: number) => Array.from({ length: below(most) }, () => ALPHABET[below(ALPHABET.length)] as string)
  let at = 0
  const lines = Array.from({ length: 1 + below(6) }, () => {
    const made = line(['x', ...some(7)].join(' '), at + random(), 0.1 + random() * 0.4)
    at = made.end
    return made
  })
  const edits: Edit[] = []
  const states = [lines]
  for (let count = below(6); count > 0; count--) {
    const current = states.at(-1) as Line[]
    const words = flat(current)
    if (words.length === 0) break
    const from = below(words.length)
    const to = from + 1 + below(words.length - from)
    const text = random() < 0.5 ? some(5).join(' ') : textOf(words.slice(from, to)).replace(/sea|口/, 'land')
    edits.push(...typed(current, text, from, to))
    const wanted = [...wordsIn(textOf(words.slice(0, from))), ...wordsIn(text), ...wordsIn(textOf(words.slice(to)))]
    states.push(now(lines, edits))
    expect(lettersOf(states.at(-1) as Line[])).toBe(wanted.join(''))
  }
  return { lines, edits, states, below }
}
/** What lines say, without spaces: dictionaries cut unspaced words otherwise than engines. */
const lettersOf = (lines: readonly Line[]) =>
  flat(lines)
    .map(({ word }) => word)
    .join('')

test.each(Array.from({ length: 300 }, (_, seed) => seed))(
  'random edits say what was typed, in order (seed %i)',
  (seed) => {
    const { lines, edits, states } = history(seed)
    const last = states.at(-1) as Line[]
    // Again from the engine's lines: nothing depends on how the edits were applied before.
    expect(now(lines, edits)).toEqual(last)
    for (const [at, { start, end, words }] of last.entries()) {
      const own = lines[at] as Line
      expect(start).toBeLessThanOrEqual(own.start)
      expect(end).toBeGreaterThanOrEqual(own.end)
      for (const [place, word] of words.entries()) {
        expect(word.end).toBeGreaterThanOrEqual(word.start)
        expect(word.start).toBeGreaterThanOrEqual(words[place - 1]?.start ?? 0)
      }
    }
    // Typing the engine's words again takes every trace away that a reader sees.
    expect(lettersOf(now(lines, []))).toBe(lettersOf(lines))
    expect(applyEdits(lines, []).edited.every((each) => each === null)).toBe(true)
  },
)

test.each(Array.from({ length: 200 }, (_, seed) => seed))('random edits outlive another engine (seed %i)', (seed) => {
  const { lines, edits } = history(seed)
  const random = randomNumbers(seed + 1_000)
  // The same speech, cut elsewhere and heard a little earlier or later.
  const words = flat(lines).map((word) => ({ ...word, word: `${word.word}ne`, start: word.start + 0.02 * random() }))
  const other = [words.slice(0, 3), words.slice(3)]
    .filter((part) => part.length > 0)
    .map((part) => ({ start: part[0]?.start ?? 0, end: part.at(-1)?.end ?? 0, words: part }))
  const written = edits.at(-1)?.words.map(({ word }) => word) ?? []
  expect(flat(now(other, edits)).map(({ word }) => word)).toEqual(expect.arrayContaining(written))
})

test('equal items of two lists are found in order, as many as there can be', () => {
  expect(equalPairs([...'abcabba'], [...'cbabac'])).toHaveLength(4)
  expect(equalPairs([], ['a'])).toEqual([])
  expect(equalPairs(['a', 'b'], ['a', 'b'])).toEqual([
    [0, 0],
    [1, 1],
  ])
  // Too different to compare: no pairs, at once.
  const long = Array.from({ length: 20_000 }, (_, at) => `${at}`)
  expect(equalPairs(long, long.toReversed()).length).toBeLessThanOrEqual(1)
})
