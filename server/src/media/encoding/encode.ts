import path from 'node:path'
import { MediaError } from '../media-error.ts'
import { STANDARD_TAGS } from '../normalised/picture-filters.ts'
import { isShownAt, playedTimes, ticksOf, writeClock } from '../pictures/played-frames.ts'
import { type MediaInfo, probe } from '../probe.ts'
import { fileAddress, type MediaCommand, type MediaJob, runProgram } from '../sandbox.ts'
import { IN_TIME, SOUND, type SoundPlan, soundGraph } from '../sound/plan.ts'
import { deviceOptions, encoderOptions, type Hardware, handOverFilters } from './hardware.ts'
import {
  aac,
  type Bounds,
  encodedPicture,
  encodedWithin,
  LAID_OVER,
  MP4_FILE,
  PLAYED,
  pictureEncoder,
  playedFilters,
  sizeIn,
  slotsOf,
} from './options.ts'

/** Twice the bytes per second of file that an encoding needs. */
const bytesPerSecond = ({ picture_rate, sound_rate }: Bounds): number => (2 * (picture_rate + sound_rate)) / 8
/** Bytes for boxes and index. */
export const SPARE_BYTES = 64 * 2 ** 20
/** Seconds for moving a large file's index to its start, which moves the whole file and reports no progress. */
export const MOVE_SECONDS = 900

/** A play copy. */
export interface Rendition {
  /** Absolute path. */
  readonly file: string
  /** Whether browsers show each frame of the film when the film does. */
  readonly exact: boolean
}

/** Options of the sound and the file of an encoded play copy. */
function encodedFile(sound: SoundPlan, bounds: Bounds): string[] {
  const graph = soundGraph(sound, 'playing', [IN_TIME])
  const audio = graph ? ['-filter_complex', graph, '-map', SOUND, ...aac(bounds)] : []
  return [...audio, ...MP4_FILE]
}

/** Microseconds by which a picture is early for the clock, so that rounding never makes it late. */
const EARLY = 100

/**
 * Takes the times of the second input. Each of its frames shows the picture that is on the screen then.
 * @param over whether the third input is laid over each frame
 */
function clockedPicture(info: MediaInfo, frames: number, bounds: Bounds, over: boolean): string[] {
  const { width, height } = sizeIn(info, bounds)
  const film = [...playedFilters(info, bounds), ...slotsOf(info.timing), 'settb=AVTB', `setpts=PTS-${EARLY}`]
  const graph = [
    `[0:${info.video.index}]${film.join(',')}[film]`,
    `[1:v]scale=${width}:${height}:flags=neighbor,setsar=1[clock]`,
    `[clock][film]${LAID_OVER}${over ? `[clocked];[clocked][2:v]${LAID_OVER}` : ''},trim=end_frame=${frames},${STANDARD_TAGS}[picture]`,
  ]
  return ['-filter_complex', graph.join(';'), '-map', '[picture]']
}

/** A film to encode. */
export interface Encoding {
  readonly job: MediaJob
  readonly input: string
  readonly info: MediaInfo
  readonly sound: SoundPlan
  readonly output: string
  readonly bounds: Bounds
  /** Absolute path of a PNG of the encoded size that is laid over each frame; none by default. */
  readonly over?: string
  readonly onProgress?: ((share: number) => void) | undefined
}

type EncodingCommand = Pick<MediaCommand, 'options' | 'inputOptions' | 'furtherInputs' | 'devices'>

/** Runs an encoding to a file. @param clock files of ours that it reads */
async function write(
  encoding: Encoding,
  command: EncodingCommand,
  file: string,
  clock: readonly string[] = [],
): Promise<void> {
  const { job, input, info, sound, output, bounds, over, onProgress } = encoding
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    ...command,
    furtherInputs: [...(command.furtherInputs ?? []), ...(over ? ['-i', fileAddress(over)] : [])],
    options: [...command.options, ...encodedFile(sound, bounds), fileAddress(file)],
    outputs: [file, ...clock, ...(over ? [over] : [])],
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
    ...encodedPicture(info, playedFilters(info, bounds), {
      last: handOverFilters(hardware),
      over: film.over !== undefined,
    }),
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
export async function encode(encoding: Encoding): Promise<Rendition> {
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
  const over = encoding.over !== undefined
  const encoder = pictureEncoder(info, 23, bounds)
  const hasFrames = async (file: string, times: Float64Array) => isShownAt(await probe(job, file), times)

  await write(
    encoding,
    { options: [...encodedPicture(info, playedFilters(info, bounds), { over }), ...encoder] },
    output,
  )
  const times = playedTimes(info)
  if (await hasFrames(output, times)) return { file: output, exact: true }
  const [clock, filled] = [path.join(job.folder, 'clock.ivf'), path.join(job.folder, 'filled.mp4')]
  await writeClock(times, ticksOf(info.timing.rate), clock)
  const furtherInputs = ['-itsoffset', (times[0] ?? 0).toFixed(6), '-f', 'ivf', '-i', fileAddress(clock)]
  try {
    const options = [...clockedPicture(info, times.length, bounds, over), ...encoder]
    await write(encoding, { options, furtherInputs }, filled, [clock])
    if (await hasFrames(filled, times)) return { file: filled, exact: true }
  } catch (error) {
    // The first copy plays.
    if (!(error instanceof MediaError) || error.caused_by_machine) throw error
  }
  return { file: output, exact: false }
}
