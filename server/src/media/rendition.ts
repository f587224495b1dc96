import path from 'node:path'
import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import { MediaError } from './media-error.ts'
import { pictureFilters, STANDARD_TAGS } from './normalised/picture-filters.ts'
import { isShownAt, playedTimes, ticksOf, writeClock } from './pictures/played-frames.ts'
import { type MediaInfo, probe } from './probe.ts'
import { fitInside, type RenditionPlan } from './rendition-plan.ts'
import { fileAddress, MEDIA_THREADS, type MediaCommand, type MediaJob, runProgram } from './sandbox.ts'
import { IN_TIME, SOUND, type SoundPlan, soundGraph, unchangedTrack } from './sound/plan.ts'

const LONG_SIDE = 1920
const SHORT_SIDE = 1080
/** Seconds between key frames: the most that a seek decodes. */
const KEY_SECONDS = 2
/** Average bits per second for pictures, and twice the bytes per second of file that this needs with sound. */
const MAX_RATE = 8_000_000
const FILE_BYTES_PER_SECOND = (2 * (MAX_RATE + 200_000)) / 8
/** Bytes for boxes and index. */
const SPARE_BYTES = 64 * 2 ** 20
/** Seconds for moving a large file's index to its start, which moves the whole file and reports no progress. */
export const MOVE_SECONDS = 900

const AAC = ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000']

const playedSize = (info: MediaInfo) => fitInside(info, LONG_SIDE, SHORT_SIDE)

/** Filters that make a decoded picture displayable in every browser. */
export const playedFilters = (info: MediaInfo): string[] => pictureFilters(info, playedSize(info), 'film')

/** At a constant rate, a filter that gives one frame for each of its slots. */
const slotsOf = ({ rate }: FrameTiming): string[] => (rate ? [`fps=${rate.num}/${rate.den}:round=near`] : [])

/** Options that take the picture through filters to an encoder; at a constant rate one frame for each of its slots. */
export const encodedPicture = ({ video, timing }: MediaInfo, filters: readonly string[]): string[] => [
  ...['-map', `0:${video.index}`, '-vf', [...filters, ...slotsOf(timing)].join(',')],
]

/** Encoder options for pictures; `crf` is x264's quality, 18 (nearly identical) to 28 (visibly worse). */
export function pictureEncoder(info: { readonly timing: FrameTiming }, crf: number): string[] {
  const { rate } = info.timing
  return [
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      String(crf),
      '-profile:v',
      'high',
      '-threads',
      String(MEDIA_THREADS),
    ],
    ...['-maxrate', String(MAX_RATE), '-bufsize', String(2 * MAX_RATE)],
    ...['-force_key_frames', `expr:gte(t,n_forced*${KEY_SECONDS})`],
    ...['-enc_time_base', `1:${ticksOf(rate)}`],
  ]
}

/** Options of an MP4 file that plays before it is fully loaded, without metadata about places or people. */
export const MP4_FILE = ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4']

function copyOptions(info: MediaInfo, plan: Extract<RenditionPlan, { kind: 'copy' }>, sound: SoundPlan): string[] {
  const encoder = plan.container === 'webm' ? ['-c:a', 'libopus', '-b:a', '128k', '-ac', '2'] : AAC
  const track = unchangedTrack(sound)
  const graph = track ? null : soundGraph(sound, 'playing', [IN_TIME])
  const map = graph ? ['-filter_complex', graph, '-map', SOUND] : track ? ['-map', `0:${track.stream}`] : null
  const audio = map ? [...map, ...(plan.encode_audio ? encoder : ['-c:a', 'copy'])] : []
  const file = plan.container === 'webm' ? ['-map_metadata', '-1', '-cues_to_front', '1', '-f', 'webm'] : MP4_FILE
  return ['-map', `0:${info.video.index}`, '-c:v', 'copy', ...audio, ...file]
}

/** Words of the encoder and the file of an encoded play copy. */
function encodedFile(info: MediaInfo, sound: SoundPlan): string[] {
  const graph = soundGraph(sound, 'playing', [IN_TIME])
  const audio = graph ? ['-filter_complex', graph, '-map', SOUND, ...AAC] : []
  return [...pictureEncoder(info, 23), ...audio, ...MP4_FILE]
}

