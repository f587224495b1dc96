import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { type FoundTracks, keepTracks, parseTracks } from '../../../features/library/transcripts/subtitles/commands.ts'
import { MediaError } from '../../../media/media-error.ts'
import { readTextTracks } from '../../../media/text/text-tracks.ts'
import type { VideoWork } from '../../runner/video-work.ts'
import { lockVideo } from '../parts.ts'

/** Failures that may not repeat. */
const MAY_PASS: ReadonlySet<string> = new Set(['media_stalled', 'media_timeout'])

/**
 * The text tracks of a file, and the language of its sound. A file whose tracks cannot be read is indexed without them,
 * since its pictures and sound were read before.
 * @returns null if there was too little time: the stage that transcribes looks again
 */
export async function findTracks(work: VideoWork): Promise<FoundTracks | null> {
  const info = await work.info()
  const spoken = info.tracks.find(({ index }) => index === info.audio?.index)?.language ?? null
  const limits = { most: TRANSCRIPT.tracks, bytes: TRANSCRIPT.subtitles, duration: info.duration }
  const onFailure = (error: unknown) => work.log.warn({ video_id: work.video.id, err: error }, 'text track not read')
  try {
    const read = await readTextTracks(work.media, await work.original(), limits, onFailure)
    return { tracks: await parseTracks(read, info.duration), spoken }
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    const passes = MAY_PASS.has(error.code)
    if (!passes && !error.caused_by_file && error.code !== 'media_failed') throw error
    onFailure(error)
    return passes ? null : { tracks: [], spoken }
  }
}

/** Keeps the text tracks of a video that was indexed before Footnote read them, or with too little time. */
export async function keepTracksOfOlder(work: VideoWork): Promise<void> {
  const found = await findTracks(work)
  if (!found) return
  await work.db.transaction().execute(async (transaction) => {
    await lockVideo(transaction, work, null)
    await keepTracks(transaction, work.queue, work.video.id, found)
  })
}
