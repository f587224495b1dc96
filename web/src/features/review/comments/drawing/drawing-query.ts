import { comments } from '@footnote/contract/nouns/review/comments.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, type ShareAccess } from '../../../../lib/calls/client.ts'

/** The drawing of a comment; null when it has none. */
export const drawingQuery = (video_id: string, comment_id: string, share: ShareAccess | null) =>
  queryOptions({
    queryKey: ['drawing', video_id, comment_id, share],
    queryFn: async ({ signal }) =>
      (await call(comments.drawing, { params: { video_id, comment_id } }, signal, share)).drawing,
  })
