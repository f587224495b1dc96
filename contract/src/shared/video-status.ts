/** What a video's status means. Server and web ask here, so that both give the same answer. */

/** Statuses on the way to SUCCESS, in their order; the three PROCESSING ones come in any order. */
export const UNFINISHED_STATUSES = [
  'PENDING',
  'VALIDATING',
  'QUEUED',
  'PROCESSING_SPEECH',
  'PROCESSING_VISUAL',
  'PROCESSING_OCR',
] as const

/** Statuses in which indexing has given up; the owner may try again. */
export const FAILED_STATUSES = ['FAILED', 'OVER_LIMIT', 'ERROR'] as const
export type FailedStatus = (typeof FAILED_STATUSES)[number]

export const VIDEO_STATUSES = [...UNFINISHED_STATUSES, 'SUCCESS', ...FAILED_STATUSES, 'DELETING'] as const
export type VideoStatus = (typeof VIDEO_STATUSES)[number]

interface Playable {
  readonly status: VideoStatus
  /** One of the contract's PLAYBACKS, or the server's own word before the first is known. */
  readonly playback: string
}

/** Whether it is still on the way to SUCCESS. */
export const isUnfinished = (status: VideoStatus): boolean =>
  (UNFINISHED_STATUSES as readonly string[]).includes(status)

/** Whether indexing has given up. */
export const isFailed = (status: VideoStatus): status is FailedStatus =>
  (FAILED_STATUSES as readonly string[]).includes(status)

/** Whether the product is at work on it: it is being indexed or deleted. */
export const isWorkedOn = (status: VideoStatus): boolean => isUnfinished(status) || status === 'DELETING'

/** Whether it may be opened for playback: once it is indexed, and while its file is looked at. */
export const canBeOpened = (status: VideoStatus): boolean => status === 'SUCCESS' || status === 'VALIDATING'

/** Whether it is indexed and browsers can play it. */
export const isReady = ({ status, playback }: Playable): boolean => status === 'SUCCESS' && playback === 'READY'

/** Whether it is indexed and could not be prepared for playing. */
export const failedToPlay = ({ status, playback }: Playable): boolean => status === 'SUCCESS' && playback === 'FAILED'

/** Whether a player has anything to load. A file that is no video has an address, too. */
export const hasStream = ({ status, stream_url }: { status: VideoStatus; stream_url: string | null }): boolean =>
  stream_url !== null && status !== 'FAILED'
