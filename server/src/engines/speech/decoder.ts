import { createReadStream } from 'node:fs'
import { access, constants, link, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { UntriedError } from '../../platform/confinement/confine.ts'
import { startDecoder } from '../../platform/confinement/decoder.ts'
import { wasKilled } from '../../platform/confinement/processes.ts'
import type { Word } from '../engine.ts'
import { EngineError } from '../engine-error.ts'
import { secondsOf, type Utterance } from './sound/activity.ts'
import type { WavLayout } from './sound/wav.ts'

/** PocketSphinx on this machine. */
export interface Installation {
  /** Path of `pocketsphinx_batch`. */
  readonly program: string
  /** Folder with the acoustic model `en-us`, the language model `en-us.lm.bin` and the dictionary `cmudict-en-us.dict`. */
  readonly model: string
}

/** Installation prefixes: Debian and Ubuntu, from source, Homebrew. */
const PREFIXES = ['/usr', '/usr/local', '/opt/homebrew']
const MODEL_FILES = ['en-us/mdef', 'en-us.lm.bin', 'cmudict-en-us.dict']

/**
 * Changes of the decoder's defaults. Keeping 5,000 states per frame instead of 30,000 takes 0.6 of the time and gives
 * the same words for a recorded speech; 4,000 give worse ones, although a synthetic voice is still understood. Other
 * language weights, insertion penalties, beams, windows and Gaussians, frame skipping and omitting the second pass were
 * measured and made more errors (record 056).
 */
const SETTINGS = ['-maxhmmpf', '5000']
/** The words of an hour need less than three megabytes. */
const FILE_BYTES = 64 * 2 ** 20
/**
 * Length of the names of utterances. The decoder writes its lines in blocks of 4,096 bytes: long names fill a block
 * with about 20 words, so that they arrive a few seconds after they were decoded.
 */
const NAME_LENGTH = 180
/** Milliseconds between two looks at the words of a running decoder. */
const LOOK_EVERY = 1_000
/** The decoder counts in frames of 10 ms. */
const FRAMES_PER_SECOND = 100

/** Finds the program and its English model, or says which of them is missing. */
export async function findInstallation(
  prefixes: readonly string[] = PREFIXES,
): Promise<Installation | { missing: 'program' | 'model' }> {
  let missing: 'program' | 'model' = 'program'
  for (const prefix of prefixes) {
    const program = join(prefix, 'bin/pocketsphinx_batch')
    const model = join(prefix, 'share/pocketsphinx/model/en-us')
    if (!(await isThere(program, constants.X_OK))) continue
    const files = await Promise.all(MODEL_FILES.map((file) => isThere(join(model, file), constants.R_OK)))
    if (files.every(Boolean)) return { program, model }
    missing = 'model'
  }
  return { missing }
}

async function isThere(file: string, mode: number): Promise<boolean> {
  return access(file, mode).then(
    () => true,
    () => false,
  )
}

/**
 * Decodes utterances of one WAV file in one process, each normalised separately. Works in a folder of its own beside
 * the file, which the job removes if this process is killed.
 * @returns the words of each utterance, times in seconds from the start of the file, soon after they are decoded
 * @throws EngineError, UntriedError, or the signal's reason
 */
export async function* decodeUtterances(
  installation: Installation,
  file: string,
  layout: WavLayout,
  utterances: readonly Utterance[],
  signal?: AbortSignal,
): AsyncGenerator<Word[], void, void> {
  signal?.throwIfAborted()
  const folder = await mkdtemp(join(dirname(file), 'utterances-'))
  const stop = new AbortController()
  let ended = Promise.resolve()
  try {
    // The decoder splits its list of utterances at spaces, so the file gets a name without any.
    const sound = join(folder, 'sound.wav')
    await link(file, sound)
    const frames = (seconds: number) => Math.round(seconds * FRAMES_PER_SECOND)
    const list = utterances.map(({ start, end }, i) => `sound ${frames(start)} ${frames(end)} ${nameOf(i)}\n`)
    await writeFile(join(folder, 'list'), list.join(''))
    // The decoder makes it only after its models are loaded, and we look before.
    await writeFile(join(folder, 'words'), '')
    const { program, model } = installation
    const input = ['-adcin', 'yes', '-adchdr', `${layout.offset}`, '-cepdir', folder, '-cepext', '.wav']
    const models = [
      '-hmm',
      join(model, 'en-us'),
      '-lm',
      join(model, 'en-us.lm.bin'),
      '-dict',
      join(model, 'cmudict-en-us.dict'),
    ]
    const output = ['-ctl', join(folder, 'list'), '-ctm', join(folder, 'words'), '-logfn', '/dev/null']
    const options = [...models, ...input, ...output, ...SETTINGS]
    const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    ended = run({ program, folder, sound, options }, Math.ceil(60 + 10 * secondsOf(utterances)), either)
    yield* wordsOf(linesWritten(join(folder, 'words'), ended), utterances)
  } finally {
    stop.abort()
    await ended.catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Name of an utterance in the decoder's list and in each line about it. */
const nameOf = (utterance: number): string => String(utterance).padStart(NAME_LENGTH, '0')

/** Yields the lines that a program writes into a file, until the program ends; throws the error of its end. */
async function* linesWritten(file: string, ended: Promise<void>): AsyncGenerator<string, void, void> {
  let [read, rest, running] = [0, '', true]
  const end = () => {
    running = false
  }
  ended.then(end, end)
  while (running) {
    await Promise.race([ended, setTimeout(LOOK_EVERY, undefined, { ref: false })])
    for await (const text of createReadStream(file, { start: read, encoding: 'latin1' }) as AsyncIterable<string>) {
      read += text.length
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  }
  await ended
}

interface Run {
  readonly program: string
  readonly folder: string
  readonly sound: string
  readonly options: readonly string[]
}

async function run({ program, folder, sound, options }: Run, seconds: number, signal?: AbortSignal): Promise<void> {
  const running = await startDecoder({
    // The decoder cannot succeed without sound, so another program tests the sandbox.
    trial: ['true'],
    program,
    folder,
    input: sound,
    files: [join(folder, 'list'), join(folder, 'words')],
    arguments: () => options,
    fileBytes: FILE_BYTES,
  }).catch((error: Error) => {
    throw error instanceof UntriedError ? error : new EngineError('not_started', error.message)
  })
  running.stdout.resume()
  running.stderr.resume()
  const timeout = AbortSignal.timeout(seconds * 1000)
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout
  if (either.aborted) running.kill()
  either.addEventListener('abort', running.kill, { once: true })
  const { code, signal: how } = await running.ended
    .catch((error: Error) => {
      throw new EngineError('not_started', error.message)
    })
    .finally(() => either.removeEventListener('abort', running.kill))
  if (code === 0) return
  signal?.throwIfAborted()
  if (timeout.aborted) throw new EngineError('timed_out', 'The speech decoder did not end in time.')
  const failure = wasKilled(code, how) ? 'killed' : 'crashed'
  throw new EngineError(failure, `The speech decoder ended with ${how ?? `exit code ${code}`}.`)
}

/**
 * Reads the decoder's CTM lines: utterance, channel, start and length in seconds, word, confidence. A `(2)` after a
 * word marks one of several pronunciations. The words of an utterance are complete when a line of a later one comes.
 */
export async function* wordsOf(
  lines: AsyncIterable<string>,
  utterances: readonly Utterance[],
): AsyncGenerator<Word[], void, void> {
  let [number, words]: [number, Word[]] = [0, []]
  for await (const line of lines) {
    const [id, , start, length, token, confidence] = line.trim().split(/\s+/)
    const utterance = utterances[Number(id)]
    if (!utterance || !token || /^[<[+]/.test(token)) continue
    for (; number < Number(id); number++) {
      yield words
      words = []
    }
    const from = utterance.start + Number(start)
    words.push({
      word: token.replace(/\(\d+\)$/, ''),
      start: round(from),
      end: round(Math.min(from + Number(length), utterance.end)),
      confidence: Math.min(1, Math.max(0, Number(confidence))),
    })
  }
  for (; number < utterances.length; number++) {
    yield words
    words = []
  }
}

/** To milliseconds, since sums of hundredths have rounding errors. */
function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
