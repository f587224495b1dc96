import type { Words } from '@footnote/contract/shared/spoken-words.ts'
import type { Marker } from '../../player/player-props.ts'
import type { Paragraph } from './paragraphs.ts'
import type { Match, Stretch } from './search/matches.ts'
import { wordAt } from './words.ts'

/** Letters of a word that answer the search. */
export interface Hit extends Stretch {
  /** Which of the matches they belong to, from 0. */
  readonly match: number
}
/** A marker and the word that it stands after. */
export interface PlacedMarker extends Marker {
  readonly word: number
}

/** Sorts what stands at words into their paragraphs, named by their first word. Those without anything are not in it. */
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

/** What answers the search in each paragraph that has any of it. */
export const placeMatches = (matches: readonly Match[], paragraphs: readonly Paragraph[]) =>
  byParagraph<Hit>(
    matches.flatMap((stretches, match) => stretches.map((stretch) => ({ ...stretch, match }))),
    paragraphs,
  )

/** The markers of each paragraph that has any: each stands after the word that is being said where it starts. */
export const placeMarkers = (markers: readonly Marker[], words: Words, paragraphs: readonly Paragraph[]) =>
  byParagraph<PlacedMarker>(
    [...markers]
      .sort((one, other) => one.number - other.number)
      .map((marker) => ({ ...marker, word: Math.max(0, wordAt(words, marker.start)) })),
    paragraphs,
  )
