import { approvals } from '@footnote/contract/nouns/review/approvals.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, type ShareAccess } from '../../../lib/calls/client.ts'

/** Key of the query for the approval of a version. */
export const approvalsKey = (video_id: string) => ['review', 'approvals', video_id] as const

/** The approval of a version. @param share the share link that opened the page; null for a signed-in user */
export const approvalsQuery = (video_id: string, share: ShareAccess | null) =>
  queryOptions({
    queryKey: approvalsKey(video_id),
    queryFn: ({ signal }) => call(approvals.get, { params: { video_id } }, signal, share),
  })
