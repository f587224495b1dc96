import * as z from 'zod/mini'
import { endpointsOf } from '../../../calls/endpoint.ts'
import { Id, optionalLines, requiredLines } from '../../../calls/fields.ts'
import { TEXT } from '../../../shared/limits.ts'
import { MOMENTS } from '../../../shared/review-limits.ts'
import { ALL_COLLECTIONS, RegionText, SearchTypes } from '../../output/search.ts'
import { Comment, VISIBILITIES } from '../comments.ts'

const seconds = (missing: string) => z.number(missing).check(z.gte(0, 'A time is 0 or more'))

/** A match, or a part of it, to comment on. Its frames are those of the match. */
export const MatchToComment = z.object({
  video_id: Id,
  /** Seconds. */
  start_time: seconds('A start is required'),
  /** Seconds; exclusive, as the end of a match: the comment ends with the last frame before it. */
  end_time: seconds('An end is required'),
  /** Of the match, 0 to 1. */
  score: z.number('A score is required').check(z.gte(0, 'A score is 0 to 1'), z.lte(1, 'A score is 0 to 1')),
  content: requiredLines('Please enter a comment', TEXT.comment),
})
export type MatchToComment = z.infer<typeof MatchToComment>

export const matchComments = endpointsOf('Comments', {
  /**
   * All or none. Answers in the order of the items. An item that the caller has sent before, with the same text for the
   * same frames, is answered with that comment, so the call can be repeated. The owner of several of the videos gets one
   * notification.
   */
  send: {
    method: 'POST',
    path: '/api/quick-review/comments-from-matches',
    access: 'user',
    summary: 'Comment on matches of a search, in one or several videos',
    body: z.object({
      items: z
        .array(MatchToComment, { error: 'Choose the matches to comment on' })
        .check(
          z.minLength(1, 'Choose a match to comment on'),
          z.maxLength(MOMENTS.most, `At most ${MOMENTS.most} matches can be sent at once`),
        ),
      /** Absent or blank for a search by a picture or a frame. */
      query: optionalLines(TEXT.query),
      /** What the search was limited to; absent or empty for all modalities. */
      types: z._default(SearchTypes, []),
      /** Id of the searched collection, or `ALL_COLLECTIONS`. */
      index_id: z._default(Id, ALL_COLLECTIONS),
      /** The frame of a search for similar moments; time in seconds. */
      frame: z.optional(
        z.nullable(z.object({ video_id: Id, time: seconds('A time is required'), region: z.optional(RegionText) })),
      ),
      visibility: z._default(z.enum(VISIBILITIES), 'everyone'),
    }),
    response: z.object({
      comments: z.array(Comment),
      /** Ids of those that were written by an earlier call. */
      repeated: z.array(z.string()),
    }),
  },
})
