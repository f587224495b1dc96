import { largest, smallest } from '@footnote/contract/shared/extremes.ts'
import { isUnspaced, joinWords } from '@footnote/contract/shared/language/spoken-words.ts'
import { PARAGRAPH, TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import type { CueWord, EditedWord } from '../../../platform/db/schema.ts'
import { type Effort, equalPairs, newEffort } from './difference.ts'

/** An edit that holds: words in place of those of an interval. Seconds. */
export interface Edit {
  readonly start_time: number
  readonly end_time: number
  readonly before: readonly EditedWord[]
  readonly words: readonly EditedWord[]
}

/** A range of words of a transcript, `to` excluded. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Seconds of a pause in which an added word has room of its own. */
const ROOM = 0.1

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const segments = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The edits that make a range of words say a text: one for each run of changed words, so that unchanged ones keep the
 * engine's times, and an engine that hears better later is still heard beside the edit.
 * @param words of the whole transcript
 * @param effort for all texts that one call changes
 */
export function editsFor(
  words: readonly EditedWord[],
  { from, to }: Range,
  text: string,
  effort = newEffort(),
): Edit[] {
  return changedRuns(words.slice(from, to), text, effort).map((run) =>
    timed(words, { from: from + run.from, to: from + run.to }, run.texts),
  )
}

/** The edit that puts words where none are. @param interval in seconds */
export const added = (interval: { start_time: number; end_time: number }, text: string): Edit => ({
  ...interval,
  before: [],
  words: shared(wordsIn(text), interval.start_time, interval.end_time),
})

interface Run extends Range {
  readonly texts: readonly string[]
}

/** Runs of words that a text changes, and what they become. */
function changedRuns(words: readonly EditedWord[], text: string, effort: Effort): Run[] {
  const old = words.flatMap(({ word }, owner) => atomsOf(word).map(({ atom }) => ({ atom, owner })))
  const atoms = atomsOf(text)
  const partners = new Map(
    equalPairs(
      old.map(({ atom }) => atom),
      atoms.map(({ atom }) => atom),
      effort,
    ),
  )
  const kept = keptWords(old, words.length, partners)
  const runs: Run[] = []
  let [word, atom] = [0, 0]
  /** Ends a run before a kept word, whose first and last atoms are given. */
  const close = (next: number, first: number) => {
    const inside = atoms.slice(atom, first)
    const said = inside.length > 0 ? text.slice(inside[0]?.from, inside.at(-1)?.to) : ''
    if (next > word || said !== '') runs.push({ from: word, to: next, texts: wordsIn(said) })
  }
  for (const [place, range] of kept.entries()) {
    if (!range) continue
    close(place, range.from)
    word = place + 1
    atom = range.to
  }
  close(words.length, atoms.length)
  return runs
}

/** For each word the atoms of the new text that are the same word; null for a word that changes. */
function keptWords(
  old: readonly { readonly owner: number }[],
  count: number,
  partners: ReadonlyMap<number, number>,
): (Range | null)[] {
  const atoms_of = Map.groupBy(old.keys(), (at) => old[at]?.owner)
  return Array.from({ length: count }, (_, owner) => {
    const found = atoms_of.get(owner)?.map((at) => partners.get(at))
    const first = found?.[0]
    if (first === undefined || found?.some((at, place) => at !== first + place)) return null
    return { from: first, to: first + (found?.length ?? 0) }
  })
}

interface Atom {
  readonly atom: string
  readonly from: number
  readonly to: number
}

/** The parts of a text that are compared: letters of scripts without spaces each alone, everything else between spaces. */
function atomsOf(text: string): Atom[] {
  const atoms: Atom[] = []
  let begun: number | null = null
  const close = (to: number) => {
    if (begun !== null) atoms.push({ atom: text.slice(begun, to), from: begun, to })
    begun = null
  }
  let from = 0
  for (const letter of text) {
    const to = from + letter.length
    if (isUnspaced(letter)) {
      close(from)
      atoms.push({ atom: letter, from, to })
    } else if (/\s/u.test(letter)) close(from)
    else begun ??= from
    from = to
  }
  close(from)
  return atoms
}

/** Words of a text, by its spaces; in a script without spaces by its dictionary. Punctuation belongs to the word before. */
export const wordsIn = (text: string): string[] =>
  text
    .split(/\s+/u)
    .filter((part) => part !== '')
    .flatMap((part) => ([...part].some(isUnspaced) ? segmented(part) : [part]))

function segmented(part: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segments.segment(part)) {
    const last = words.at(-1)
    if (isWordLike || last === undefined) words.push(segment)
    else words[words.length - 1] = last + segment
  }
  return words
}

