import type { Collection } from '@footnote/contract/nouns/collections.ts'
import type { Video } from '@footnote/contract/nouns/videos.ts'

type Kind = Collection['kind']

/** Screen with the list of a kind's collections. */
export const listAddress = (kind: Kind): string => (kind === 'review' ? '/quick-review/home' : '/collections')

/** Screen of one collection. */
export const collectionAddress = ({ id, kind }: Pick<Collection, 'id' | 'kind'>): string =>
  kind === 'review' ? `/quick-review/collections/${id}` : `/collections/${id}`

/** A frame of a video. Time in seconds. */
export interface FramePlace {
  readonly video_id: string
  readonly time: number
}

/** What an address says of a frame that is looked for. */
export const namedFrame = ({ video_id, time }: FramePlace): string => `${video_id}@${time}`

/** Screen of what looks like a frame. @param where id of the collection that is searched, or of all of them */
export const similarAddress = (where: string, frame: FramePlace): string =>
  `/collections/${where}/search?similar=${namedFrame(frame)}`

/** Screen on which a video is reviewed. */
export const reviewAddress = ({ id, user_id }: Pick<Video, 'id' | 'user_id'>): string =>
  `/quick-review/${user_id}/${id}`
