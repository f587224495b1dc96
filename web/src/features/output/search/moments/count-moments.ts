import type { Match } from '@footnote/contract/nouns/output/search.ts'

/** How many moments, in words. */
export const countMoments = (count: number): string => `${count} ${count === 1 ? 'moment' : 'moments'}`

/** How many moments in how many videos, in words. */
export function countOfMatches(matches: readonly Pick<Match, 'video_id'>[]): string {
  const videos = new Set(matches.map(({ video_id }) => video_id)).size
  return `${countMoments(matches.length)} in ${videos} ${videos === 1 ? 'video' : 'videos'}`
}
