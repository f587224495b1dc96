import type { Sound } from '@footnote/contract/nouns/library/videos/sound.ts'
import { hasSpeechFailed } from '@footnote/contract/shared/language/speech-notes.ts'
import {
  canBeOpened,
  failedToPlay,
  isFailed,
  isWorkedOn,
  type VideoStatus,
} from '@footnote/contract/shared/video-status.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/route.ts'
import { isReadOnly, refuseReadOnly } from '../../identity/companies/policy.ts'
import { type Circumstances, type CollectionFacts, isExpired, type Rule, refuseExpired } from '../collections/policy.ts'

/** The facts that rules about a video need. Everybody who may read its collection may read it. */
export interface VideoFacts {
  readonly user_id: string | null
  readonly status: VideoStatus
}

/** The same, whether browsers can play it, why it has no transcript, and its sound tracks. */
export interface PlaybackFacts extends VideoFacts {
  readonly playback: string
  readonly speech_note: string | null
  readonly sound: Sound | null
  readonly reading_note: string | null
}

/** The same, and whether the stored file itself caused the failure to index it. */
interface FailureFacts extends PlaybackFacts {
  readonly caused_by_file: boolean
}

const owns = (viewer: Viewer, video: VideoFacts): boolean => viewer.kind === 'user' && video.user_id === viewer.user_id

/** Whether a viewer who may read the video may fetch its bytes. */
export const isFetchable = (video: VideoFacts, collection: CollectionFacts, circumstances: Circumstances): boolean =>
  video.status !== 'DELETING' && !isExpired(collection, circumstances)

/** A viewer's link is read-only; everybody else who may read a video may comment on it. */
export const mayComment = (viewer: Viewer): boolean =>
  viewer.kind === 'user' || (viewer.kind === 'share' && viewer.permission !== 'viewer')

/** Whether the viewer may comment on the video. The caller has checked that they may read it. */
export const canComment = (
  viewer: Viewer,
  { video, collection }: { readonly video: VideoFacts; readonly collection: CollectionFacts },
  circumstances: Circumstances,
): boolean => mayComment(viewer) && isFetchable(video, collection, circumstances) && !isReadOnly(viewer, circumstances)

/** Whether the viewer may make a link to the video: anyone signed in. The caller has checked that they may read it. */
export const canShare: Rule<VideoFacts, boolean> = (viewer, video, collection, circumstances) =>
  viewer.kind === 'user' && isFetchable(video, collection, circumstances) && !isReadOnly(viewer, circumstances)

/** The viewer's rights, for answers. The calls themselves use `authorize…` below. */
export function videoRights(
  viewer: Viewer,
  video: FailureFacts,
  collection: CollectionFacts,
  circumstances: Circumstances,
) {
  const fetchable = isFetchable(video, collection, circumstances)
  const owner = fetchable && !collection.sample && owns(viewer, video) && !isReadOnly(viewer, circumstances)
  return {
    open: fetchable && canBeOpened(video.status),
    review: owner && canBeOpened(video.status),
    rename: owner,
    move: owner && !isWorkedOn(video.status),
    delete: owner,
    choose_sound: owner && video.status === 'SUCCESS' && (video.sound?.tracks.length ?? 0) > 1,
    retry:
      owner &&
      ((isFailed(video.status) && !video.caused_by_file) ||
        failedToPlay(video) ||
        (video.status === 'SUCCESS' && (video.reading_note !== null || hasSpeechFailed(video)))),
  }
}

/** Owners rename, delete and retry. @throws ProductError forbidden, collection_expired, limit_seats */
export const authorizeVideoChange: Rule<VideoFacts> = (viewer, video, collection, circumstances) => {
  if (collection.sample || !owns(viewer, video)) throw new ProductError('forbidden')
  refuseExpired(collection, circumstances)
  refuseReadOnly(viewer, circumstances)
}

/**
 * Owners choose what an indexed video sounds like.
 * @throws ProductError forbidden, collection_expired, limit_seats, video_not_ready
 */
export const authorizeSoundChoice: Rule<VideoFacts> = (viewer, video, collection, circumstances) => {
  authorizeVideoChange(viewer, video, collection, circumstances)
  if (video.status !== 'SUCCESS')
    throw new ProductError('video_not_ready', { detail: 'Choose the sound when the video is indexed.' })
}

/**
 * Owners move their videos out of a collection once all their versions are indexed.
 * @throws ProductError forbidden, collection_expired, limit_seats, video_not_ready
 */
export const authorizeMove: Rule<VideoFacts & { readonly versions: readonly VideoFacts[] }> = (
  viewer,
  video,
  collection,
  circumstances,
) => {
  authorizeVideoChange(viewer, video, collection, circumstances)
  if ([video, ...video.versions].some(({ status }) => isWorkedOn(status)))
    throw new ProductError('video_not_ready', { detail: 'The video is being indexed. Move it when that is done.' })
}

/**
 * Refuses what needs exact frames where the copy that people watch lacks some.
 * @throws ProductError frames_differ
 */
export function refuseInexact({ frames_differ }: { readonly frames_differ: boolean }): void {
  if (frames_differ) throw new ProductError('frames_differ')
}

/** @throws ProductError collection_expired, video_not_ready */
export function authorizeDownload(
  { status, fetching = null }: VideoFacts & { readonly fetching?: object | null },
  collection: CollectionFacts,
  circumstances: Circumstances,
): void {
  refuseExpired(collection, circumstances)
  if (status === 'DELETING' || fetching) throw new ProductError('video_not_ready')
}
