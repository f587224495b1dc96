import { largest, smallest } from '@footnote/contract/shared/extremes.ts'
import { joinWords } from '@footnote/contract/shared/language/spoken-words.ts'
import { PARAGRAPH, TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import type { CueWord, EditedWord } from '../../../platform/db/schema.ts'
import { beginningOf, type Edit } from './edit-words.ts'
import { firstWith, WordList, type WordPosition } from './word-list.ts'

/** A line of speech. Seconds. */
export interface Line {
  readonly start: number
  readonly end: number
  readonly words: readonly CueWord[]
}

/** What an engine heard in place of edited words; these words share it. */
interface HeardText {
  readonly text: string
}

/** A line that words can be in: one of those given, or one that an edit added. Seconds. */
interface Slot {
  readonly start: number
  readonly end: number
  /** Index of the given line; null for an added one. */
  readonly of: number | null
}

/** A word, the line that it is in, and what an engine heard in its place. */
interface PlacedWord {
  readonly word: CueWord
  readonly slot: Slot
  readonly heard: HeardText
}

/** What edits make of lines. */
export interface EditedLines {
  /** For each line its new times and words; null for a line that no edit changes. */
  readonly edited: readonly (Line | null)[]
  /** Lines that people typed where nothing was said, in order of time. */
  readonly added: readonly Line[]
}

/**
 * Lines with edits, in the order in which people made them. An edit replaces the words that it replaced when it was
 * made. If an earlier edit was undone since, or another engine heard other words, it replaces those that are said in its
 * interval. Every line stays, even without words. An added word belongs to the nearest line; it begins a line where none is near.
 * @param lines as an engine or a subtitle file has them, in order of time
 */
export function applyEdits(lines: readonly Line[], edits: readonly Edit[]): EditedLines {
  const given = lines.map(({ start, end }, of): Slot => ({ start, end, of }))
  const slots = [...given]
  const isAlone = isAloneAmong(lines)
  const placed = new WordList(
    lines.flatMap(({ words }, line) =>
      words.map((word): PlacedWord => ({ word, slot: given[line] as Slot, heard: { text: word.word } })),
    ),
  )
  for (const [at, edit] of edits.entries()) {
    // The edits of a change are in the order of time, and so are the places where they apply.
    if (edit.start_time < (edits[at - 1]?.start_time ?? 0)) placed.rewind()
    replaceIn(placed, slots, edit, isAlone)
  }
  const words_of = Map.groupBy(placed.all(), ({ slot }) => slot)
  const wordsIn = (slot: Slot) => (words_of.get(slot) ?? []).map(withOriginal)
  return {
    edited: lines.map((line, of) => {
      const slot = given[of] as Slot
      const words = wordsIn(slot)
      const same = words.length === line.words.length && words.every((word, place) => word === line.words[place])
      return same ? null : { ...spanOf(slot, words), words }
    }),
    added: slots.flatMap((slot) => {
      const words = slot.of === null ? wordsIn(slot) : []
      return words.length === 0 ? [] : { ...spanOf(slot, words), words }
    }),
  }
}

/** An interval in seconds. */
type Span = Pick<Edit, 'start_time' | 'end_time'>

/**
 * Tells whether no line is near an interval: none within the pause of a paragraph. What is typed there is a line of its
 * own.
 * @param lines in order of time
 */
function isAloneAmong(lines: readonly Pick<Line, 'start' | 'end'>[]): (interval: Span) => boolean {
  const reach = new Float64Array(lines.length)
  for (const [at, { end }] of lines.entries()) reach[at] = Math.max(end, reach[at - 1] ?? 0)
  return ({ start_time, end_time }) => {
    const behind = firstWith(lines, (line) => line.start > end_time + PARAGRAPH.pause)
    return behind === 0 || (reach[behind - 1] as number) < start_time - PARAGRAPH.pause
  }
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

const spanOf = ({ start, end }: Slot, words: readonly CueWord[]) => ({
  start: words.reduce((least, word) => Math.min(least, word.start), start),
  end: words.reduce((most, word) => Math.max(most, word.end), end),
})

function replaceIn(
  placed: WordList<PlacedWord>,
  slots: Slot[],
  edit: Edit,
  isAlone: (interval: Span) => boolean,
): void {
  const gone = placed.find(edit.before) ?? placesWithin(placed, edit)
  const place = gone[0] ?? placed.placeAt(middle(edit.start_time, edit.end_time))
  const removed = placed.remove(gone)
  if (removed.length === 0 && edit.words.length > 0 && isAlone(edit)) {
    const slot: Slot = { start: edit.start_time, end: edit.end_time, of: null }
    slots.splice(
      firstWith(slots, ({ start }) => start > slot.start),
      0,
      slot,
    )
    placed.insert(place, insertedWords([slot], edit, [], { from: 0, to: 0 }))
    return
  }
  const { previous, next } = placed.beside(place)
  const own = [...new Set(removed.map(({ slot }) => slot))].map((slot) => indexOf(slots, slot))
  const range =
    own.length > 0
      ? { from: smallest(own), to: largest(own) }
      : {
          from: previous ? indexOf(slots, previous.slot) : 0,
          to: next ? indexOf(slots, next.slot) : slots.length - 1,
        }
  // Words of overlapping lines are not in the order of their lines.
  const ordered = { from: Math.min(range.from, range.to), to: Math.max(range.from, range.to) }
  placed.insert(place, insertedWords(slots, edit, removed, ordered))
}

/** Index of a line among all, in order of their starts. */
function indexOf(slots: readonly Slot[], slot: Slot): number {
  const first = firstWith(slots, ({ start }) => start >= slot.start)
  const at = slots.indexOf(slot, first)
  return at < 0 ? slots.indexOf(slot) : at
}

const middle = (start: number, end: number): number => (start + end) / 2

/** The words whose middle an interval has, else the first word that has the middle of the interval. */
function placesWithin(placed: WordList<PlacedWord>, { start_time, end_time }: Edit): WordPosition[] {
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
  slots: readonly Slot[],
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
    const at = own ? indexOf(slots, own.slot) : nearestLine(slots, middle(start, end), least, to)
    least = Math.max(least, at)
    return { word: { word, start, end, confidence: 1 }, slot: slots[least] as Slot, heard: own?.heard ?? together }
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
function nearestLine(lines: readonly Slot[], seconds: number, from: number, to: number): number {
  const distance = (index: number) => {
    const { start, end } = lines[index] as Slot
    return Math.max(0, start - seconds, seconds - end)
  }
  let [best, least] = [from, distance(from)]
  for (let index = from + 1; index <= to && (lines[index] as Slot).start - seconds < least; index++)
    if (distance(index) < least) [best, least] = [index, distance(index)]
  return best
}
