import path from 'node:path'
import { prepareForPlaying } from '../../features/videos/commands.ts'
import { MediaError, type MediaErrorCode } from '../../media/media-error.ts'
import { makeRendition } from '../../media/rendition.ts'
import { planRendition, type RenditionPlan } from '../../media/rendition-plan.ts'
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
    const rendition_key = plan.kind === 'copy' ? await writeCopy(work, plan, onProgress) : null
    const video_id = work.video.id
    return {
      engine: null,
      async store(transaction) {
        if (rendition_key) {
          await transaction
            .updateTable('videos')
            .set({ rendition_key, pictures_encoded: false })
            .where('id', '=', video_id)
            .execute()
        } else if (plan.kind !== 'original') {
          await prepareForPlaying(transaction, work.queue, video_id, ['UNCHECKED'])
        }
      },
    }
  },
}

/** Failures that do not show whether packets can be copied. */
const NOT_OF_THE_PACKETS: ReadonlySet<MediaErrorCode> = new Set([
  'media_killed',
  'media_no_room',
  'media_tools_missing',
])

/** Copies packets and stores the file. Returns the key of the copy, or null when these packets cannot be copied and must be encoded. */
export async function writeCopy(
  work: VideoWork,
  plan: Extract<RenditionPlan, { kind: 'copy' }>,
  onProgress?: (share: number) => void,
): Promise<string | null> {
  try {
    return await writeRendition(work, plan, onProgress)
  } catch (error) {
    if (work.signal.aborted || !(error instanceof MediaError) || NOT_OF_THE_PACKETS.has(error.code)) throw error
    work.log.warn({ video_id: work.video.id, err: error }, 'copy failed, will encode')
    return null
  }
}

/** Makes the rendition and stores its file. @returns its key */
export async function writeRendition(
  work: VideoWork,
  plan: Exclude<RenditionPlan, { kind: 'original' }>,
  onProgress?: (share: number) => void,
): Promise<string> {
  const { sound_choice } = work.video
  // A file that plays with another sound keeps its name, because people may be watching it.
  const sound = sound_choice === null ? '' : `-sound-${sound_choice}`
  const name = `rendition${sound}.${plan.kind === 'copy' ? plan.container : 'mp4'}`
  const output = path.join(work.media.folder, name)
  await makeRendition(
    work.media,
    await work.input(),
    await work.info(),
    plan,
    await work.plannedSound(),
    output,
    onProgress,
  )
  const key = work.key(name)
  await work.storage.writeFile(key, output, name.endsWith('.webm') ? 'video/webm' : 'video/mp4')
  return key
}
