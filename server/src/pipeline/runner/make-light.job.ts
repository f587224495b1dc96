import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { endLightCopy } from '../../features/library/videos/light/commands.ts'
import { MediaError } from '../../media/media-error.ts'
import { makeLightCopy } from '../../media/rendition.ts'
import { withstandKills } from '../../media/withstand-kills.ts'
import type { Videos } from '../../platform/db/schema.ts'
import type { JobContext, JobHandler, Jobs } from '../../platform/queue/jobs.ts'
import { listJobs } from '../../platform/queue/listed-jobs.ts'
import { VideoMovedOn } from './outcome.ts'
import { type IndexingServices, type VideoWork, workBeside } from './video-work.ts'

/** Milliseconds between two looks at the job in the background. */
const INTERVAL = 1_000

/** Makes the light copy that somebody asked for; if the job in the background makes it already, waits for that. */
export const makeLight =
  (services: IndexingServices): JobHandler<'make-light'> =>
  async ({ video_id }, context) =>
    await workBeside(services, video_id, ['SUCCESS'], context, async (work) => {
      while ((await lightOf(work)) === 'ASKED' && (await isMadeElsewhere(work)))
        await wait(INTERVAL, undefined, { signal: work.signal })
      if ((await lightOf(work)) === 'ASKED') await storeLightCopy(work, context)
    })

async function isMadeElsewhere({ db, video }: VideoWork): Promise<boolean> {
  const jobs = await listJobs(db, { state: 'running', name: 'prepare-light' })
  return jobs.some(({ payload }) => (payload as Jobs['prepare-light']).video_id === video.id)
}

/** State of the light copy right now; null for a video that is gone. */
export async function lightOf({ db, video }: Pick<VideoWork, 'db' | 'video'>) {
  const row = await db.selectFrom('videos').select('light').where('id', '=', video.id).executeTakeFirst()
  return row?.light ?? null
}

/**
 * Makes a light copy, stores its file and writes its row; if it cannot be made, the row says so. Does nothing while
 * another sound is due, which calls for another copy.
 */
export async function storeLightCopy(work: VideoWork, context: JobContext): Promise<void> {
  if (work.video.sound_due) return
  try {
    await keepLightCopy(work, await withstandKills(work, () => writeLightCopy(work)))
  } catch (error) {
    const ofTheFile = error instanceof MediaError && error.caused_by_file
    if (work.signal.aborted || error instanceof VideoMovedOn || !(ofTheFile || context.last_attempt)) throw error
    await endLightCopy(work.db, work.video.id, 'FAILED')
    if (!ofTheFile) throw error
    context.log.warn({ video_id: work.video.id, err: error }, 'light copy not made')
  }
}

type StoredCopy = Pick<Selectable<Videos>, 'light_key' | 'light_bytes'> & { readonly light_key: string }

async function writeLightCopy(work: VideoWork): Promise<StoredCopy> {
  const { sound_choice } = work.video
  // A copy with another sound is another file, since people may be watching this one.
  const name = `light${sound_choice === null ? '' : `-sound-${sound_choice}`}.mp4`
  const output = path.join(work.media.folder, name)
  const file = await makeLightCopy(work.media, await work.input(), await work.info(), await work.plannedSound(), output)
  const { size: light_bytes } = await stat(file)
  const light_key = work.key(name)
  await work.storage.writeFile(light_key, file, 'video/mp4')
  return { light_key, light_bytes }
}

/** @throws VideoMovedOn when the video is in deletion */
async function keepLightCopy({ db, storage, video }: VideoWork, copy: StoredCopy): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('videos')
    .set({ ...copy, light: 'READY' })
    .where('id', '=', video.id)
    .where('status', '=', 'SUCCESS')
    .where('light', 'in', ['DUE', 'ASKED'])
    .where((row) => row('sound_choice', 'is not distinct from', video.sound_choice))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const row = await db
    .selectFrom('videos')
    .select(['status', 'light_key'])
    .where('id', '=', video.id)
    .executeTakeFirst()
  if (row?.status !== 'SUCCESS') throw new VideoMovedOn()
  // Somebody has chosen another sound meanwhile; that has its own job.
  if (row.light_key !== copy.light_key) await storage.remove(copy.light_key)
}
