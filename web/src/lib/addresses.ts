import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import type { SearchSource } from '@footnote/contract/nouns/review/comments/source.ts'

type Kind = Collection['kind']

/** Screen that lists the collections of a kind. */
export const listAddress = (kind: Kind): string => (kind === 'review' ? '/quick-review/home' : '/collections')

/** Screen of one collection. */
export const collectionAddress = ({ id, kind }: Pick<Collection, 'id' | 'kind'>): string =>
  kind === 'review' ? `/quick-review/collections/${id}` : `/collections/${id}`

/** That screen with its upload dialog open. */
export const uploadAddress = (collection: Pick<Collection, 'id' | 'kind'>): string =>
  `${collectionAddress(collection)}?openUploadModal=true`

/** A frame of a video, or a part of it. Time in seconds. */
export interface FramePlace {
  readonly video_id: string
  readonly time: number
  /** The part as `writeRegion` writes it; absent for the whole frame. */
  readonly region?: string | undefined
}

/** A frame as the search address names it: `VIDEO_ID@SECONDS`. */
export const namedFrame = ({ video_id, time }: FramePlace): string => `${video_id}@${time}`

/** Screen with the moments that look like a frame. @param where id of the collection to search, or of all of them */
export const similarAddress = (where: string, frame: FramePlace): string =>
  `/collections/${where}/search?similar=${namedFrame(frame)}${frame.region ? `&region=${frame.region}` : ''}`

/** Screen with the results of the search that a comment comes from; null for a picture, which is kept nowhere. */
export function searchedAddress({ index_id, query, types, frame }: SearchSource): string | null {
  if (frame) return similarAddress(index_id, frame)
  if (!query) return null
  const search = new URLSearchParams([['q', query], ...types.map((type) => ['options', type])])
  return `/collections/${index_id}/search?${search}`
}

/** The share link that opened a page; null for signed-in people. */
type Access = { readonly share_token: string } | null

/** Screen that compares two versions of a cut. @param state the comparison as its address holds it */
export const compareAddress = (
  first: Pick<Video, 'id' | 'user_id'>,
  state: URLSearchParams,
  share: Access = null,
): string => `${reviewAddress(first, share)}/compare?${state}`

/** Screen to review a video on. */
export const reviewAddress = ({ id, user_id }: Pick<Video, 'id' | 'user_id'>, share: Access = null): string =>
  share ? sharedVideoAddress(share.share_token, id) : `/quick-review/${user_id}/${id}`

/** Page that a share link opens. */
export const sharedAddress = (share_token: string): string => `/shared/${share_token}`

/** Page of a box, by which its guests send files. */
export const sendAddress = (share_token: string): string => `/send/${share_token}`

/** Page of a video that a share link shows. */
export const sharedVideoAddress = (share_token: string, video_id: string): string =>
  `${sharedAddress(share_token)}/${video_id}`

/** Screen that lists the selects of the company. */
export const SELECTS_LIST = '/selects'

/** Screen of one list of selects. */
export const selectsAddress = (id: string): string => `/selects/${id}`
