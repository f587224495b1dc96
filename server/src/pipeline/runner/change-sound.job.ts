import { MediaError } from '../../media/media-error.ts'
import { planRendition } from '../../media/rendition-plan.ts'
import { withstandKills } from '../../media/withstand-kills.ts'
import type { JobHandler } from '../../platform/queue/jobs.ts'
import { type Played, writeCopy, writeRendition } from '../stages/rendition.ts'
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
async function makePlayable(work: VideoWork): Promise<Played> {
  if (!work.video.pictures_encoded) {
    const as_file = { pictures_encoded: false, frames_differ: false }
    const plan = planRendition(await work.info(), await work.plannedSound())
    if (plan.kind === 'original') return { rendition_key: null, ...as_file }
    const copy = plan.kind === 'copy' ? await writeCopy(work, plan) : null
    if (copy) return { rendition_key: copy, ...as_file }
  }
  return await writeRendition(work, { kind: 'transcode' })
}

/** Plays a file instead of the earlier one, unless somebody has chosen another sound meanwhile: that has its own job. */
async function useFile({ db, storage, video }: VideoWork, made: Played): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('videos')
    .set({ ...made, sound_due: false })
    .where('id', '=', video.id)
    .where('status', '!=', 'DELETING')
    .where('playback', '!=', 'PREPARING')
    .where((row) => row('sound_choice', 'is not distinct from', video.sound_choice))
    .executeTakeFirst()
  const unused = numUpdatedRows > 0n ? video.rendition_key : made.rendition_key
  const used = numUpdatedRows > 0n ? made.rendition_key : video.rendition_key
  if (unused !== null && unused !== used) await storage.remove(unused)
}
