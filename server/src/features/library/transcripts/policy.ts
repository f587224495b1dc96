import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/route.ts'
import { isReadOnly, refuseReadOnly } from '../../identity/companies/policy.ts'
import { isExpired, type Rule, refuseExpired } from '../collections/policy.ts'
import type { VideoFacts } from '../videos/policy.ts'

const OF_LINK = 'With a link you can read the transcript. Members of the team correct it.'
const AT_ONCE = `One call can send ${TRANSCRIPT.words_at_once.toLocaleString('en')} words. Send the rest in another one.`
const SAMPLE = 'The transcript of a sample cannot be changed.'

/** Members with a seat correct words and name speakers. The caller has checked that they may read the video. */
export const canEditTranscript: Rule<VideoFacts, boolean> = (viewer, video, collection, circumstances) =>
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
export const authorizeTranscriptEdit: Rule<VideoFacts> = (viewer, video, collection, circumstances) => {
  if (collection.sample) throw new ProductError('forbidden', { detail: SAMPLE })
  refuseExpired(collection, circumstances)
  refuseReadOnly(viewer, circumstances)
  if (video.status === 'DELETING') throw new ProductError('video_not_ready', { detail: 'The video is being deleted.' })
}

/** @param words that a call sends, as limits count them @throws ProductError limit_words */
export function refuseLongCall(words: number): void {
  if (words > TRANSCRIPT.words_at_once) throw new ProductError('limit_words', { detail: AT_ONCE })
}

/** Words of a transcript before and after a change, as limits count them. */
export interface Lengths {
  readonly before: number
  readonly after: number
}

/** A transcript that is longer than allowed already may change, but not grow. @throws ProductError limit_words */
export function refuseLongTranscript({ before, after }: Lengths): void {
  if (after > TRANSCRIPT.words && after > before) throw new ProductError('limit_words')
}
