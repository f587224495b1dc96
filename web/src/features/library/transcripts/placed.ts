import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import type { Marker } from '../../../player/player-props.ts'
import type { Paragraph } from './paragraphs.ts'
import type { Match, Stretch } from './search/matches.ts'
import { wordAt } from './word-at.ts'

/** A part of a word that matches the search. */
export interface Hit extends Stretch {
  /** Index of its match, from 0. */
  readonly match: number
}
/** Characters in a line of a panel of usual width, to estimate text before its layout. */
export const LINE = 38

/** A marker, and the word before it. */
export interface PlacedMarker extends Marker {
  readonly word: number
}

/** Groups items at words by paragraph, under the index of its first word. Paragraphs without items are left out. */
function byParagraph<Item extends { readonly word: number }>(
  items: readonly Item[],
  paragraphs: readonly Paragraph[],
): ReadonlyMap<number, readonly Item[]> {
  const sorted = [...items].sort((one, other) => one.word - other.word)
  const groups = new Map<number, Item[]>()
  let at = 0
  for (const item of sorted) {
    while (item.word >= (paragraphs[at]?.to ?? Number.POSITIVE_INFINITY)) at += 1
    const from = paragraphs[at]?.from ?? 0
    groups.set(from, [...(groups.get(from) ?? []), item])
  }
  return groups
}

/** The search matches of each paragraph that has any. */
export const placeMatches = (matches: readonly Match[], paragraphs: readonly Paragraph[]) =>
  byParagraph<Hit>(
    matches.flatMap((stretches, match) => stretches.map((stretch) => ({ ...stretch, match }))),
    paragraphs,
  )

/**
 * The markers of each paragraph that has any. A marker follows the word that is said at its start; markers at words side by
 * side are together after the last of them, so that they do not break each word from the next.
 */
export function placeMarkers(
  markers: readonly Marker[],
  words: Words,
  paragraphs: readonly Paragraph[],
): ReadonlyMap<number, readonly PlacedMarker[]> {
  const placed = [...markers]
    .sort((one, other) => one.start_time - other.start_time)
    .map((marker) => ({ ...marker, word: Math.max(0, wordAt(words, marker.start_time)) }))
  const groups = byParagraph<PlacedMarker>(placed, paragraphs)
  return new Map([...groups].map(([from, group]) => [from, gathered(group, words)]))
}

/** Words from one marker to the next that still count as side by side: the next word, or the one after it. */
const BESIDE = 2

/** Markers of a paragraph, in the order of their words, with those side by side after one word in each line. */
function gathered(group: readonly PlacedMarker[], words: Words): PlacedMarker[] {
  const runs: PlacedMarker[][] = []
  for (const marker of group) {
    const run = runs.at(-1)
    const [first, last] = [run?.at(0)?.word ?? 0, run?.at(-1)?.word ?? Number.NEGATIVE_INFINITY]
    const length = words.slice(first, marker.word + 1).reduce((sum, { word }) => sum + word.length + 1, 0)
    if (run && marker.word - last <= BESIDE && length <= LINE) run.push(marker)
    else runs.push([marker])
  }
  return runs.flatMap((run) => run.map((marker) => ({ ...marker, word: run.at(-1)?.word ?? marker.word })))
}
