import type { ChangeLink, CreateLink, SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { ShareExpiry } from '@footnote/contract/nouns/review/sharing/links.ts'
import { shareLinks } from '@footnote/contract/nouns/review/sharing/links.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../../lib/calls/client.ts'
import type { ShareSubject } from './subject.ts'

const KEY = ['sharing', 'links']

/** Of the boxes that send files to a collection. */
export const boxesKey = (collection_id: string) => [...KEY, 'boxes', collection_id]

/** The links to a video that this user may see. */
export const shareLinksQuery = (video_id: string) =>
  queryOptions({
    queryKey: [...KEY, 'video', video_id],
    queryFn: async ({ signal }) => (await call(shareLinks.list, { params: { video_id } }, signal)).share_links,
  })

/** The links to what somebody shares, as far as this user may see them. */
export const linksQuery = (subject: Pick<ShareSubject, 'kind' | 'id'>) =>
  subject.kind === 'video'
    ? shareLinksQuery(subject.id)
    : queryOptions({
        queryKey: [...KEY, subject.kind, subject.id],
        queryFn: async ({ signal }) => {
          const query = subject.kind === 'collection' ? { collection_id: subject.id } : { selects_id: subject.id }
          return (await call(shareLinks.listAll, { query }, signal)).share_links
        },
      })

/** Who opened a link, newest first. */
export const visitsQuery = (id: string) =>
  queryOptions({
    queryKey: ['sharing', 'visits', id],
    queryFn: ({ signal }) => call(shareLinks.visits, { params: { id } }, signal),
    staleTime: 0,
  })

/** What guests have sent into a box, newest first; outdated at once, because files arrive. */
export const receivedQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'received', id],
    queryFn: async ({ signal }) => (await call(shareLinks.files, { params: { id } }, signal)).files,
    staleTime: 0,
  })

/** A link to make: one to a version with nothing else, or one with settings. */
export type LinkWish =
  | { readonly video_id: string; readonly permission: SharePermission; readonly expires_in_days: ShareExpiry }
  | { readonly link: z.input<typeof CreateLink> }

/** Makes a link. */
export function useMakeLink() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (wish: LinkWish) => {
      if ('link' in wish) {
        const { share_url, link } = await call(shareLinks.create, { body: wish.link })
        return { share_url, id: link.id, expires_at: link.expires_at }
      }
      const { video_id, ...body } = wish
      return await call(shareLinks.createForVideo, { params: { video_id }, body })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

/** Changes a link; resolves when the lists show it. */
export function useChangeLink(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: z.input<typeof ChangeLink>) => {
      const link = await call(shareLinks.change, { params: { id }, body })
      await queries.invalidateQueries({ queryKey: KEY })
      return link
    },
    onError: (error) => console.warn('change link', error),
  })
}

/** The address of a link. @throws ApiError link_without_address */
export const readAddress = async (id: string): Promise<string> =>
  (await call(shareLinks.address, { params: { id } })).share_url

/** Ends a link; resolves when the lists no longer show it. */
export function useRevokeLink() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await call(shareLinks.revoke, { params: { id } })
      await queries.invalidateQueries({ queryKey: KEY })
    },
    onError: (error) => console.warn('revoke', error),
  })
}