/** An edit of a run of words. Added words take the pause beside a word, and share that word's time without one. */
function timed(words: readonly EditedWord[], { from, to }: Range, texts: readonly string[]): Edit {
  if (from === to) return beside(words, from, texts)
  const before = words.slice(from, to).map(plain)
  const start_time = smallest(before.map(({ start }) => start))
  const end_time = Math.max(start_time, largest(before.map(({ end }) => end)))
  const said =
    texts.length === before.length
      ? before.map(({ start, end }, at) => ({ word: texts[at] as string, start, end }))
      : shared(texts, start_time, end_time)
  return { start_time, end_time, before, words: said }
}

const plain = ({ word, start, end }: EditedWord): EditedWord => ({ word, start, end })

function beside(words: readonly EditedWord[], place: number, texts: readonly string[]): Edit {
  const [last, next] = [words[place - 1], words[place]]
  if (last) {
    const end = Math.min(next?.start ?? last.end, last.end + PARAGRAPH.pause)
    if (end - last.end < ROOM) return timed(words, { from: place - 1, to: place }, [last.word, ...texts])
    const said = [plain(last), ...shared(texts, last.end, end)]
    return { start_time: last.start, end_time: end, before: [plain(last)], words: said }
  }
  if (!next) throw new Error('Words are added beside a word.')
  const start = Math.max(0, next.start - PARAGRAPH.pause)
  if (next.start - start < ROOM) return timed(words, { from: place, to: place + 1 }, [...texts, next.word])
  const said = [...shared(texts, start, next.start), plain(next)]
  return { start_time: start, end_time: next.end, before: [plain(next)], words: said }
}

/** Letters as a reader counts them. Segmenting is slow, so plain ASCII skips it. */
const lengthOf = (text: string): number => (/^[ -~]*$/.test(text) ? text.length : [...graphemes.segment(text)].length)

/** Words that share an interval by the number of their letters. Times to the millisecond. */
export function shared(texts: readonly string[], start: number, end: number): EditedWord[] {
  const lengths = texts.map(lengthOf)
  const all = lengths.reduce((sum, length) => sum + length, 0)
  let passed = 0
  const at = (letters: number) =>
    letters === 0
      ? start
      : letters === all
        ? end
        : Math.min(end, Math.max(start, Math.round((start + ((end - start) * letters) / all) * 1000) / 1000))
  return texts.map((word, place) => {
    const from = passed
    passed += lengths[place] as number
    return { word, start: at(from), end: at(passed) }
  })
}

/** What lines with these words are found by: words that may be wrong are left out. */
export const searchedText = (words: readonly CueWord[]): string => textOf(words.filter(({ unsure }) => !unsure))

/** What words say. */
export const textOf = (words: readonly EditedWord[]): string => joinWords(words.map(({ word }) => word))

/** Number of words as limits count them: a long word counts as several. */
export const sizeOf = (words: readonly Pick<EditedWord, 'word'>[]): number =>
  words.reduce((sum, { word }) => sum + Math.max(1, Math.ceil(word.length / TRANSCRIPT.word_letters)), 0)

/** The beginning of a text, without a half of a character. @param most characters */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  const part = text.slice(0, most)
  return part.isWellFormed() ? part : part.slice(0, -1)
}
