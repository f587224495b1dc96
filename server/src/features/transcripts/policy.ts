import { ProductError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/route.ts'
import { type Circumstances, type CollectionFacts, isExpired, refuseExpired } from '../collections/policy.ts'
import { isReadOnly, refuseReadOnly } from '../companies/policy.ts'
import type { VideoFacts } from '../videos/policy.ts'

const OF_LINK = 'With a link you can read the transcript. Members of the team correct it.'
const SAMPLE = 'The transcript of a sample cannot be changed.'

/** Members with a seat correct words and name speakers. The caller has checked that they may read the video. */
export const canEditTranscript = (
  viewer: Viewer,
  video: VideoFacts,
  collection: CollectionFacts,
  circumstances: Circumstances,
): boolean =>
  viewer.kind === 'user' &&
  !collection.sample &&
  video.status !== 'DELETING' &&
  !isExpired(collection, circumstances) &&
  !isReadOnly(viewer, circumstances)

/** Links show no history, since it names people. @throws ProductError forbidden */
export function refuseLink(viewer: Viewer): asserts viewer is Extract<Viewer, { kind: 'user' }> {
  if (viewer.kind !== 'user') throw new ProductError('forbidden', { detail: OF_LINK })
}

/** @throws ProductError forbidden, collection_expired, limit_seats, video_not_ready during deletion */
export function authorizeTranscriptEdit(
  viewer: Viewer,
  video: VideoFacts,
  collection: CollectionFacts,
  circumstances: Circumstances,
): void {
  if (collection.sample) throw new ProductError('forbidden', { detail: SAMPLE })
  refuseExpired(collection, circumstances)
  refuseReadOnly(viewer, circumstances)
  if (video.status === 'DELETING') throw new ProductError('video_not_ready', { detail: 'The video is being deleted.' })
}
