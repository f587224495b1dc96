import { type ShareExpiry, type SharePermission, sharing } from '@footnote/contract/nouns/sharing.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/calls/client.ts'

const key = (video_id: string) => ['sharing', video_id]

/** The links to a video that this user may see. */
export const shareLinksQuery = (video_id: string) =>
  queryOptions({
    queryKey: key(video_id),
    queryFn: async ({ signal }) => (await call(sharing.list, { params: { video_id } }, signal)).share_links,
  })

export interface LinkWish {
  permission: SharePermission
  expires_in_days: ShareExpiry
}

/** Creates a link. Only this answer contains its address. */
export function useCreateShareLink(video_id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: LinkWish) => call(sharing.create, { params: { video_id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key(video_id) }),
  })
}

/** Ends a link; resolves when the list no longer shows it. */
export function useRevokeShareLink(video_id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await call(sharing.revoke, { params: { id } })
      await queries.invalidateQueries({ queryKey: key(video_id) })
    },
    onError: (error) => console.warn('revoke', error),
  })
}
