import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { confine, keepFrameTimes, PROGRAM_ENVIRONMENT } from './confinement.ts'
import { explainFailure, MediaError } from './media-error.ts'

/** Where the two programs are; bare names are looked for in the system's folders. */
export interface MediaTools {
  readonly ffmpeg: string
  readonly ffprobe: string
}

/** What every media function works with. */
export interface MediaJob {
  readonly tools: MediaTools
  /** Existing private folder of this job, as an absolute path: every output lies in it. */
  readonly folder: string
  /** Ends the running program; the function then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** One run of ffmpeg or ffprobe over one file. */
export interface MediaCommand {
  readonly program: 'ffmpeg' | 'ffprobe'
  /** Absolute path of the file to read. */
  readonly input: string
  /** Options of the input, before it. */
  readonly inputOptions?: readonly string[]
  /** For ffmpeg everything after the input, for ffprobe its options. */
  readonly options: readonly string[]
  /** Longest run, in seconds; time during which the reader holds the program back does not count. */
  readonly wallSeconds: number
  /** Longest time without progress, in seconds; 60 unless told. */
  readonly stallSeconds?: number
  /** Largest file it may write, in bytes; 64 MB unless told. */
  readonly fileBytes?: number
  /** The output's frames keep the times of the input's; else ffmpeg repeats and drops some where the format is for an even pace. */
  readonly keepFrameTimes?: boolean
  /** Opens pipe 4 for what a filter prints. */
  readonly notes?: boolean
  /** Called with the time reached in the output, in seconds. */
  readonly onProgress?: ((seconds: number) => void) | undefined
}

/** A program at work. Read `stdout` (and `notes`) to the end, then await `finished`. */
export interface RunningProgram {
  readonly stdout: Readable
  /** Pipe 4, where the command asked for it. */
  readonly notes: Readable | null
  /** Resolves when it ended well; throws MediaError or the signal's reason. */
  readonly finished: Promise<void>
  /** Ends it at once; for a reader that has enough. */
  stop(): void
}

/** Containers that are read at all; playlists and scripts, which name other files, are not among them. */
const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,asf,flv,ogg,mpeg,mpegvideo'
/** Address space of one program, in bytes: decoding and encoding 4K at four threads stays below 3 GB. */
const MEMORY_BYTES = 4 * 2 ** 30
const FILE_BYTES = 64 * 2 ** 20
const STALL_SECONDS = 60
const STDERR_CHARACTERS = 8_000
const WATCH_MILLISECONDS = 250

/** The address ffmpeg takes for a file, whatever its name. */
export function fileAddress(path: string): string {
  return `file:${path}`
}

/** How many threads a program gets. */
export const MEDIA_THREADS = Math.min(4, availableParallelism())

function commandLine(command: MediaCommand, outputOptions: readonly string[]): string[] {
  const guard = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', FORMATS]
  const input = ['-threads', String(MEDIA_THREADS), ...(command.inputOptions ?? []), '-i', fileAddress(command.input)]
  const quiet = ['-hide_banner', '-loglevel', 'error']
  if (command.program === 'ffprobe') return [...quiet, ...guard, ...command.options, ...input]
  const report = ['-nostdin', '-nostats', '-progress', 'pipe:3', '-stats_period', '0.5', '-y']
  return [...quiet, ...report, ...guard, ...input, ...outputOptions, ...command.options]
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

/** Calls `onMove` whenever ffmpeg's report differs from the one before; it repeats itself while nothing moves. */
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
 * Starts ffmpeg or ffprobe: the only place that does. The program reads nothing but its input, writes nowhere but the
 * job's folder, has no network where bubblewrap works, keeps to limits of memory and file size, and is killed with
 * its whole process group when it runs too long, stops making progress, or the job is aborted.
 */
export async function startProgram(job: MediaJob, command: MediaCommand): Promise<RunningProgram> {
  job.signal?.throwIfAborted()
  const program = job.tools[command.program]
  const { input, fileBytes = FILE_BYTES } = command
  const words = await confine(program, { folder: job.folder, input, memoryBytes: MEMORY_BYTES, fileBytes })
  const timed = command.keepFrameTimes ? await keepFrameTimes(program) : []
  job.signal?.throwIfAborted()
  const [first = program, ...rest] = [...words, program, ...commandLine(command, timed)]
  const child = spawn(first, rest, {
    cwd: job.folder,
    env: PROGRAM_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', command.notes ? 'pipe' : 'ignore'],
  })
  return watch(child, job, command)
}

/** Runs a program whose output is files, and waits for its end. */
export async function runProgram(job: MediaJob, command: MediaCommand): Promise<void> {
  const running = await startProgram(job, command)
  running.stdout.resume()
  await running.finished
}

/** Keeps watch over a started program until it ends. */
function watch(child: ChildProcess, job: MediaJob, command: MediaCommand): RunningProgram {
  const [, stdout, stderr, report, notes] = child.stdio as [null, Socket, Socket, Socket, Socket | null]
  let complaint = ''
  let ended: MediaError | 'stopped' | null = null
  let running = 0
  let idle = 0
  let received = 0
  const end = (cause: MediaError | 'stopped') => {
    ended ??= cause
    killGroup(child)
  }
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-STDERR_CHARACTERS)
  })
  followReport(report, command, () => {
    idle = 0
  })
  const timer = setInterval(() => {
    const bytes = stdout.bytesRead + (notes?.bytesRead ?? 0)
    const held = stdout.readableLength > 0
    if (held || bytes !== received) idle = 0
    received = bytes
    if (held) return
    running += WATCH_MILLISECONDS / 1000
    idle += WATCH_MILLISECONDS / 1000
    if (running > command.wallSeconds) end(new MediaError('media_timeout', complaint))
    else if (idle > (command.stallSeconds ?? STALL_SECONDS)) end(new MediaError('media_stalled', complaint))
  }, WATCH_MILLISECONDS)
  const abort = () => killGroup(child)
  job.signal?.addEventListener('abort', abort, { once: true })
  const finished = new Promise<void>((resolve, reject) => {
    child.on('error', (error) => end(new MediaError('media_tools_missing', error.message)))
    child.on('close', (code, signal) => {
      clearInterval(timer)
      job.signal?.removeEventListener('abort', abort)
      if (job.signal?.aborted) reject(job.signal.reason)
      else if (ended instanceof MediaError) reject(ended)
      else if (code === 0 || ended) resolve()
      else if (code === 126 || code === 127) reject(new MediaError('media_tools_missing', complaint))
      else reject(explainFailure(complaint, code, signal))
    })
  })
  // A reader learns of the failure when it awaits it; until then it must not count as unhandled.
  finished.catch(() => undefined)
  return { stdout, notes, finished, stop: () => end('stopped') }
}
