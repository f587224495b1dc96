import { approvals } from '@footnote/contract/nouns/review/approvals.ts'
import type { ReviewStatus, Verdict } from '@footnote/contract/shared/review-status.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Call, call, type ShareAccess } from '../../../lib/calls/client.ts'
import { download } from '../../../lib/calls/download.ts'
import { readGuestName } from '../../../lib/guest.ts'
import { approvalsKey } from './approvals-query.ts'

/** Everything that happened to the approval, oldest first. */
export const logQuery = (video_id: string) =>
  queryOptions({
    queryKey: [...approvalsKey(video_id), 'log'],
    queryFn: async ({ signal }) => (await call(approvals.log, { params: { video_id }, query: {} }, signal)).entries,
    staleTime: 0,
  })

/** Saves the same as a CSV file. */
export const useLogFile = (video_id: string) =>
  useMutation({ mutationFn: () => download(approvals.log, { params: { video_id }, query: { format: 'csv' } }) })

/** A change to the approval; the page shows the answer. */
function useChange<Asked>(video_id: string, send: (asked: Asked) => ReturnType<typeof call<typeof approvals.get>>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (answer) => queries.setQueryData(approvalsKey(video_id), answer),
    // What the page shows is old, for example after another version became the current one.
    onError: () => queries.invalidateQueries({ queryKey: approvalsKey(video_id) }),
  })
}

export type Request = Call<typeof approvals.request>['body']

/** Asks people for a verdict. */
export const useRequest = (video_id: string) =>
  useChange(video_id, (body: Request) => call(approvals.request, { params: { video_id }, body }))

/** A guest decides by the name that they gave, unless the link was made for them. */
const nameOf = (share: ShareAccess | null): { guest_name?: string } =>
  share && readGuestName() ? { guest_name: readGuestName() } : {}

/** Gives a verdict, or takes it back. */
export const useDecide = (video_id: string, share: ShareAccess | null) =>
  useChange(video_id, (body: { verdict: Verdict; note: string }) =>
    call(approvals.decide, { params: { video_id }, body: { ...body, ...nameOf(share) } }, undefined, share),
  )

/** Sets the status, while nobody is asked. */
export const useSetStatus = (video_id: string) =>
  useChange(video_id, (review_status: ReviewStatus) =>
    call(approvals.setStatus, { params: { video_id }, body: { review_status } }),
  )
