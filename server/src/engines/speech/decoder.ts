import { spawn } from 'node:child_process'
import { access, constants, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { setPriority, constants as system } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Word } from '../engine.ts'
import { EngineError } from '../engine-error.ts'
import type { Utterance } from './activity.ts'
import type { WavLayout } from './wav.ts'

/** PocketSphinx as found on this machine. */
export interface Installation {
  /** Path of `pocketsphinx_batch`. */
  readonly program: string
  /** Folder with the acoustic model `en-us`, the language model `en-us.lm.bin` and the dictionary `cmudict-en-us.dict`. */
  readonly model: string
}

/** Where packages put it: Debian and Ubuntu, from source, Homebrew. */
const PREFIXES = ['/usr', '/usr/local', '/opt/homebrew']
/** On Linux ends the program with its owner, however the owner ends. */
const TIE = { program: '/usr/bin/setpriv', args: ['--pdeathsig', 'KILL', '--'] }
const MODEL_FILES = ['en-us/mdef', 'en-us.lm.bin', 'cmudict-en-us.dict']

/**
 * What differs from the decoder's defaults. Keeping 5,000 states a frame instead of 30,000 takes 0.6 of the time and makes the same words of
 * a recorded speech; with 3,000 they get worse, though a synthetic voice is still understood. Other language weights, insertion penalties,
 * frame skipping and leaving the second pass out were measured and made more errors.
 */
const SETTINGS = ['-maxhmmpf', '5000']
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
 * Decodes utterances of one WAV file in one process, each normalised by itself. Works in a folder of its own beside the file, which is the
 * job's to clear if this process is killed.
 * @returns the words of each utterance, times in seconds from the start of the file
 * @throws EngineError, or the signal's reason
 */
export async function decodeUtterances(
  installation: Installation,
  file: string,
  layout: WavLayout,
  utterances: readonly Utterance[],
  signal?: AbortSignal,
): Promise<Word[][]> {
  signal?.throwIfAborted()
  const folder = await mkdtemp(join(dirname(file), 'utterances-'))
  try {
    // The list of utterances is split at spaces, so the file gets a name without.
    await symlink(resolve(file), join(folder, 'sound.wav'))
    const frames = (seconds: number) => Math.round(seconds * FRAMES_PER_SECOND)
    const list = utterances.map(({ start, end }, i) => `sound ${frames(start)} ${frames(end)} ${i}\n`)
    await writeFile(join(folder, 'list'), list.join(''))
    const { program, model } = installation
    const seconds = utterances.reduce((sum, { start, end }) => sum + end - start, 0)
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
    const tie = (await isThere(TIE.program, constants.X_OK)) ? [TIE.program, ...TIE.args] : []
    const command = [...tie, program, ...models, ...input, ...output, ...SETTINGS]
    await run(command, Math.ceil(60 + 10 * seconds), signal)
    return wordsOf(await readFile(join(folder, 'words'), 'utf8'), utterances)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(command: readonly string[], seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const timeout = AbortSignal.timeout(seconds * 1000)
    const child = spawn(command[0] as string, command.slice(1), {
      // Nothing of the owner's environment: sound comes from strangers.
      env: {},
      stdio: 'ignore',
      killSignal: 'SIGKILL',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (child.pid) lowerPriority(child.pid)
    child.once('error', (error) => {
      if (signal?.aborted) fail(signal.reason)
      else if (timeout.aborted) fail(new EngineError('timed_out', 'The speech decoder did not end in time.'))
      else fail(new EngineError('not_started', error.message))
    })
    child.once('exit', (code, how) => {
      if (code === 0) done()
      else fail(new EngineError('crashed', `The speech decoder ended with ${how ?? `exit code ${code}`}.`))
    })
  })
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, system.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already; its exit says how.
  }
}

/**
 * Reads the decoder's CTM lines: utterance, channel, start and length in seconds, word, confidence. A word's `(2)` names one of several
 * pronunciations.
 */
export function wordsOf(ctm: string, utterances: readonly Utterance[]): Word[][] {
  const words: Word[][] = utterances.map(() => [])
  for (const line of ctm.split('\n')) {
    const [id, , start, length, token, confidence] = line.trim().split(/\s+/)
    const utterance = utterances[Number(id)]
    if (!utterance || !token || /^[<[+]/.test(token)) continue
    const from = utterance.start + Number(start)
    words[Number(id)]?.push({
      word: token.replace(/\(\d+\)$/, ''),
      start: round(from),
      end: round(Math.min(from + Number(length), utterance.end)),
      confidence: Math.min(1, Math.max(0, Number(confidence))),
    })
  }
  return words
}

/** To milliseconds: sums of hundredths are not. */
function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
