import type { FileCue } from './parse-subtitles.ts'

/** Share of cues that begin with lines of the one before, in a file whose lines roll. */
const ROLLING = 0.3
/** Longest gap between two cues of which the second repeats lines of the first, in seconds. */
const GAP = 0.2
/** Fewest cues of a file whose lines roll. */
const CUES = 3

const shownLines = ({ lines }: FileCue): string[] => lines.map((line) => line.trim()).filter((line) => line !== '')

/** What a line says without the times and classes of its words. */
function bare(line: string): string {
  let text = ''
  let inside = false
  for (const letter of line) {
    if (letter === '<') inside = true
    if (!inside) text += letter
    if (letter === '>') inside = false
  }
  return text.replace(/\s/g, '')
}

/** How many lines at the beginning of a cue repeat the end of the one before. */
function repeated(before: FileCue | undefined, cue: FileCue): number {
  if (!before || cue.start - before.end > GAP) return 0
  const [old, now] = [shownLines(before).map(bare), shownLines(cue).map(bare)]
  for (let count = Math.min(old.length, now.length); count > 0; count--)
    if (old.slice(-count).every((line, at) => line === now[at])) return count
  return 0
}

/**
 * Takes each line once from captions that roll: each cue shows the lines before it again, as those that are made while
 * people speak do. In other files a repeated line was said twice.
 */
export function withoutRepeats(cues: readonly FileCue[]): FileCue[] {
  const counts = cues.map((cue, at) => repeated(cues[at - 1], cue))
  const repeating = counts.filter((count) => count > 0).length
  if (cues.length < CUES || repeating < ROLLING * cues.length) return [...cues]
  return cues.map((cue, at) => ({ ...cue, lines: shownLines(cue).slice(counts[at]) }))
}
