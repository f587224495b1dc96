import { frameAt, frameMiddle, frameStart } from '@footnote/contract/shared/frames.ts'
import { CLIP } from '@footnote/contract/shared/review-limits.ts'
import { encodedPicture, MP4_FILE, pictureEncoder, playedFilters } from './encoding/options.ts'
import { around, seekBefore, shownAt } from './pictures/shown-frame.ts'
import type { MediaInfo } from './probe.ts'
import { fileAddress, type MediaJob, runProgram } from './sandbox.ts'
import { FROM_START, SOUND, type SoundPlan, soundGraph } from './sound/plan.ts'

/** A piece of a video, in seconds. */
export interface ClipRange {
  readonly start: number
  readonly end: number
}

/** A range that extends into a frame by less than this (seconds) does not show it. */
const TOUCH = 0.002
/** A filter takes a frame that begins this long (seconds) before its end. */
const SPARE = 0.001
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

/**
 * Decides how ffmpeg takes some frames. In a gap the frame before is the first one.
 * @param info of the file
 * @param first frame
 * @param last frame, included
 */
export function exactCut(
  info: Pick<MediaInfo, 'timing' | 'frames' | 'indexed' | 'key_times'>,
  first: number,
  last: number,
): ExactCut {
  const { timing, frames } = info
  const begin = frameStart(timing, first)
  const length = frameStart(timing, last + 1) - begin
  const shown = shownAt(frames, frameMiddle(timing, first))
  const shown_from = frames[shown] ?? 0
  const seek = seekBefore(Math.min(begin, shown_from), info)
  const lead = begin - seek
  const from = Math.max(0, around(frames, shown).from - seek)
  const to = frameMiddle(timing, last) - seek
  // In a gap the frame before is still on the screen; before the first frame, that one is.
  const held = timing.rate && frameAt(timing, shown_from) !== first ? begin - shown_from : 0
  return {
    seek,
    length,
    picture: [
      `trim=start=${from.toFixed(6)}:end=${Math.max(to, shown_from - seek + SPARE).toFixed(6)}`,
      held === 0 ? 'setpts=PTS-STARTPTS' : `setpts='if(eq(N,0),0,PTS-STARTPTS-${held.toFixed(6)}/TB)'`,
    ],
    sound: `atrim=start=${lead.toFixed(6)}:end=${(lead + length).toFixed(6)},asetpts=PTS-${lead.toFixed(6)}/TB,${FROM_START}`,
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
  const { seek, length, picture, sound } = exactCut(info, first, Math.max(first, frameAt(timing, end - TOUCH)))
  const graph = soundGraph(plan, 'playing', [sound])
  const audio = graph ? ['-filter_complex', graph, '-map', SOUND, '-c:a', 'aac', '-b:a', '160k', '-ac', '2'] : []
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: seek > 0 ? ['-ss', seek.toFixed(6)] : [],
    options: [
      ...encodedPicture(info, [...picture, ...playedFilters(info)]),
      ...pictureEncoder(info, QUALITY),
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
