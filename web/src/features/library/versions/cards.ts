import type { Video } from '@footnote/contract/nouns/library/videos.ts'

/** The videos that have a card: the current version of each stack. */
export const cardsOf = (videos: readonly Video[]): Video[] => videos.filter(({ current }) => current)

/** Versions of a video's stack that are not in deletion, newest first. */
const versionsOf = ({ stack_id }: Video, videos: readonly Video[]): Video[] =>
  videos
    .filter((video) => video.stack_id === stack_id && video.status !== 'DELETING')
    .sort((one, other) => other.version - one.version)

/** The newest version, if it is newer than the current one: it is being indexed, or it failed. */
export function comingVersion(card: Video, videos: readonly Video[]): Video | null {
  const [newest] = versionsOf(card, videos)
  return newest && newest.version > card.version ? newest : null
}

/** The stack of a card as the target of an upload, with the number that the next version is expected to get. */
export const targetOf = (card: Video, videos: readonly Video[]) => ({
  video_id: card.id,
  file_name: card.file_name,
  version: 1 + Math.max(card.version, ...versionsOf(card, videos).map(({ version }) => version)),
})
