import path from 'node:path'
import { askAgain } from '../../features/library/indexing/commands.ts'
import { prepareForPlaying } from '../../features/library/videos/commands.ts'
import { renewLightCopy } from '../../features/library/videos/light/commands.ts'
import { makePoster } from '../../media/pictures/thumbnail.ts'
import { planRendition } from '../../media/rendition-plan.ts'
import type { JobHandler } from '../../platform/queue/jobs.ts'
import { type IndexingServices, workBeside } from '../runner/video-work.ts'
import { writeCopy } from '../stages/rendition.ts'
import { factsOf } from '../stages/validate.ts'

/**
 * Reads the times and tracks of an indexed video as a new one's, makes its play copy, and has it indexed again. Until
 * then it is found and plays as before; comments keep their times.
 */
export const readAgain =
  (services: IndexingServices): JobHandler<'read-again'> =>
  async ({ video_id }, context) =>
    await workBeside(services, video_id, ['SUCCESS'], context, async (work) => {
      const info = await work.info()
      const poster = await makePoster(work.media, await work.input(), info, path.join(work.media.folder, 'poster.jpg'))
      const thumbnail_key = work.key('poster.jpg')
      await work.storage.writeFile(thumbnail_key, poster, 'image/jpeg')
      // Pictures were encoded since those of the file do not play.
      const encoded = work.video.pictures_encoded
      const plan = encoded ? ({ kind: 'transcode' } as const) : planRendition(info, await work.plannedSound())
      const sound = await work.sound()
      const copy = plan.kind === 'copy' ? await writeCopy(work, plan) : null
      const light_key = await work.db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('videos')
          .set({
            ...factsOf(info),
            ...{ thumbnail_key, reading_note: null, sound: JSON.stringify(sound) },
            ...copy,
          })
          .where('id', '=', video_id)
          .execute()
        if (plan.kind !== 'original' && !copy)
          await prepareForPlaying(transaction, work.queue, video_id, ['UNCHECKED', 'READY', 'FAILED'])
        for (const stage of ['samples', 'speech']) await askAgain(transaction, work.queue, [video_id], stage)
        return await renewLightCopy(transaction, work.queue, video_id)
      })
      if (light_key !== null) await work.storage.remove(light_key)
    })
