import type { Box, TextLine } from '../engine.ts'

/** Below this the recogniser guesses; PaddleOCR drops at 0.5, which lets through much that only looks like text. */
const MIN_CONFIDENCE = 0.6
/** A lone character is most often an edge or a mark. */
const MIN_CONFIDENCE_OF_ONE = 0.9
/** Boxes further apart than this many heights are columns, not words. */
const MAX_GAP = 4

/**
 * Puts what was read into reading order: rows from top to bottom, and on a row from left to right, where neighbours become one line.
 * Drops readings without a letter or digit and those too unsure to be worth finding.
 */
export function arrangeLines(readings: readonly TextLine[]): TextLine[] {
  const kept = readings.flatMap((reading) => {
    // Full-width forms, which the multilingual recogniser likes for punctuation, become plain ones.
    const text = reading.text.normalize('NFKC').trim()
    const needed = [...text].length === 1 ? MIN_CONFIDENCE_OF_ONE : MIN_CONFIDENCE
    return /[\p{L}\p{N}]/u.test(text) && reading.confidence >= needed ? [{ ...reading, text }] : []
  })
  return rowsOf(kept).flatMap(joinNeighbours)
}

function rowsOf(readings: readonly TextLine[]): TextLine[][] {
  const rows: TextLine[][] = []
  for (const reading of readings.toSorted((a, b) => middleOf(a.box) - middleOf(b.box))) {
    const row = rows.find((members) => members.every((member) => sameRow(member.box, reading.box)))
    if (row) row.push(reading)
    else rows.push([reading])
  }
  return rows.map((row) => row.sort((a, b) => a.box.x - b.box.x))
}

function joinNeighbours(row: readonly TextLine[]): TextLine[] {
  const lines: TextLine[] = []
  for (const next of row) {
    const last = lines.at(-1)
    const gap = last ? next.box.x - (last.box.x + last.box.width) : 0
    if (last && gap <= MAX_GAP * Math.min(last.box.height, next.box.height)) lines[lines.length - 1] = join(last, next)
    else lines.push(next)
  }
  return lines
}

function join(left: TextLine, right: TextLine): TextLine {
  const x = Math.min(left.box.x, right.box.x)
  const y = Math.min(left.box.y, right.box.y)
  const width = Math.max(left.box.x + left.box.width, right.box.x + right.box.width) - x
  const height = Math.max(left.box.y + left.box.height, right.box.y + right.box.height) - y
  const share = left.text.length / (left.text.length + right.text.length)
  return {
    text: `${left.text} ${right.text}`,
    confidence: left.confidence * share + right.confidence * (1 - share),
    box: { x, y, width, height },
  }
}

/** Whether each one's middle lies within the other's height. */
function sameRow(a: Box, b: Box): boolean {
  return Math.abs(middleOf(a) - middleOf(b)) < Math.min(a.height, b.height) / 2
}

function middleOf(box: Box): number {
  return box.y + box.height / 2
}
