import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { ShareExpiry } from '@footnote/contract/nouns/review/sharing/links.ts'
import { shareLinks } from '@footnote/contract/nouns/review/sharing/links.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/calls/client.ts'

const key = (video_id: string) => ['sharing', video_id]

/** The links to a video that this user may see. */
export const shareLinksQuery = (video_id: string) =>
  queryOptions({
    queryKey: key(video_id),
    queryFn: async ({ signal }) => (await call(shareLinks.list, { params: { video_id } }, signal)).share_links,
  })

/**
 * Whether to offer the dialog of links: to people who can make one, and to people who can only revoke some, for example
 * after they lost their seat. Never to guests.
 */
export function useOffersLinks({ id, can }: Pick<VideoDetail, 'id' | 'can'>, guest: boolean): boolean {
  const { data } = useQuery({ ...shareLinksQuery(id), enabled: !guest && !can.share })
  return !guest && (can.share || (data?.length ?? 0) > 0)
}

export interface LinkWish {
  permission: SharePermission
  expires_in_days: ShareExpiry
}

/** Creates a link. Only this answer contains its address. */
export function useCreateShareLink(video_id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: LinkWish) => call(shareLinks.createForVideo, { params: { video_id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key(video_id) }),
  })
}

/** Ends a link; resolves when the list no longer shows it. */
export function useRevokeShareLink(video_id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await call(shareLinks.revoke, { params: { id } })
      await queries.invalidateQueries({ queryKey: key(video_id) })
    },
    onError: (error) => console.warn('revoke', error),
  })
}
