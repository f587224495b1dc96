import { createHash } from 'node:crypto'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { EngineError } from '../engine-error.ts'
import { hostEngine } from '../process/host.ts'
import { HALVES, type Tried, type VectorModel } from './model.ts'
import type { open } from './trial.process.ts'

/** A model that cannot run here; its message can be shown to a person. */
export class UnusableModel extends Error {}

/** A protocol buffer, which an ONNX file is, ends here; and so does what a tokeniser's rules may take. */
const LARGEST = { weights: 2 * 2 ** 30, tokeniser: 128 * 2 ** 20 }
/** Two gigabytes from a slow disk, loaded and run some times. */
const TRIAL_MS = 600_000
const MEASURED = 'measured.json'

/** What was measured, by model, files and machine. */
type Measured = Record<string, Tried>

/** What is to be tried, and for which use. */
export interface Trial {
  readonly model: VectorModel
  /** The model's own folder, only read. */
  readonly folder: string
  /** Folder that what was measured is remembered in. */
  readonly records: string
  /** Pictures at once, as indexing gives them. */
  readonly batch: number
  readonly threads: number
}

const known = new Map<string, Promise<Tried>>()

/**
 * Tries the weights of a model: whether they load and run, and how long that takes. What came of it is remembered; other files or
 * another processor are tried again.
 * @throws UnusableModel when files are missing, too large, damaged or of another shape
 */
export async function tryWeights(trial: Trial): Promise<Tried> {
  const state = await lookAt(trial)
  const key = createHash('sha256')
    .update([trial.model.id, trial.threads, machine(), ...state].join('\n'))
    .digest('hex')
  const trying = known.get(key) ?? recall(trial.records, key).then((kept) => kept ?? tryOut(trial, key))
  known.set(key, trying)
  trying.catch(() => known.delete(key))
  return await trying
}

/** @returns what the files look like from outside */
async function lookAt({ model, folder }: Trial): Promise<string[]> {
  const { tokenizer, tokenizer_config } = model.text
  const weights = HALVES.flatMap((half) => model[half]?.weights ?? [])
  const wanted = [
    ...[tokenizer, tokenizer_config].map((file) => [file, LARGEST.tokeniser] as const),
    ...weights.map((file) => [file, LARGEST.weights] as const),
  ]
  const state: string[] = []
  const missing: string[] = []
  for (const [file, largest] of wanted) {
    const found = await stat(path.join(folder, file)).catch(() => null)
    if (!found?.isFile()) missing.push(file)
    else if (found.size > largest)
      throw new UnusableModel(`${model.name} cannot be used: ${file} is larger than ${largest / 2 ** 20} MB.`)
    else state.push(`${file} ${found.size} ${found.mtimeMs}`)
  }
  if (state.length === 0) throw new UnusableModel(`The weights of ${model.name} are not installed.`)
  if (missing.length > 0) throw new UnusableModel(`${model.name} is not complete: ${missing.join(' and ')} is missing.`)
  return state
}

function machine(): string {
  return [os.cpus()[0]?.model, os.availableParallelism(), process.arch, process.platform].join(' ')
}

async function recall(records: string, key: string): Promise<Tried | null> {
  return (await readMeasured(records))[key] ?? null
}

async function readMeasured(records: string): Promise<Measured> {
  return await readFile(path.join(records, MEASURED), 'utf8')
    .then((text) => JSON.parse(text) as Measured)
    .catch(() => ({}))
}

async function tryOut({ model, folder, records, batch, threads }: Trial, key: string): Promise<Tried> {
  const host = hostEngine<Awaited<ReturnType<typeof open>>>({
    module: new URL('./trial.process.ts', import.meta.url),
    settings: { model, folder, batch, threads },
    timeout_ms: TRIAL_MS,
  })
  try {
    const tried = await host.call('run', [])
    await remember(records, key, tried)
    return tried
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const why = error.failure === 'refused' ? error.message : 'its weights could not be loaded.'
    throw new UnusableModel(`${model.name} cannot be used: ${why}`)
  } finally {
    await host.close()
  }
}

async function remember(records: string, key: string, tried: Tried): Promise<void> {
  const file = path.join(records, MEASURED)
  const draft = `${file}.${process.pid}`
  // Where nothing can be written the next process measures again.
  await writeFile(draft, JSON.stringify({ ...(await readMeasured(records)), [key]: tried }, null, 2))
    .then(() => rename(draft, file))
    .catch(() => undefined)
}
