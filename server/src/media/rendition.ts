import path from 'node:path'
import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import { LIGHT } from '@footnote/contract/shared/review-limits.ts'
import { deviceOptions, encoderOptions, type Hardware, handOverFilters } from './encoding/hardware.ts'
import { MediaError } from './media-error.ts'
import { pictureFilters, STANDARD_TAGS } from './normalised/picture-filters.ts'
import { isShownAt, playedTimes, ticksOf, writeClock } from './pictures/played-frames.ts'
import { type MediaInfo, probe } from './probe.ts'
import { fitInside, type RenditionPlan } from './rendition-plan.ts'
import { fileAddress, MEDIA_THREADS, type MediaCommand, type MediaJob, runProgram } from './sandbox.ts'
import { IN_TIME, SOUND, type SoundPlan, soundGraph, unchangedTrack } from './sound/plan.ts'

/** What an encoding may have at most. */
interface Bounds {
  /** Sides of the picture in pixels; the picture may also stand upright. */
  readonly long_side: number
  readonly short_side: number
  /** Average bits per second of the pictures, and the bits by which a moment may exceed them (x264's buffer). */
  readonly picture_rate: number
  readonly buffer: number
  /** Bits per second of the sound. */
  readonly sound_rate: number
}

/** The file that plays where browsers cannot play the original. */
export const PLAYED: Bounds = {
  long_side: 1920,
  short_side: 1080,
  picture_rate: 8_000_000,
  buffer: 16_000_000,
  sound_rate: 160_000,
}

/** The copy for phones and slow lines: with sound and boxes less than `LIGHT.max_rate`, also in films of seconds. */
const LIGHT_BOUNDS: Bounds = {
  ...LIGHT,
  picture_rate: 2_000_000,
  buffer: 1_000_000,
  sound_rate: 128_000,
}

/** Seconds between key frames: the most that a seek decodes. */
const KEY_SECONDS = 2
/** Twice the bytes per second of file that an encoding needs. */
const bytesPerSecond = ({ picture_rate, sound_rate }: Bounds): number => (2 * (picture_rate + sound_rate)) / 8
/** Bytes for boxes and index. */
const SPARE_BYTES = 64 * 2 ** 20
/** Seconds for moving a large file's index to its start, which moves the whole file and reports no progress. */
export const MOVE_SECONDS = 900

const aac = ({ sound_rate }: Bounds): string[] => [
  ...['-c:a', 'aac', '-b:a', String(sound_rate), '-ac', '2', '-ar', '48000'],
]

const sizeIn = (info: MediaInfo, { long_side, short_side }: Bounds) => fitInside(info, long_side, short_side)

/** Filters that make a decoded picture displayable in every browser. */
export const playedFilters = (info: MediaInfo, bounds = PLAYED): string[] =>
  pictureFilters(info, sizeIn(info, bounds), 'film')

/** At a constant rate, a filter that gives one frame for each of its slots. */
const slotsOf = ({ rate }: FrameTiming): string[] => (rate ? [`fps=${rate.num}/${rate.den}:round=near`] : [])

/**
 * Options that take the picture through filters to an encoder; at a constant rate one frame for each of its slots.
 * @param last filters after that; none by default
 */
export const encodedPicture = (
  { video, timing }: MediaInfo,
  filters: readonly string[],
  last: readonly string[] = [],
): string[] => ['-map', `0:${video.index}`, '-vf', [...filters, ...slotsOf(timing), ...last].join(',')]

/** Options for every encoder of pictures: its bounds, its key frames, and the clock of frames. */
const encodedWithin = ({ timing: { rate } }: { readonly timing: FrameTiming }, bounds: Bounds): string[] => [
  ...['-maxrate', String(bounds.picture_rate), '-bufsize', String(bounds.buffer)],
  ...['-force_key_frames', `expr:gte(t,n_forced*${KEY_SECONDS})`],
  ...['-enc_time_base', `1:${ticksOf(rate)}`],
]

