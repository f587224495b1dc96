import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { startDecoder } from '../platform/confinement/decoder.ts'
import type { ConfinedProgram } from '../platform/confinement/processes.ts'
import type { ChosenHardware } from './encoding/chosen-hardware.ts'
import { explainFailure, MediaError } from './media-error.ts'
import { keepFrameTimes } from './pictures/frame-times.ts'
import { THINNED, type Thinning, thinningLine } from './pictures/sampling/thinning.ts'
import { type Killable, withstandKills } from './withstand-kills.ts'

/** Paths of the two programs; bare names are searched in the system's folders. */
export interface MediaTools {
  readonly ffmpeg: string
  readonly ffprobe: string
  /** The hardware encoder, where one was looked for. */
  readonly hardware?: ChosenHardware
}

/** The tools, the folder and the signal of a media function. */
export interface MediaJob {
  readonly tools: MediaTools
  /** Existing private folder of this job, as an absolute path; every output goes there. */
  readonly folder: string
  /** Ends the running program; the function then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Called when a program was killed and starts again, see `withstandKills`. Without it the function throws, for work
   * that repeats more than one program.
   */
  readonly onKill?: Killable['onKill']
  /** By how much other programs go first, 1 to 19; as other work in the background by default. */
  readonly niceness?: number
}

/** One run of ffmpeg or ffprobe over one file. */
export interface MediaCommand {
  readonly program: 'ffmpeg' | 'ffprobe'
  /** Absolute path of the file to read. */
  readonly input: string
  /** Input options, which go before the input. */
  readonly inputOptions?: readonly string[]
  /** Leaves out packets of one stream before they are decoded, see `Thinning`. The stream is then the only one, number 0. */
  readonly thinned?: Thinning | null
  /** For ffmpeg options that read files of our own, which are among `outputs`; they are inputs 1 and up. None by default. */
  readonly furtherInputs?: readonly string[]
  /** For ffmpeg everything after the inputs, for ffprobe its options. */
  readonly options: readonly string[]
  /** Time limit in seconds, without the time in which a slow reader pauses the program. */
  readonly wallSeconds: number
  /** Longest time without progress, in seconds; 60 by default. */
  readonly stallSeconds?: number
  /** Size limit of output files, in bytes; 64 MB by default. */
  readonly fileBytes?: number
  /** Keeps the times of the input's frames; otherwise ffmpeg repeats and drops frames for some formats. */
  readonly keepFrameTimes?: boolean
  /** Absolute paths of output files to be stored, in the job's folder; none by default. */
  readonly outputs?: readonly string[]
  /** Absolute paths of device files that it may open; none by default. */
  readonly devices?: readonly string[]
  /** Options of a second output into pipe 3, which then has no progress report. None by default. */
  readonly secondOptions?: readonly string[]
  /** Called with the reached time of the output, in seconds; not together with `secondOptions`. */
  readonly onProgress?: ((seconds: number) => void) | undefined
}

/** A running program. Read `stdout` (and `second`) to the end, then await `finished`. */
export interface RunningProgram {
  readonly stdout: Readable
  /** Pipe 3, if the command has a second output. */
  readonly second: Readable | null
  /** Resolves after success; throws MediaError or the signal's reason. */
  readonly finished: Promise<void>
  /** The last error messages so far, about the program or the file. */
  complaints(): string
  /** Ends the program at once, for a reader that needs no more. */
  stop(): void
}

/** Permitted containers; playlists and scripts are excluded, since they name other files. */
const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,asf,flv,ogg,mpeg,mpegvideo'
/** Address space of one program, in bytes: decoding and encoding 4K with four threads stays below 3 GB. */
const MEMORY_BYTES = 4 * 2 ** 30
const FILE_BYTES = 64 * 2 ** 20
const STALL_SECONDS = 60
const STDERR_CHARACTERS = 8_000
const WATCH_MILLISECONDS = 250

/**
 * Moves an input by a microsecond. At exactly 0, ffmpeg starts the clock of a transport or program stream with the
 * streams that a command uses: pictures alone would have other times than pictures with sound.
 */
const ONE_ZERO = '0.000001'

/** The address of a file for ffmpeg, safe for any name. */
export function fileAddress(path: string): string {
  return `file:${path}`
}

/** Threads of a program. */
export const MEDIA_THREADS = Math.min(4, availableParallelism())

function commandLine(command: MediaCommand, file: string, outputOptions: readonly string[]): string[] {
  const { thinned } = command
  const guard = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', thinned ? 'nut' : FORMATS]
  const zero = command.program === 'ffmpeg' ? ['-itsoffset', ONE_ZERO] : []
  const threads = ['-threads', String(MEDIA_THREADS)]
  const source = thinned ? THINNED : ['-i', fileAddress(file)]
  const input = [...threads, ...zero, ...(command.inputOptions ?? []), ...source]
  const quiet = ['-hide_banner', '-loglevel', 'error']
  if (command.program === 'ffprobe') return [...quiet, ...guard, ...command.options, ...input]
  const progress = command.secondOptions ? [] : ['-progress', 'pipe:3', '-stats_period', '0.5']
  // If most of a file is broken, the rest is still useful.
  const patience = ['-max_error_rate', '1']
  const report = ['-nostdin', '-nostats', ...progress, ...patience, '-y']
  return [
    ...quiet,
    ...report,
    ...guard,
    ...input,
    ...(command.furtherInputs ?? []),
    ...outputOptions,
    ...command.options,
    ...(command.secondOptions ? [...outputOptions, ...command.secondOptions] : []),
  ]
}

