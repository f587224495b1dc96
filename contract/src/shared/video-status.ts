/** What a video's status means. Server and web both ask here, so that they give the same answer. */

/** Statuses before SUCCESS, in order; the three PROCESSING ones come in any order. */
export const UNFINISHED_STATUSES = [
  'PENDING',
  'VALIDATING',
  'QUEUED',
  'PROCESSING_SPEECH',
  'PROCESSING_VISUAL',
  'PROCESSING_OCR',
] as const

/** Statuses in which indexing gave up; the owner may retry. */
export const FAILED_STATUSES = ['FAILED', 'OVER_LIMIT', 'ERROR'] as const
export type FailedStatus = (typeof FAILED_STATUSES)[number]

export const VIDEO_STATUSES = [...UNFINISHED_STATUSES, 'SUCCESS', ...FAILED_STATUSES, 'DELETING'] as const
export type VideoStatus = (typeof VIDEO_STATUSES)[number]

interface Playable {
  readonly status: VideoStatus
  /** One of the contract's PLAYBACKS, or the server's own word before the first check. */
  readonly playback: string
}

/** Whether indexing has not ended yet. */
export const isUnfinished = (status: VideoStatus): boolean =>
  (UNFINISHED_STATUSES as readonly string[]).includes(status)

/** Whether indexing has given up. */
export const isFailed = (status: VideoStatus): status is FailedStatus =>
  (FAILED_STATUSES as readonly string[]).includes(status)

/** Whether the product is indexing or deleting it. */
export const isWorkedOn = (status: VideoStatus): boolean => isUnfinished(status) || status === 'DELETING'

/** Whether people may open it for playback: when it is indexed, and while its file is validated. */
export const canBeOpened = (status: VideoStatus): boolean => status === 'SUCCESS' || status === 'VALIDATING'

/** Whether it is indexed and browsers can play it. */
export const isReady = ({ status, playback }: Playable): boolean => status === 'SUCCESS' && playback === 'READY'

/** Whether it is indexed, but preparing it for playback failed. */
export const failedToPlay = ({ status, playback }: Playable): boolean => status === 'SUCCESS' && playback === 'FAILED'

/** Whether a player has something to load. A file that is no video has an address, too, but its status is FAILED. */
export const hasStream = ({ status, stream_url }: { status: VideoStatus; stream_url: string | null }): boolean =>
  stream_url !== null && status !== 'FAILED'

/** What people read on the card of a video that was indexed with other frames than its file has. */
export const READ_DIFFERENTLY =
  'Footnote reads the frames of this file differently now than when it was indexed. Comments stay at their times.'

/** What people read where a video's copy for playing lacks frames, and exact frames matter. */
export const FRAMES_DIFFER =
  'The file is damaged, and the copy that plays lacks frames. Stills, exports and comparisons need all of them. Upload an undamaged file as a new version.'