/** Encoder options for pictures; `crf` is x264's quality, 18 (nearly identical) to 28 (visibly worse). */
export function pictureEncoder(info: { readonly timing: FrameTiming }, crf: number, bounds = PLAYED): string[] {
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
    ...encodedWithin(info, bounds),
  ]
}

/** Options of an MP4 file that plays before it is fully loaded, without metadata about places or people. */
export const MP4_FILE = ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4']

function copyOptions(info: MediaInfo, plan: Extract<RenditionPlan, { kind: 'copy' }>, sound: SoundPlan): string[] {
  const encoder = plan.container === 'webm' ? ['-c:a', 'libopus', '-b:a', '128k', '-ac', '2'] : aac(PLAYED)
  const track = unchangedTrack(sound)
  const graph = track ? null : soundGraph(sound, 'playing', [IN_TIME])
  const map = graph ? ['-filter_complex', graph, '-map', SOUND] : track ? ['-map', `0:${track.stream}`] : null
  const audio = map ? [...map, ...(plan.encode_audio ? encoder : ['-c:a', 'copy'])] : []
  const file = plan.container === 'webm' ? ['-map_metadata', '-1', '-cues_to_front', '1', '-f', 'webm'] : MP4_FILE
  return ['-map', `0:${info.video.index}`, '-c:v', 'copy', ...audio, ...file]
}

/** Options of the sound and the file of an encoded play copy. */
function encodedFile(sound: SoundPlan, bounds: Bounds): string[] {
  const graph = soundGraph(sound, 'playing', [IN_TIME])
  const audio = graph ? ['-filter_complex', graph, '-map', SOUND, ...aac(bounds)] : []
  return [...audio, ...MP4_FILE]
}

/** Microseconds by which a picture is early for the clock, so that rounding never makes it late. */
const EARLY = 100

/** Takes the times of the second input. Each of its frames shows the picture that is on the screen then. */
function clockedPicture(info: MediaInfo, frames: number, bounds: Bounds): string[] {
  const { width, height } = sizeIn(info, bounds)
  const film = [...playedFilters(info, bounds), ...slotsOf(info.timing), 'settb=AVTB', `setpts=PTS-${EARLY}`]
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
  if (plan.kind !== 'copy') return await encode({ job, input, info, sound, output, bounds: PLAYED, onProgress })
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    options: [...copyOptions(info, plan, sound), fileAddress(output)],
    outputs: [output],
    wallSeconds: 3_600,
    stallSeconds: MOVE_SECONDS,
    fileBytes: SPARE_BYTES + 2 * info.container.size,
    onProgress: (seconds) => onProgress?.(Math.min(1, seconds / info.duration)),
  })
  if (!isShownAt(await probe(job, output), info.frames)) throw new MediaError('media_damaged', 'other frames')
  return { file: output, exact: true }
}

/**
 * Writes the copy for phones and slow lines: as `makeRendition` encodes, within `LIGHT`, and exact.
 * @param input the film as it was sent, since each encoding loses detail
 * @param sound what is heard
 * @param output absolute path inside the job's folder
 * @returns absolute path of the copy
 * @throws MediaError, also if the copy lacks frames
 */
export async function makeLightCopy(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  sound: SoundPlan,
  output: string,
): Promise<string> {
  const { file, exact } = await encode({ job, input, info, sound, output, bounds: LIGHT_BOUNDS })
  if (!exact) throw new MediaError('media_damaged', 'other frames')
  return file
}

interface Encoding {
  readonly job: MediaJob
  readonly input: string
  readonly info: MediaInfo
  readonly sound: SoundPlan
  readonly output: string
  readonly bounds: Bounds
  readonly onProgress?: ((share: number) => void) | undefined
}

type Written = Pick<MediaCommand, 'options' | 'inputOptions' | 'furtherInputs' | 'devices'>

