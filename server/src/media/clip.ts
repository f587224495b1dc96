import { type FrameTiming, frameAt, frameMiddle, frameStart } from '@footnote/contract/shared/frames.ts'
import { CLIP } from '@footnote/contract/shared/review-limits.ts'
import type { MediaInfo } from './probe.ts'
import { MP4_FILE, pictureEncoder, pictureFilters } from './rendition.ts'
import { fileAddress, type MediaJob, runProgram } from './sandbox.ts'
import { SOUND, type SoundPlan, soundGraph } from './sound/plan.ts'

/** A piece of a video, in seconds. */
export interface ClipRange {
  readonly start: number
  readonly end: number
}

/** A range that extends into a frame by less than this (seconds) does not show it. */
const TOUCH = 0.002
/** Decoding starts this long before the first frame, in seconds; the filters then cut exactly. */
const LEAD = 1
const QUALITY = 20
const FILE_BYTES = 2 * 2 ** 30

/** How ffmpeg takes exactly some frames, and their sound, out of a file. */
export interface ExactCut {
  /** Where it begins to decode, and how long the frames are shown, in seconds. */
  readonly seek: number
  readonly length: number
  /** Filters for the picture and for the sound. */
  readonly picture: readonly string[]
  readonly sound: string
}

/** @param first frame @param last frame, included */
export function exactCut(timing: FrameTiming, first: number, last: number): ExactCut {
  const begin = frameStart(timing, first)
  const length = frameStart(timing, last + 1) - begin
  const lead = Math.min(LEAD, begin)
  const seek = begin - lead
  const from = first === 0 ? 0 : Math.max(0, frameMiddle(timing, first - 1) - seek)
  const to = frameMiddle(timing, last) - seek
  return {
    seek,
    length,
    picture: [`trim=start=${from.toFixed(6)}:end=${to.toFixed(6)}`, 'setpts=PTS-STARTPTS'],
    sound: `atrim=start=${lead.toFixed(6)}:end=${(lead + length).toFixed(6)},asetpts=PTS-${lead.toFixed(6)}/TB,aresample=async=1:first_pts=0`,
  }
}

/**
 * Writes exactly the frames shown from `start` to `end`, with their sound, as H.264 and AAC in MP4.
 * @param info of this input
 * @param plan what is heard
 * @param range 0 <= start < end <= duration, at most 600 s
 * @param output absolute path inside the job's folder
 * @param onProgress called with the completed share, 0 to 1
 */
export async function cutClip(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  plan: SoundPlan,
  range: ClipRange,
  output: string,
  onProgress?: (share: number) => void,
): Promise<void> {
  const { start, end } = range
  if (!(start >= 0 && start < end && end - start <= CLIP.max_duration)) throw new RangeError('no such clip')
  const { timing } = info
  const first = frameAt(timing, start)
  const { seek, length, picture, sound } = exactCut(timing, first, Math.max(first, frameAt(timing, end - TOUCH)))
  const graph = soundGraph(plan, 'playing', [sound])
  const audio = graph ? ['-filter_complex', graph, '-map', SOUND, '-c:a', 'aac', '-b:a', '160k', '-ac', '2'] : []
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: seek > 0 ? ['-ss', seek.toFixed(6)] : [],
    options: [
      ...[
        '-map',
        `0:${info.video.index}`,
        '-vf',
        [...picture, ...pictureFilters(info)].join(','),
        ...pictureEncoder(info, QUALITY),
      ],
      ...audio,
      ...['-t', length.toFixed(6)],
      ...MP4_FILE,
      fileAddress(output),
    ],
    outputs: [output],
    keepFrameTimes: true,
    wallSeconds: 600 + 30 * length,
    fileBytes: FILE_BYTES,
    onProgress: (seconds) => onProgress?.(Math.min(1, seconds / length)),
  })
}
