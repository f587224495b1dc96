import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureFilters } from '../normalised/picture-filters.ts'
import type { PictureInfo } from '../probe.ts'
import { fitInside } from '../rendition-plan.ts'
import { fileAddress, type MediaJob, runProgram } from '../sandbox.ts'
import { seekBefore } from './shown-frame.ts'

const WALL_SECONDS = 30

/** A stretch of a film, in seconds. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/**
 * Reads frames of a stretch of a film, evenly spread: upright JPEGs with square pixels.
 * @param info of this input
 * @param how longest side in pixels, and most frames
 * @returns in their order
 * @throws MediaError
 */
export async function readStretch(
  job: MediaJob,
  input: string,
  info: PictureInfo,
  { from, to }: Stretch,
  { side, most }: { readonly side: number; readonly most: number },
): Promise<Buffer[]> {
  const seek = seekBefore(from, null)
  const size = fitInside(info, side, side)
  const filters = [
    `trim=start=${(from - seek).toFixed(6)}:end=${(to - seek).toFixed(6)}`,
    `fps=${(most / (to - from)).toFixed(6)}`,
    ...pictureFilters(info, size, 'jpeg'),
  ]
  const files = Array.from({ length: most }, (_, at) => join(job.folder, `stretch-${at + 1}.jpg`))
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: seek > 0 ? ['-ss', seek.toFixed(6)] : [],
    options: [
      ...['-map', `0:${info.video.index}`, '-vf', filters.join(','), '-frames:v', `${most}`],
      ...['-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2', fileAddress(join(job.folder, 'stretch-%d.jpg'))],
    ],
    // Otherwise the first frame is repeated for the time before it.
    keepFrameTimes: true,
    wallSeconds: WALL_SECONDS,
  })
  const frames = await Promise.all(files.map((file) => readFile(file).catch(() => null)))
  return frames.filter((frame) => frame !== null)
}