/** Microseconds by which a picture is early for the clock, so that rounding never makes it late. */
const EARLY = 100

/** Takes the times of the second input. Each of its frames shows the picture that is on the screen then. */
function clockedPicture(info: MediaInfo, frames: number): string[] {
  const { width, height } = playedSize(info)
  const film = [...playedFilters(info), ...slotsOf(info.timing), 'settb=AVTB', `setpts=PTS-${EARLY}`]
  const graph = [
    `[0:${info.video.index}]${film.join(',')}[film]`,
    `[1:v]scale=${width}:${height}:flags=neighbor,setsar=1[clock]`,
    `[clock][film]overlay=format=yuv420,trim=end_frame=${frames},${STANDARD_TAGS}[picture]`,
  ]
  return ['-filter_complex', graph.join(';'), '-map', '[picture]']
}

/** A play copy. */
export interface Rendition {
  /** Absolute path. */
  readonly file: string
  /** Whether browsers show each frame of the film when the film does. */
  readonly exact: boolean
}

/**
 * Writes the file for browsers: a copy of the packets, or H.264 (yuv420p, at most 1080p, key frames every 2 s) with AAC
 * in MP4. Frames keep their times and the picture its orientation. Where a frame does not decode, the one before stays.
 * @param plan of `planRendition`; not 'original', which needs no file
 * @param sound what is heard
 * @param output absolute path inside the job's folder
 * @param onProgress called with the completed share, 0 to 1; not while a copy is encoded once more
 * @throws MediaError; if copying fails or a copy has other frames, encoding may still succeed
 */
export async function makeRendition(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  plan: Exclude<RenditionPlan, { kind: 'original' }>,
  sound: SoundPlan,
  output: string,
  onProgress?: (share: number) => void,
): Promise<Rendition> {
  const write = async (command: Pick<MediaCommand, 'options' | 'furtherInputs'>, file: string, clock: string[] = []) =>
    await runProgram(job, {
      program: 'ffmpeg',
      input,
      ...command,
      options: [...command.options, fileAddress(file)],
      outputs: [file, ...clock],
      keepFrameTimes: plan.kind !== 'copy',
      wallSeconds: plan.kind === 'copy' ? 3_600 : 900 + 30 * info.duration,
      stallSeconds: MOVE_SECONDS,
      fileBytes: SPARE_BYTES + bytesOf(info, plan),
      onProgress: (seconds) => file === output && onProgress?.(Math.min(1, seconds / info.duration)),
    })
  const hasFrames = async (file: string, times: Float64Array) => isShownAt(await probe(job, file), times)

  if (plan.kind === 'copy') {
    await write({ options: copyOptions(info, plan, sound) }, output)
    if (!(await hasFrames(output, info.frames))) throw new MediaError('media_damaged', 'other frames')
    return { file: output, exact: true }
  }
  await write({ options: [...encodedPicture(info, playedFilters(info)), ...encodedFile(info, sound)] }, output)
  const times = playedTimes(info)
  if (await hasFrames(output, times)) return { file: output, exact: true }
  const [clock, filled] = [path.join(job.folder, 'clock.ivf'), path.join(job.folder, 'filled.mp4')]
  await writeClock(times, ticksOf(info.timing.rate), clock)
  const furtherInputs = ['-itsoffset', (times[0] ?? 0).toFixed(6), '-f', 'ivf', '-i', fileAddress(clock)]
  try {
    const options = [...clockedPicture(info, times.length), ...encodedFile(info, sound)]
    await write({ options, furtherInputs }, filled, [clock])
    if (await hasFrames(filled, times)) return { file: filled, exact: true }
  } catch (error) {
    // The first copy plays.
    if (!(error instanceof MediaError) || error.caused_by_machine) throw error
  }
  return { file: output, exact: false }
}

const bytesOf = ({ container, duration }: MediaInfo, { kind }: RenditionPlan): number =>
  kind === 'copy' ? 2 * container.size : Math.ceil(duration * FILE_BYTES_PER_SECOND)
