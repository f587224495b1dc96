import { WITHOUT_SPACES } from '@footnote/contract/shared/language/tokens.ts'
import type { Box, WrittenLine } from '../../engine.ts'
import { runsToTheLeft } from './reading-order.ts'

/** Below this the recogniser guesses. PaddleOCR drops at 0.5, which keeps much that only looks like text. */
const MIN_CONFIDENCE = 0.6
/** A single character is most often an edge or a mark. */
const MIN_CONFIDENCE_OF_ONE = 0.9
/** Boxes further apart than this many heights are columns, not words. */
const MAX_GAP = 4
/** The detector splits lines in scripts without spaces. Parts nearer than this many heights belong together. */
const TORN = 0.5

/**
 * Sorts readings into reading order: rows from top to bottom, and each row from left to right, or from right to left if
 * most of its letters do. Joins neighbours into one line. Drops readings without a letter or digit, and those too
 * uncertain to search.
 */
export function arrangeLines(readings: readonly WrittenLine[]): WrittenLine[] {
  const kept = readings.flatMap((reading) => {
    // The multilingual recogniser tends to use full-width punctuation; this makes it plain.
    const text = reading.text.normalize('NFKC').trim()
    const needed = [...text].length === 1 ? MIN_CONFIDENCE_OF_ONE : MIN_CONFIDENCE
    return /[\p{L}\p{N}]/u.test(text) && reading.confidence >= needed ? [{ ...reading, text }] : []
  })
  return rowsOf(kept).flatMap(joinNeighbours)
}

function rowsOf(readings: readonly WrittenLine[]): WrittenLine[][] {
  const rows: WrittenLine[][] = []
  for (const reading of readings.toSorted((a, b) => middleOf(a.box) - middleOf(b.box))) {
    const row = rows.find((members) => members.every((member) => sameRow(member.box, reading.box)))
    if (row) row.push(reading)
    else rows.push([reading])
  }
  return rows.map((row) => {
    const forwards = runsToTheLeft(row.map(({ text }) => text).join('')) ? -1 : 1
    return row.sort((a, b) => forwards * (a.box.x - b.box.x))
  })
}

function joinNeighbours(row: readonly WrittenLine[]): WrittenLine[] {
  const lines: WrittenLine[] = []
  for (const next of row) {
    const last = lines.at(-1)
    const gap = last ? gapBetween(last.box, next.box) / Math.min(last.box.height, next.box.height) : 0
    if (last && gap <= MAX_GAP) lines[lines.length - 1] = join(last, next, gap)
    else lines.push(next)
  }
  return lines
}

function gapBetween(a: Box, b: Box): number {
  return Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width)
}

/** @param gap in heights */
function join(first: WrittenLine, second: WrittenLine, gap: number): WrittenLine {
  const x = Math.min(first.box.x, second.box.x)
  const y = Math.min(first.box.y, second.box.y)
  const width = Math.max(first.box.x + first.box.width, second.box.x + second.box.width) - x
  const height = Math.max(first.box.y + first.box.height, second.box.y + second.box.height) - y
  const share = first.text.length / (first.text.length + second.text.length)
  const torn = gap < TORN && WITHOUT_SPACES.test(first.text.slice(-1)) && WITHOUT_SPACES.test(second.text.slice(0, 1))
  return {
    text: `${first.text}${torn ? '' : ' '}${second.text}`,
    confidence: first.confidence * share + second.confidence * (1 - share),
    box: { x, y, width, height },
  }
}

/** Whether the middle of each is within the other's height. */
function sameRow(a: Box, b: Box): boolean {
  return Math.abs(middleOf(a) - middleOf(b)) < Math.min(a.height, b.height) / 2
}

function middleOf(box: Box): number {
  return box.y + box.height / 2
}
