import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import type { Marker } from '../../player/player-props.ts'
import type { Paragraph } from './paragraphs.ts'
import type { Match, Stretch } from './search/matches.ts'
import { wordAt } from './word-at.ts'

/** A part of a word that matches the search. */
export interface Hit extends Stretch {
  /** Index of its match, from 0. */
  readonly match: number
}
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

/** The markers of each paragraph that has any. A marker follows the word that is said at its start. */
export const placeMarkers = (markers: readonly Marker[], words: Words, paragraphs: readonly Paragraph[]) =>
  byParagraph<PlacedMarker>(
    [...markers]
      .sort((one, other) => one.start - other.start)
      .map((marker) => ({ ...marker, word: Math.max(0, wordAt(words, marker.start)) })),
    paragraphs,
  )
