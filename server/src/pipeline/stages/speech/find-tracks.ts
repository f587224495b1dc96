import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { keepTracks } from '../../../features/transcripts/subtitles/commands.ts'
import { MediaError } from '../../../media/media-error.ts'
import { readTextTracks } from '../../../media/text/text-tracks.ts'
import type { VideoWork } from '../../runner/video-work.ts'
import { lockVideo } from '../parts.ts'

/** Other failures that concern the tracks alone, since the pictures and the sound were read before. */
const OF_TRACKS: ReadonlySet<string> = new Set(['media_failed', 'media_stalled', 'media_timeout'])

/** The tracks of text of a file, and the language of its sound. A file whose tracks cannot be read is indexed without them. */
export async function findTracks(work: VideoWork): Promise<Parameters<typeof keepTracks>[3]> {
  const info = await work.info()
  const spoken = info.tracks.find(({ index }) => index === info.audio?.index)?.language ?? null
  const limits = { most: TRANSCRIPT.tracks, bytes: TRANSCRIPT.subtitles, duration: info.duration }
  try {
    const tracks = await readTextTracks(work.media, await work.original(), limits)
    return { found: tracks.map(({ index, ...track }) => ({ number: index, ...track })), spoken }
  } catch (error) {
    if (!(error instanceof MediaError) || !(error.caused_by_file || OF_TRACKS.has(error.code))) throw error
    work.log.warn({ video_id: work.video.id, err: error }, 'tracks of text not read')
    return { found: [], spoken }
  }
}

/** Keeps the tracks of text of a video that was indexed before Footnote read them. */
export async function keepTracksOfOlder(work: VideoWork): Promise<void> {
  const tracks = await findTracks(work)
  await work.db.transaction().execute(async (transaction) => {
    await lockVideo(transaction, work, null)
    await keepTracks(transaction, work.queue, work.video.id, tracks)
  })
}
