import type { Video } from '@footnote/contract/nouns/videos.ts'

/** The videos that have a card: the current version of each stack. */
export const cardsOf = (videos: readonly Video[]): Video[] => videos.filter(({ current }) => current)
