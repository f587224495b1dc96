import { type MatchToComment, matchComments } from '@footnote/contract/nouns/review/comments/from-matches.ts'
import type { Comment, Visibility } from '@footnote/contract/nouns/review/comments.ts'
import { comments } from '@footnote/contract/nouns/review/comments.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../../lib/calls/client.ts'
import type { SearchRequest } from '../question/search-address.ts'

/** What is sent to review: comments, and the search that found their moments. */
export interface MomentsToSend {
  readonly items: readonly MatchToComment[]
  /** Id of the searched collection, or of all of them. */
  readonly where: string
  readonly request: SearchRequest
  readonly visibility: Visibility
}

/** Comments on matches: all or none. Sent again after a lost answer, it writes none twice. */
export function useSendToReview() {
  return useMutation({
    mutationFn: ({ items, where, request, visibility }: MomentsToSend) =>
      call(matchComments.send, {
        body: {
          items: [...items],
          index_id: where,
          query: request.similar || request.image ? '' : request.query,
          types: [...request.types],
          frame: request.similar ?? null,
          visibility,
        },
      }),
    onError: (error) => console.warn('send to review', error),
  })
}

/** Deletes comments at the same time. A browser has six connections, so six are deleted at once. */
const AT_ONCE = 6

/** Takes comments back. @returns those that could not be deleted */
export async function takeBack(written: readonly Comment[]): Promise<Comment[]> {
  const left: Comment[] = []
  const waiting = [...written]
  const next = async () => {
    for (let comment = waiting.shift(); comment; comment = waiting.shift()) {
      const { video_id, id: comment_id } = comment
      await call(comments.delete, { params: { video_id, comment_id } }).catch((error: unknown) => {
        console.warn('take back', error)
        if (comment) left.push(comment)
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return left
}
