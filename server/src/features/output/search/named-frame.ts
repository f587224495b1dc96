import type { Database } from '../../../platform/db/database.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/route.ts'
import { readFrame, type StoredFrame } from '../../../retrieval/vectors/frames.ts'
import type { Circumstances } from '../../library/collections/policy.ts'
import { authorizeDownload } from '../../library/videos/policy.ts'
import { readVideo, type VideoRow } from '../../library/videos/queries.ts'
import type { AskedFrame } from './reference-image.ts'

/** A requested frame: its picture and its video. Time in seconds, as requested. */
export interface NamedFrame {
  readonly video: VideoRow
  readonly frame: StoredFrame
  readonly time: number
}

/**
 * The frame in a search request, of a video that the viewer may read, in any collection.
 * @throws ProductError not_found | collection_expired | video_not_ready before its pictures are stored
 */
export async function readNamedFrame(
  db: Database,
  viewer: Viewer,
  { video_id, time }: Pick<AskedFrame, 'video_id' | 'time'>,
  circumstances: Circumstances,
): Promise<NamedFrame> {
  const { video, collection } = await readVideo(db, viewer, video_id)
  authorizeDownload(video, collection, circumstances)
  const frame = await readFrame(db, video.id, time)
  if (!frame) throw new ProductError('video_not_ready', { detail: 'No frame of this video can be looked for yet.' })
  return { video, frame, time }
}
