import { VIDEO_STATUSES } from '@footnote/contract/shared/video-status.ts'
import type { Kysely, Selectable } from 'kysely'
import { decideLightCopy } from '../../features/library/videos/light/commands.ts'
import { MediaError } from '../../media/media-error.ts'
import { withstandKills } from '../../media/withstand-kills.ts'
import type { Tables, Videos } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/queue/jobs.ts'
import { type PlaybackColumns, writeRendition } from '../stages/rendition.ts'
import { VideoMovedOn } from './outcome.ts'
import { type IndexingServices, workBeside } from './video-work.ts'

/** A valid video can be played, whether or not it was indexed. */
const PLAYABLE = VIDEO_STATUSES.filter((status) => status !== 'DELETING')

/**
 * Encodes a video that browsers cannot play. Until it is done the video plays as before; if it fails, its owner reads
 * why.
 */
export const transcodeVideo =
  (services: IndexingServices): JobHandler<'transcode-video'> =>
  async ({ video_id }, context) =>
    await workBeside(services, video_id, PLAYABLE, context, async (work) => {
      if (work.video.rendition_key && work.video.playback !== 'PREPARING') return
      try {
        const made = await withstandKills(work, () => writeRendition(work, { kind: 'transcode' }))
        await work.db.transaction().execute(async (transaction) => {
          const played = { ...made, playback: 'READY', playback_error: null } as const
          await setPlayback({ db: transaction, video: work.video }, played)
          await decideLightCopy(transaction, work.queue, video_id, work.config.light_rendition)
        })
      } catch (error) {
        const ofTheFile = error instanceof MediaError && error.caused_by_file
        if (work.signal.aborted || !(ofTheFile || context.last_attempt)) throw error
        await setPlayback(work, { playback: 'FAILED', playback_error: sentenceFor(error) })
        if (!ofTheFile) throw error
        context.log.warn({ video_id, err: error }, 'video not prepared for playing')
      }
    })

type PlaybackColumn = keyof PlaybackColumns | 'playback' | 'playback_error' | 'sound_due'

/** Writes how a video plays. @throws VideoMovedOn when the video is in deletion */
export async function setPlayback(
  { db, video }: { readonly db: Kysely<Tables>; readonly video: Pick<Selectable<Videos>, 'id'> },
  values: Partial<Pick<Selectable<Videos>, PlaybackColumn>>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('videos')
    .set(values)
    .where('id', '=', video.id)
    .where('status', '!=', 'DELETING')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new VideoMovedOn()
}

/** The reason why a video could not be prepared, and what its owner can do. */
export function sentenceFor(error: unknown): string {
  const cause = error instanceof MediaError ? error.message : 'Something went wrong on our side.'
  const remedy = error instanceof MediaError && error.caused_by_file ? '' : ' Please try again.'
  return `This video could not be prepared for playing. ${cause}${remedy}`
}