/** Runs an encoding to a file. @param clock files of ours that it reads */
async function write(encoding: Encoding, command: Written, file: string, clock: readonly string[] = []): Promise<void> {
  const { job, input, info, sound, output, bounds, onProgress } = encoding
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    ...command,
    options: [...command.options, ...encodedFile(sound, bounds), fileAddress(file)],
    outputs: [file, ...clock],
    keepFrameTimes: true,
    wallSeconds: 900 + 30 * info.duration,
    stallSeconds: MOVE_SECONDS,
    fileBytes: SPARE_BYTES + Math.ceil(info.duration * bytesPerSecond(bounds)),
    onProgress: (seconds) => file === output && onProgress?.(Math.min(1, seconds / info.duration)),
  })
}

/**
 * Encodes pictures by hardware, from the same filters as software, which gets the film if this fails.
 * @throws MediaError also if the copy lacks frames, or if browsers would not show it in the same way
 */
export async function encodeByHardware(
  { bounds = PLAYED, ...film }: Omit<Encoding, 'bounds'> & { readonly bounds?: Bounds },
  hardware: Hardware,
): Promise<Rendition> {
  const { job, info, output } = film
  const options = [
    ...encodedPicture(info, playedFilters(info, bounds), handOverFilters(hardware)),
    ...encoderOptions(hardware, bounds.picture_rate),
    ...encodedWithin(info, bounds),
  ]
  const { devices } = hardware
  await write({ ...film, bounds }, { inputOptions: deviceOptions(hardware), options, devices }, output)
  const copy = await probe(job, output)
  if (!isShownAt(copy, playedTimes(info))) throw new MediaError('media_failed', 'hardware gave other frames')
  const { width, height } = sizeIn(info, bounds)
  const same = copy.width === width && copy.height === height && copy.video.pixel_format === 'yuv420p'
  if (!same || !copy.video.colour.shown_alike) throw new MediaError('media_failed', 'hardware gave another picture')
  return { file: output, exact: true }
}

/** Encodes by the hardware that was chosen, if there is one and if it does not fail, else by software. */
async function encode(encoding: Encoding): Promise<Rendition> {
  const { hardware } = encoding.job.tools
  if (!hardware?.current) return await encodeBySoftware(encoding)
  try {
    const copy = await encodeByHardware(encoding, hardware.current)
    hardware.worked()
    return copy
  } catch (error) {
    // A driver may fail in the midst of a film. What the machine lacks, software lacks, too.
    if (!(error instanceof MediaError) || error.caused_by_machine) throw error
    hardware.failed(error)
    return await encodeBySoftware(encoding)
  }
}

async function encodeBySoftware(encoding: Encoding): Promise<Rendition> {
  const { job, info, output, bounds } = encoding
  const encoder = pictureEncoder(info, 23, bounds)
  const hasFrames = async (file: string, times: Float64Array) => isShownAt(await probe(job, file), times)

  await write(encoding, { options: [...encodedPicture(info, playedFilters(info, bounds)), ...encoder] }, output)
  const times = playedTimes(info)
  if (await hasFrames(output, times)) return { file: output, exact: true }
  const [clock, filled] = [path.join(job.folder, 'clock.ivf'), path.join(job.folder, 'filled.mp4')]
  await writeClock(times, ticksOf(info.timing.rate), clock)
  const furtherInputs = ['-itsoffset', (times[0] ?? 0).toFixed(6), '-f', 'ivf', '-i', fileAddress(clock)]
  try {
    const options = [...clockedPicture(info, times.length, bounds), ...encoder]
    await write(encoding, { options, furtherInputs }, filled, [clock])
    if (await hasFrames(filled, times)) return { file: filled, exact: true }
  } catch (error) {
    // The first copy plays.
    if (!(error instanceof MediaError) || error.caused_by_machine) throw error
  }
  return { file: output, exact: false }
}