/** Calls `onMove` whenever ffmpeg's report changes; without progress ffmpeg repeats the same report. */
function followReport(report: Readable, command: MediaCommand, onMove: () => void): void {
  const last = new Map<string, string>()
  createInterface({ input: report }).on('line', (line) => {
    const [key = '', value = ''] = line.split('=')
    if (!['frame', 'out_time_us', 'total_size'].includes(key) || last.get(key) === value) return
    last.set(key, value)
    onMove()
    const microseconds = Number(value)
    if (key === 'out_time_us' && microseconds >= 0) command.onProgress?.(microseconds / 1e6)
  })
}

/**
 * Starts ffmpeg or ffprobe; no other code does. The program reads nothing but its input, writes only to the job's
 * folder, has no network if the machine can prevent it, and has limits of memory and file size. It is killed with its
 * whole process group when it runs too long, makes no progress, or the job is aborted.
 */
export async function startProgram(job: MediaJob, command: MediaCommand): Promise<RunningProgram> {
  job.signal?.throwIfAborted()
  const program = job.tools[command.program]
  const timed = command.keepFrameTimes ? await keepFrameTimes(program) : []
  const decoder = await startDecoder({
    trial: [program, '-version'],
    folder: job.folder,
    input: command.input,
    ...(command.thinned ? { program: 'sh' } : {}),
    arguments: (file) => {
      const line = commandLine(command, file, timed)
      return command.thinned
        ? thinningLine(command.thinned, { input: fileAddress(file), formats: FORMATS }, [program, ...line])
        : line
    },
    files: command.outputs ?? [],
    // Drivers reserve addresses for all memory of a card, which they do not use.
    ...(command.devices ? { dataBytes: MEMORY_BYTES, devices: command.devices } : { memoryBytes: MEMORY_BYTES }),
    fileBytes: command.fileBytes ?? FILE_BYTES,
    extra: command.program === 'ffmpeg',
    niceness: job.niceness,
  })
  return watch(decoder, job, command)
}

/** Repeats work of one program when that was killed, if the job says so. Its results so far must not count. */
export async function despiteKills<T>({ signal, onKill }: MediaJob, act: () => Promise<T>): Promise<T> {
  return onKill ? await withstandKills({ signal, onKill }, act) : await act()
}

/** Runs a program that writes files, and waits for its end. */
export async function runProgram(job: MediaJob, command: MediaCommand): Promise<void> {
  await despiteKills(job, async () => {
    const running = await startProgram(job, command)
    running.stdout.resume()
    await running.finished
  })
}

/** Watches a running program until it ends. */
function watch(decoder: ConfinedProgram, job: MediaJob, command: MediaCommand): RunningProgram {
  const { stdout, stderr, extra } = decoder
  const second = command.secondOptions ? extra : null
  let complaint = ''
  let ended: MediaError | 'stopped' | null = null
  let running = 0
  let idle = 0
  let received = 0
  const end = (cause: MediaError | 'stopped') => {
    ended ??= cause
    decoder.kill()
  }
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-STDERR_CHARACTERS)
  })
  if (extra && !second)
    followReport(extra, command, () => {
      idle = 0
    })
  const timer = setInterval(() => {
    const bytes = stdout.bytesRead + (second?.bytesRead ?? 0)
    const held = stdout.readableLength > 0 || (second?.readableLength ?? 0) > 0
    if (held || bytes !== received) idle = 0
    received = bytes
    if (held) return
    running += WATCH_MILLISECONDS / 1000
    idle += WATCH_MILLISECONDS / 1000
    if (running > command.wallSeconds) end(new MediaError('media_timeout', complaint))
    else if (idle > (command.stallSeconds ?? STALL_SECONDS)) end(new MediaError('media_stalled', complaint))
  }, WATCH_MILLISECONDS)
  const abort = () => decoder.kill()
  job.signal?.addEventListener('abort', abort, { once: true })
  if (job.signal?.aborted) abort()
  const finish = async () => {
    try {
      const { code, signal } = await decoder.ended.catch((error: Error) => {
        throw new MediaError('media_tools_missing', error.message)
      })
      if (job.signal?.aborted) throw job.signal.reason
      if (ended instanceof MediaError) throw ended
      if (code === 0 || ended) return
      if (code === 126 || code === 127) throw new MediaError('media_tools_missing', complaint)
      throw explainFailure(complaint, code, signal)
    } finally {
      clearInterval(timer)
      job.signal?.removeEventListener('abort', abort)
    }
  }
  const finished = finish()
  // The reader awaits the failure later; until then it must not count as an unhandled rejection.
  finished.catch(() => undefined)
  return { stdout, second, finished, complaints: () => complaint, stop: () => end('stopped') }
}
