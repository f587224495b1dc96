import type { Match } from '@footnote/contract/nouns/output/search.ts'
import type { MatchToComment } from '@footnote/contract/nouns/review/comments/from-matches.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { firstWords } from './first-words.ts'
import { matchId } from './use-chosen-matches.ts'

/** The moments of one video, in its order of time. */
export interface VideoMoments {
  readonly video_id: string
  readonly matches: readonly Match[]
}

/** The moments by video: videos as the results have them, and in each the moments by time. */
export const byVideo = (matches: readonly Match[]): VideoMoments[] =>
  [...Map.groupBy(matches, ({ video_id }) => video_id)].map(([video_id, of_video]) => ({
    video_id,
    matches: of_video.toSorted((one, other) => one.start_time - other.start_time),
  }))

/** Words for each moment, by `matchId`. Those that nobody changed are missing. */
export type Texts = Readonly<Record<string, string>>

/** What the comment on a match says. */
export const textOf = (match: Match, texts: Texts): string => texts[matchId(match)] ?? firstWords(match)

/** The comments as they are sent. @param prefix begins each text */
export const itemsOf = (matches: readonly Match[], texts: Texts, prefix: string): MatchToComment[] =>
  matches.map((match) => ({
    video_id: match.video_id,
    start_time: match.start_time,
    end_time: match.end_time,
    score: match.score,
    content: [prefix.trim(), textOf(match, texts).trim()].filter(Boolean).join(' '),
  }))

/** What is wrong with a comment, or null. */
export function problemOf({ content }: Pick<MatchToComment, 'content'>): string | null {
  if (content === '') return 'Write what the comment says'
  return content.length > TEXT.comment ? `At most ${TEXT.comment} characters are allowed` : null
}
