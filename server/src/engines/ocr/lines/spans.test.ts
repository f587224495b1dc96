import { expect, test } from 'vitest'
import type { TextSpan, WrittenLine } from '../../engine.ts'
import { type SampleReading, Spans, sameText } from './spans.ts'

function lines(text: string, confidence = 0.95): WrittenLine[] {
  const box = { x: 0, y: 0, width: 1, height: 0.1 }
  return text === '' ? [] : text.split('\n').map((line) => ({ text: line, confidence, box }))
}

function at(time: number, text: string, confidence = 0.95): SampleReading {
  return { time, lines: lines(text, confidence) }
}

/** The spans of all readings of a video with this many seconds. */
function spansOf(readings: readonly SampleReading[], duration: number): TextSpan[] {
  const spans = new Spans()
  for (const reading of readings) spans.add(reading)
  spans.end(duration)
  return spans.taken()
}

function same(a: string, b: string, confidence?: number): boolean {
  return sameText(lines(a, confidence), lines(b, confidence))
}

test('equal text on successive samples is one span until the next different sample', () => {
  expect(spansOf([at(0, 'Agenda'), at(1, 'Agenda'), at(4, 'Results')], 6)).toEqual([
    { start: 0, end: 4, text: 'Agenda', confidence: 0.95, line_confidences: [0.95] },
    { start: 4, end: 6, text: 'Results', confidence: 0.95, line_confidences: [0.95] },
  ])
})

test('an empty sample ends a span and opens none', () => {
  expect(
    spansOf([at(0, ''), at(2, 'Agenda'), at(3, ''), at(5, 'Agenda')], 8).map(({ start, end }) => [start, end]),
  ).toEqual([
    [2, 3],
    [5, 8],
  ])
})

test('the most confident of several readings of the same text is kept', () => {
  const spans = spansOf([at(0, 'Quarter1y budgel review', 0.8), at(1, 'Quarterly budget review', 0.95)], 2)
  expect(spans).toEqual([
    { start: 0, end: 2, text: 'Quarterly budget review', confidence: 0.95, line_confidences: [0.95] },
  ])
})

test('lines are joined with line feeds', () => {
  expect(spansOf([at(0, 'One\nTwo')], 1)[0]?.text).toBe('One\nTwo')
})

test('a span has the confidence of each of its lines', () => {
  const unequal = [...lines('Pale ale', 0.98), ...lines('Siay', 0.62)]
  expect(spansOf([{ time: 0, lines: unequal }], 1)).toEqual([
    { start: 0, end: 1, text: 'Pale ale\nSiay', confidence: 0.8, line_confidences: [0.98, 0.62] },
  ])
})

test('readings that differ in case, spacing and a letter are the same text', () => {
  expect(same('BREAKING NEWS', 'Breakingnews')).toBe(true)
  expect(same('Storm closes the railway', 'Storm c1oses the railway')).toBe(false)
  expect(same('Storm closes the railway', 'Storrn closes the railway')).toBe(true)
})

test('another number is another text, unless both readings were uncertain', () => {
  expect(same('Final score of the match 2:1', 'Final score of the match 2:2', 0.8)).toBe(true)
  expect(same('Final score of the match 2:1', 'Final score of the match 2:2')).toBe(false)
})

test('short words that differ are different', () => {
  expect(same('Apples', 'Pears')).toBe(false)
  expect(same('cat', 'cut')).toBe(false)
})

test('a span without duration is not made', () => {
  expect(spansOf([at(5, 'End')], 5)).toEqual([])
})

test('an ended span is taken once, and the current one is visible before it ends', () => {
  const spans = new Spans()
  spans.add(at(0, 'Agenda'))
  spans.add(at(4, 'Results'))
  expect(spans.taken().map(({ text, end }) => [text, end])).toEqual([['Agenda', 4]])
  expect(spans.standing(4)).toEqual([])
  expect(spans.standing(5)).toEqual([{ start: 4, end: 5, text: 'Results', confidence: 0.95, line_confidences: [0.95] }])
  spans.end(6)
  expect(spans.taken().map(({ text, end }) => [text, end])).toEqual([['Results', 6]])
  expect(spans.taken()).toEqual([])
})

test.each([
  ['meadow'],
  // As one of the other lines, but for a letter.
  ['Merry'],
  ['出口'],
])('the caption %s begins a text of its own on a screen that is full of other text, and ends it', (caption) => {
  const screen = 'Ferry\n12\nto the islands 10\nLast departure\n20:15'
  const spans = spansOf([at(0, screen), at(2, `${screen}\n${caption}`), at(4, screen)], 6)
  expect(spans.map(({ start, end, text }) => [start, end, text.includes(caption)])).toEqual([
    [0, 2, false],
    [2, 4, true],
    [4, 6, false],
  ])
})

test.each([
  [
    'a line that is read as two',
    'Quarterly budget review\nLast departure 20:15',
    'Quarterly budget review\nLast\ndeparture 20:15',
  ],
  [
    'a line that is read as two, one of them wrongly',
    'Quarterly budget review\nLast departure 20:15',
    'Quarterly budget\nrevlew\nLast departure 20:15',
  ],
  [
    'a line that leaves the picture',
    'Quarterly budget review of 2026\nto the islands',
    'Quarterly budget review of 2026\nto the is',
  ],
  ['a few letters of texture', 'Quarterly budget review', 'Quarterly budget review\nllo'],
])('%s is no other text', (_, one, other) => {
  expect(same(one, other)).toBe(true)
})
