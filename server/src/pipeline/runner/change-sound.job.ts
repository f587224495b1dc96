import { renewLightCopy } from '../../features/library/videos/light/commands.ts'
import { MediaError } from '../../media/media-error.ts'
import { planRendition } from '../../media/rendition-plan.ts'
import { withstandKills } from '../../media/withstand-kills.ts'
import type { JobHandler } from '../../platform/queue/jobs.ts'
import { type PlaybackColumns, writeCopy, writeRendition } from '../stages/rendition.ts'
import { sentenceFor, setPlayback } from './transcode-video.job.ts'
import { type IndexingServices, type VideoWork, workBeside } from './video-work.ts'

/**
 * Makes the file that plays again, with the tracks that are heard now. Until it is done the video plays with its earlier
 * sound; if it fails, its owner reads why.
 */
export const changeSound =
  (services: IndexingServices): JobHandler<'change-sound'> =>
  async ({ video_id }, context) =>
    await workBeside(services, video_id, ['SUCCESS'], context, async (work) => {
      // An encoding that is under way ends first.
      if (!work.video.sound_due || work.video.playback === 'PREPARING') return
      try {
        const made = await withstandKills(work, () => makePlayable(work))
        await useFile(work, made)
      } catch (error) {
        const ofTheFile = error instanceof MediaError && error.caused_by_file
        if (work.signal.aborted || !(ofTheFile || context.last_attempt)) throw error
        await setPlayback(work, { sound_due: false, playback: 'FAILED', playback_error: sentenceFor(error) })
        if (!ofTheFile) throw error
        context.log.warn({ video_id, err: error }, 'sound not changed')
      }
    })

/** Encodes pictures only if those of the file do not play. */
async function makePlayable(work: VideoWork): Promise<PlaybackColumns> {
  if (!work.video.pictures_encoded) {
    const as_file = { pictures_encoded: false, frames_differ: false }
    const plan = planRendition(await work.info(), await work.plannedSound())
    if (plan.kind === 'original') return { rendition_key: null, rendition_bytes: null, ...as_file }
    const copy = plan.kind === 'copy' ? await writeCopy(work, plan) : null
    if (copy) return copy
  }
  return await writeRendition(work, { kind: 'transcode' })
}

/** Plays a file instead of the earlier one, unless somebody has chosen another sound meanwhile: that has its own job. */
async function useFile({ db, queue, storage, video }: VideoWork, made: PlaybackColumns): Promise<void> {
  const { is_used, light_key } = await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('videos')
      .set({ ...made, sound_due: false })
      .where('id', '=', video.id)
      .where('status', '!=', 'DELETING')
      .where('playback', '!=', 'PREPARING')
      .where((row) => row('sound_choice', 'is not distinct from', video.sound_choice))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return { is_used: false, light_key: null }
    return { is_used: true, light_key: await renewLightCopy(transaction, queue, video.id) }
  })
  const unused = is_used ? video.rendition_key : made.rendition_key
  const used = is_used ? made.rendition_key : video.rendition_key
  if (unused !== null && unused !== used) await storage.remove(unused)
  if (light_key !== null) await storage.remove(light_key)
}
