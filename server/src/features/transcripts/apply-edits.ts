import { largest, smallest } from '@footnote/contract/shared/extremes.ts'
import { joinWords } from '@footnote/contract/shared/language/spoken-words.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import type { CueWord, EditedWord } from '../../platform/db/schema.ts'
import { beginningOf } from './edit-words.ts'
import { type Place, WordList } from './word-list.ts'

/** A line of speech. Seconds. */
export interface Line {
  readonly start: number
  readonly end: number
  readonly words: readonly CueWord[]
}

/** An edit that holds: words in place of those of an interval. Seconds. */
export interface Edit {
  readonly start_time: number
  readonly end_time: number
  readonly before: readonly EditedWord[]
  readonly words: readonly EditedWord[]
}

/** What an engine heard in place of edited words; these words share it. */
interface HeardText {
  readonly text: string
}

/** A word, the line that it is in, and what an engine heard in its place. */
interface PlacedWord {
  readonly word: CueWord
  readonly line: number
  readonly heard: HeardText
}

/**
 * The lines of an engine with edits, in the order in which people made them. An edit replaces the words that it
 * replaced when it was made. If an earlier edit was undone since, or another engine heard other words, it replaces those
 * that are said in its interval. Lines neither come nor go, so an added word belongs to the nearest one.
 * @param lines as an engine wrote them, in order of time
 * @returns for each line its new times and words; null for a line that no edit changes
 */
export function applyEdits(lines: readonly Line[], edits: readonly Edit[]): (Line | null)[] {
  if (lines.length === 0) return []
  const placed = new WordList(
    lines.flatMap(({ words }, line) => words.map((word): PlacedWord => ({ word, line, heard: { text: word.word } }))),
  )
  for (const [at, edit] of edits.entries()) {
    // The edits of a change are in the order of time, and so are the places where they apply.
    if (edit.start_time < (edits[at - 1]?.start_time ?? 0)) placed.rewind()
    replaceIn(placed, lines, edit)
  }
  const by_line = Map.groupBy(placed.all(), ({ line }) => line)
  return lines.map((line, at) => {
    const words = (by_line.get(at) ?? []).map(withOriginal)
    const same = words.length === line.words.length && words.every((word, place) => word === line.words[place])
    return same ? null : { ...spanOf(line, words), words }
  })
}

/**
 * Words that an edit wrote say what the engine heard, unless it is the same. All words of an edit say all that was heard,
 * so a long text is cut: otherwise an edit of 20,000 words would be 20,000 texts of as many.
 */
function withOriginal({ word, heard }: PlacedWord): CueWord {
  if (word.word === heard.text) return word
  const shown = beginningOf(heard.text, TRANSCRIPT.original - 1)
  return { ...word, original: shown === heard.text ? shown : `${shown}…` }
}

const spanOf = ({ start, end }: Line, words: readonly CueWord[]) => ({
  start: words.reduce((least, word) => Math.min(least, word.start), start),
  end: words.reduce((most, word) => Math.max(most, word.end), end),
})

function replaceIn(placed: WordList<PlacedWord>, lines: readonly Line[], edit: Edit): void {
  const gone = placed.find(edit.before) ?? placesWithin(placed, edit)
  const place = gone[0] ?? placed.placeAt(middle(edit.start_time, edit.end_time))
  const removed = placed.remove(gone)
  const { previous, next } = placed.beside(place)
  const own = removed.map(({ line }) => line)
  const range =
    own.length > 0
      ? { from: smallest(own), to: largest(own) }
      : { from: previous?.line ?? 0, to: next?.line ?? lines.length - 1 }
  placed.insert(place, insertedWords(lines, edit, removed, range))
}

const middle = (start: number, end: number): number => (start + end) / 2

/** The words whose middle an interval has, else the first word that has the middle of the interval. */
function placesWithin(placed: WordList<PlacedWord>, { start_time, end_time }: Edit): Place[] {
  const within = (seconds: number, from: number, to: number) =>
    (seconds >= from && seconds < to) || (from === to && seconds === from)
  const inside = placed.filter({ from: start_time, to: end_time }, ({ start, end }) =>
    within(middle(start, end), start_time, end_time),
  )
  if (inside.length > 0) return inside
  const at = middle(start_time, end_time)
  return placed.filter({ from: at, to: at }, ({ start, end }) => within(at, start, end)).slice(0, 1)
}

/** The words of an edit, each in the nearest line among those that it may be in. */
function insertedWords(
  lines: readonly Line[],
  { words }: Edit,
  removed: readonly PlacedWord[],
  { from, to }: { readonly from: number; readonly to: number },
): PlacedWord[] {
  const partners = partnersOf(words, removed)
  const kept = new Set(partners)
  const rest = removed.filter((word) => !kept.has(word))
  const together: HeardText = {
    text: joinWords([...new Set(rest.map(({ heard }) => heard))].flatMap(({ text }) => (text === '' ? [] : [text]))),
  }
  let least = from
  return words.map(({ word, start, end }, place): PlacedWord => {
    const own = partners[place]
    const line = Math.max(least, own?.line ?? nearestLine(lines, middle(start, end), least, to))
    least = line
    return { word: { word, start, end, confidence: 1 }, line, heard: own?.heard ?? together }
  })
}

/** The removed word that each new word replaces: all in order if they are as many, else equal ones at both ends. */
function partnersOf(words: readonly EditedWord[], removed: readonly PlacedWord[]): (PlacedWord | undefined)[] {
  if (words.length === removed.length) return [...removed]
  const isSame = (word: EditedWord | undefined, other: PlacedWord | undefined) =>
    word !== undefined && word.word === other?.word.word
  let [first, last] = [0, 0]
  while (first < Math.min(words.length, removed.length) && isSame(words[first], removed[first])) first++
  const most = Math.min(words.length, removed.length) - first
  while (last < most && isSame(words.at(-1 - last), removed.at(-1 - last))) last++
  return words.map((_, place) => {
    if (place < first) return removed[place]
    return place >= words.length - last ? removed[place + removed.length - words.length] : undefined
  })
}

/** The first line with the least distance to a time. Lines are in the order of their starts. */
function nearestLine(lines: readonly Line[], seconds: number, from: number, to: number): number {
  const distance = (index: number) => {
    const { start, end } = lines[index] as Line
    return Math.max(0, start - seconds, seconds - end)
  }
  let [best, least] = [from, distance(from)]
  for (let index = from + 1; index <= to && (lines[index] as Line).start - seconds < least; index++)
    if (distance(index) < least) [best, least] = [index, distance(index)]
  return best
}
