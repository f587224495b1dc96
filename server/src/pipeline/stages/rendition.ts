import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Selectable } from 'kysely'
import { prepareForPlaying } from '../../features/library/videos/commands.ts'
import { decideLightCopy } from '../../features/library/videos/light/commands.ts'
import { MediaError } from '../../media/media-error.ts'
import { makeRendition } from '../../media/rendition.ts'
import { planRendition, type RenditionPlan } from '../../media/rendition-plan.ts'
import type { Videos } from '../../platform/db/schema.ts'
import type { VideoWork } from '../runner/video-work.ts'
import type { Stage } from './stage.ts'

/**
 * Makes the video playable in browsers: unchanged, by a quick copy, or by a separate job that indexing does not wait
 * for.
 */
export const rendition: Stage = {
  stage: 'rendition',
  needs: ['validate', 'charge'],
  status: 'VALIDATING',
  weight: 2,
  asked: () => true,
  async run(work, onProgress) {
    const plan = planRendition(await work.info(), await work.plannedSound())
    const copy = plan.kind === 'copy' ? await writeCopy(work, plan, onProgress) : null
    const video_id = work.video.id
    return {
      engine: null,
      async store(transaction) {
        if (copy) {
          await transaction.updateTable('videos').set(copy).where('id', '=', video_id).execute()
        } else if (plan.kind !== 'original') {
          return void (await prepareForPlaying(transaction, work.queue, video_id, ['UNCHECKED']))
        }
        await decideLightCopy(transaction, work.queue, video_id, work.config.light_rendition)
      },
    }
  },
}

/** Copies packets and stores the file. Returns the copy, or null when these packets cannot be copied and must be encoded. */
export async function writeCopy(
  work: VideoWork,
  plan: Extract<RenditionPlan, { kind: 'copy' }>,
  onProgress?: (share: number) => void,
): Promise<StoredRendition | null> {
  try {
    return await writeRendition(work, plan, onProgress)
  } catch (error) {
    if (work.signal.aborted || !(error instanceof MediaError) || error.caused_by_machine) throw error
    work.log.warn({ video_id: work.video.id, err: error }, 'copy failed, will encode')
    return null
  }
}

/** The columns of a video that say how it plays. */
export type PlaybackColumns = Pick<
  Selectable<Videos>,
  'rendition_key' | 'rendition_bytes' | 'pictures_encoded' | 'frames_differ'
>
/** The same for a file of its own. */
type StoredRendition = PlaybackColumns & { readonly rendition_key: string }

/** Makes the rendition and stores its file. */
export async function writeRendition(
  work: VideoWork,
  plan: Exclude<RenditionPlan, { kind: 'original' }>,
  onProgress?: (share: number) => void,
): Promise<StoredRendition> {
  const { sound_choice } = work.video
  // A file that plays with another sound keeps its name, because people may be watching it.
  const sound = sound_choice === null ? '' : `-sound-${sound_choice}`
  const name = `rendition${sound}.${plan.kind === 'copy' ? plan.container : 'mp4'}`
  const { file, exact } = await makeRendition(
    work.media,
    await work.input(),
    await work.info(),
    plan,
    await work.plannedSound(),
    path.join(work.media.folder, name),
    onProgress,
  )
  if (!exact) work.log.warn({ video_id: work.video.id }, 'the copy that plays lacks frames')
  const rendition_key = work.key(name)
  const { size: rendition_bytes } = await stat(file)
  await work.storage.writeFile(rendition_key, file, name.endsWith('.webm') ? 'video/webm' : 'video/mp4')
  return { rendition_key, rendition_bytes, pictures_encoded: plan.kind === 'transcode', frames_differ: !exact }
}
