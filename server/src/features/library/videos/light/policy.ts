import type { LightCopy } from '@footnote/contract/nouns/library/videos.ts'
import { LIGHT } from '@footnote/contract/shared/review-limits.ts'
import { ProductError } from '../../../../platform/errors.ts'
import { type Circumstances, type CollectionFacts, refuseExpired } from '../../collections/policy.ts'
import type { WatermarkState } from '../marked/policy.ts'
import type { VideoFacts } from '../policy.ts'

/** When light copies are made, as `LIGHT_RENDITION` says. */
export type LightRendition = 'auto' | 'always' | 'off'

/** What rules about light copies need of the file that plays. Pixels, seconds and bytes; null while unknown. */
export interface PlayedFacts {
  readonly width: number | null
  readonly height: number | null
  readonly duration: number | null
  readonly file_size: number
  readonly rendition_key: string | null
  readonly rendition_bytes: number | null
  readonly pictures_encoded: boolean
}

/** The same, and which job makes the light copy. */
export interface LightFacts extends PlayedFacts, Pick<VideoFacts, 'status'>, WatermarkState {
  readonly light: 'UNDECIDED' | 'DUE' | 'ASKED' | 'READY' | 'FAILED'
}

/** Bits per second of the file that plays; null if unknown. Copied packets are as many as before. */
export function playedRate(video: PlayedFacts): number | null {
  const { file_size, rendition_key, rendition_bytes, pictures_encoded, duration } = video
  const bytes = rendition_key === null ? file_size : (rendition_bytes ?? (pictures_encoded ? null : file_size))
  return bytes === null || !duration ? null : Math.round((8 * bytes) / duration)
}

interface Sides {
  readonly long_side: number
  readonly short_side: number
}
const isLarger = ({ width, height }: PlayedFacts, { long_side, short_side }: Sides): boolean =>
  Math.max(width ?? 0, height ?? 0) > long_side || Math.min(width ?? 0, height ?? 0) > short_side

/** Whether the file that plays is as light as its light copy would be. */
export function isLight(video: PlayedFacts): boolean {
  const rate = playedRate(video)
  return rate !== null && rate <= LIGHT.max_rate && !isLarger(video, LIGHT)
}

/** Whether Footnote makes a light copy before anybody asks for it. An encoded file is at most 1080p. */
export function isMadeUnasked(video: PlayedFacts, mode: LightRendition): boolean {
  if (mode !== 'auto') return mode === 'always' && !isLight(video)
  const { rate, ...sides } = LIGHT.made_above
  return (playedRate(video) ?? 0) > rate || (!video.pictures_encoded && isLarger(video, sides))
}

/** What people may know of the light copy of a video. */
export function lightCopyOf(video: LightFacts, mode: LightRendition): LightCopy {
  // Who gets a copy with a watermark gets no other file.
  if (video.marked !== undefined) return 'NONE'
  if (video.light === 'READY') return 'READY'
  if (video.status !== 'SUCCESS' || mode === 'off') return 'NONE'
  if (video.light === 'DUE' || video.light === 'ASKED') return 'PREPARING'
  if (video.light === 'FAILED') return 'FAILED'
  return isLight(video) ? 'NONE' : 'ON_REQUEST'
}

/** Everybody who may watch an indexed video may ask. @throws ProductError collection_expired, video_not_ready */
export function authorizeLightCopy(
  { status }: VideoFacts,
  collection: CollectionFacts,
  circumstances: Circumstances,
): void {
  refuseExpired(collection, circumstances)
  if (status !== 'SUCCESS') throw new ProductError('video_not_ready')
}
