import { stat } from 'node:fs/promises'
import { type FrameTiming, frameMiddle, lastFrame } from '@footnote/contract/shared/frames.ts'
import { MediaError } from '../media-error.ts'
import type { PictureInfo } from '../probe.ts'
import { standardRange } from '../rendition.ts'
import { fileAddress, type MediaJob, runProgram } from '../sandbox.ts'

/** Decoding starts this long before the frame, in seconds; the filters then take exactly that frame. */
const LEAD = 1
const WALL_SECONDS = 120
const FILE_BYTES = 512 * 2 ** 20

/**
 * Writes one frame as PNG: upright, with square pixels, in its full size.
 * @param info of this input
 * @param frame its number, from 0; the last frame for a number past the end
 * @param output absolute path inside the job's folder
 * @throws MediaError media_damaged when the frame does not decode
 */
export async function cutStill(
  job: MediaJob,
  input: string,
  info: PictureInfo & { readonly timing: FrameTiming; readonly duration: number },
  frame: number,
  output: string,
): Promise<void> {
  const { timing, width, height, duration } = info
  const number = Math.min(frame, lastFrame(timing, duration))
  const after = number === 0 ? 0 : frameMiddle(timing, number - 1)
  const seek = Math.max(0, after - LEAD)
  const filters = [
    `trim=start=${(after - seek).toFixed(6)}:end=${(frameMiddle(timing, number) - seek).toFixed(6)}`,
    ...(info.video.interlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    `scale=${width}:${height}`,
    'setsar=1',
    ...standardRange(info),
    'format=rgb24',
  ]
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: seek > 0 ? ['-ss', seek.toFixed(6)] : [],
    options: [
      ...['-map', `0:${info.video.index}`, '-vf', filters.join(','), '-frames:v', '1'],
      ...['-c:v', 'png', '-f', 'image2', '-update', '1', fileAddress(output)],
    ],
    outputs: [output],
    keepFrameTimes: true,
    wallSeconds: WALL_SECONDS,
    fileBytes: FILE_BYTES,
  })
  const made = await stat(output).catch(() => null)
  if (!made?.size) throw new MediaError('media_damaged', 'the frame does not decode')
}
