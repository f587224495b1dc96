import { type Video, type VideoDetail, videos } from '@footnote/contract/nouns/library/videos.ts'
import { failedToPlay } from '@footnote/contract/shared/video-status.ts'
import { call } from './client.ts'
import { readVideoAlone } from './video-detail.ts'

/** Address of a video's file for the player, and whether browsers can play it. */
export interface Stream {
  readonly url: string
  /** Address of its light copy; null without one. */
  readonly light_url: string | null
  readonly playback: Video['playback']
  readonly playback_error: string | null
  /** Prepares the video for playback again; null if the viewer may not do so, or if nothing failed. */
  readonly prepare: (() => Promise<unknown>) | null
}

/** The stream of a video. @throws Error when it has none */
export function streamOf({ id, stream_url, renditions, status, playback, playback_error, can }: VideoDetail): Stream {
  if (!stream_url) throw new Error('The video has no stream')
  const prepare =
    failedToPlay({ status, playback }) && can.retry ? () => call(videos.retry, { body: { video_id: id } }) : null
  const light_url = renditions.find((rendition) => rendition.id === 'light')?.url ?? null
  return { url: stream_url, light_url, playback, playback_error, prepare }
}

/** Reads a new stream for a player whose address has expired or does not play. */
export const freshStream = async (video_id: string): Promise<Stream> => streamOf(await readVideoAlone(video_id))
