import { stat } from 'node:fs/promises'
import { type FrameTiming, frameMiddle, lastFrame } from '@footnote/contract/shared/frames.ts'
import { MediaError } from '../media-error.ts'
import { pictureFilters } from '../normalised/picture-filters.ts'
import type { MediaInfo, PictureInfo } from '../probe.ts'
import { fileAddress, type MediaJob, runProgram } from '../sandbox.ts'
import { around, seekBefore, shownAt } from './shown-frame.ts'

/** Without the times of the frames, the one before is looked for within this, in seconds. */
const HELD = 1
const WALL_SECONDS = 120
const FILE_BYTES = 512 * 2 ** 20

/** The picture to cut from, and when its frames are shown. */
export type StillSource = PictureInfo & {
  readonly timing: FrameTiming
  /** Seconds. */
  readonly duration: number
  /** When each frame is shown that the decoder gives, in seconds; null if only their numbers are known. */
  readonly frames: Float64Array | null
} & Partial<Pick<MediaInfo, 'indexed' | 'key_times'>>

/** When the wanted picture is on the screen, in seconds. */
interface FrameInterval {
  readonly from: number
  readonly to: number
}

function placeOf({ timing, duration, frames }: StillSource, frame: number): FrameInterval {
  const number = Math.min(frame, lastFrame(timing, duration))
  const middle = frameMiddle(timing, number)
  if (frames) return around(frames, shownAt(frames, middle))
  return { from: number === 0 ? 0 : frameMiddle(timing, number - 1), to: middle }
}

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
  info: StillSource,
  frame: number,
  output: string,
): Promise<void> {
  const place = placeOf(info, frame)
  const write = (shown: FrameInterval, only: readonly string[]) => writeStill(job, input, info, shown, only, output)
  await write(place, [])
  // A frame without a picture of its own shows the one before.
  if (!(await isWritten(output))) await write({ from: Math.max(0, place.from - HELD), to: place.to }, ['reverse'])
  if (!(await isWritten(output))) throw new MediaError('media_damaged', 'the frame does not decode')
}

const isWritten = async (file: string): Promise<boolean> => ((await stat(file).catch(() => null))?.size ?? 0) > 0

async function writeStill(
  job: MediaJob,
  input: string,
  info: StillSource,
  { from, to }: FrameInterval,
  only: readonly string[],
  output: string,
): Promise<void> {
  const { indexed = true, key_times } = info
  const seek = seekBefore(from, key_times ? { indexed, key_times } : null)
  const end = Number.isFinite(to) ? `:end=${(to - seek).toFixed(6)}` : ''
  const filters = [`trim=start=${(from - seek).toFixed(6)}${end}`, ...only, ...pictureFilters(info, info, 'rgb')]
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
}
