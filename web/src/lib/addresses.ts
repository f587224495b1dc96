import type { Collection } from '@footnote/contract/collections.ts'
import type { Video } from '@footnote/contract/videos.ts'

type Kind = Collection['kind']

/** Screen with the list of a kind's collections. */
export const listAddress = (kind: Kind): string => (kind === 'review' ? '/quick-review/home' : '/collections')

/** Screen of one collection. */
export const collectionAddress = ({ id, kind }: Pick<Collection, 'id' | 'kind'>): string =>
  kind === 'review' ? `/quick-review/collections/${id}` : `/collections/${id}`

/** Screen on which a video is reviewed. */
export const reviewAddress = ({ id, user_id }: Pick<Video, 'id' | 'user_id'>): string =>
  `/quick-review/${user_id}/${id}`
