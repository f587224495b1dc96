import type { EditedWord } from '../../../../platform/db/schema.ts'
import { equalPairs, newEffort } from '../difference.ts'
import { shared } from '../edit-words.ts'
import type { ImportedLine } from './timed-lines.ts'

/** Seconds around a line in which an engine may have heard its words. */
const AROUND = 0.5
/** Words of an engine that one line is compared with, and more for each of its words: what people say in its time. */
const [COMPARED, EACH] = [50, 4]
/** Seconds that each word needs between two whose times are known. */
const ROOM = 0.02

/** What is compared of a word: its letters and digits. */
const lettersOf = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/**
 * Lines whose words begin and end when an engine heard the same words there. The words between them share the time that is
 * left by letters. A line begins and ends as before.
 * @param lines in order of their starts
 * @param heard words of an engine
 */
export function withHeardTimes(lines: readonly ImportedLine[], heard: readonly EditedWord[]): ImportedLine[] {
  if (heard.length === 0) return [...lines]
  const effort = newEffort()
  const sorted = heard
    .filter(({ word, start, end }) => lettersOf(word) !== '' && end > start)
    .toSorted((one, other) => one.start - other.start)
  let first = 0
  return lines.map((line) => {
    while (first < sorted.length && (sorted[first] as EditedWord).start < line.start - AROUND) first++
    const most = Math.min(sorted.length, first + COMPARED + EACH * line.words.length)
    let behind = first
    while (behind < most && (sorted[behind] as EditedWord).start < line.end) behind++
    const near = sorted.slice(first, behind).filter(({ end }) => end <= line.end + AROUND)
    const pairs = equalPairs(
      line.words.map(({ word }) => lettersOf(word)),
      near.map(({ word }) => lettersOf(word)),
      effort,
    )
    const known = new Map(pairs.map(([at, place]) => [at, near[place] as EditedWord]))
    return known.size > 0 ? { ...line, words: timedBy(line, known) } : line
  })
}

/** The words of a line, some of whose times are known. A time that leaves the other words no room does not count. */
function timedBy(line: ImportedLine, known: ReadonlyMap<number, EditedWord>): EditedWord[] {
  const words: EditedWord[] = []
  let [waiting, from]: [string[], number] = [[], line.start]
  /** Gives the waiting words the time until a known word. */
  const close = (until: number) => {
    for (const word of shared(waiting, from, until)) words.push(word)
    waiting = []
  }
  for (const [at, { word }] of line.words.entries()) {
    const own = known.get(at)
    const left = line.words.length - 1 - at
    const start = at === 0 ? line.start : (own?.start ?? 0)
    const end = left === 0 ? line.end : (own?.end ?? 0)
    const fits = start >= from + ROOM * waiting.length && end >= start + ROOM && end + ROOM * left <= line.end
    if (own && fits) {
      close(start)
      words.push({ word, start, end })
      from = end
    } else waiting.push(word)
  }
  close(line.end)
  return words
}
