import path from 'node:path'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { cutClip } from '../../../../media/clip.ts'
import { readFilm } from '../../../../media/film.ts'
import { plannedSound } from '../../../../media/sound/plan.ts'
import type { JobHandler } from '../../../../platform/queue/jobs.ts'
import type { Services } from '../../../services.ts'
import { answerWithFile } from './commands.ts'

/** Cuts a clip, stores it and notifies the requester once per request, on success and on failure. */
export const makeClip =
  (services: Pick<Services, 'db' | 'storage' | 'queue' | 'tools' | 'work_dir' | 'config'>): JobHandler<'make-clip'> =>
  async (request, context) => {
    const { start_time: start, end_time: end } = request
    await answerWithFile(
      services,
      request,
      {
        type: 'DOWNLOAD_CLIP',
        folder: 'clips',
        extension: 'mp4',
        content_type: 'video/mp4',
        gone: 'The video was deleted before the clip was made.',
        failed: 'Something went wrong on our side while the clip was made. Please ask for it again.',
        nameOf: ({ file_name }) => clipName(file_name, start, end),
        make: async (media, original, video) => {
          const output = path.join(media.folder, 'clip.mp4')
          const { input, info } = await readFilm(media, original)
          await cutClip(media, input, info, plannedSound(video, info), { start, end }, output)
          return output
        },
      },
      context,
    )
  }

/**
 * For example `Harbour 1.02-1.10.mp4`: the video's name without extension, and the range with times that file systems
 * accept.
 */
export function clipName(videoName: string, start: number, end: number): string {
  const time = (seconds: number) => formatTimecode(seconds).replaceAll(':', '.')
  return `${videoName.replace(/\.[^.]{1,8}$/, '')} ${time(start)}-${time(end)}.mp4`
}
