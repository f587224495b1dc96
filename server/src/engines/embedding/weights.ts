import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { EngineError } from '../engine-error.ts'
import { lookAtFiles } from '../models/look-at-files.ts'
import { hostEngine } from '../process/host.ts'
import { HALVES, type TrialTimes } from './model.ts'
import type { open, TrialSettings } from './trial.process.ts'

/** A model that cannot run here. Its message may be shown to people. */
export class UnusableModel extends Error {}

/** Largest file sizes. Weights: ONNX is a protocol buffer, which ends at 2 GB. Tokeniser: generous for its rules. */
const LARGEST = { weights: 2 * 2 ** 30, tokeniser: 128 * 2 ** 20 }
/** Enough to load two gigabytes from a slow disk and to run them a few times, in milliseconds. */
const TRIAL_MS = 600_000
const MEASURED = 'measured.json'

/** Measurements by model, files and machine. */
type TrialRecords = Record<string, TrialTimes>

/** The model to try, and its use. */
export interface Trial extends TrialSettings {
  /** Folder for the measurements. */
  readonly records: string
}

const known = new Map<string, Promise<TrialTimes>>()

/**
 * Tries the weights of a model: whether they load and run, and how long a run takes. Stores the result; other files or
 * another processor are tried again.
 * @throws UnusableModel when files are missing, too large, damaged or of another shape
 */
export async function tryWeights(trial: Trial): Promise<TrialTimes> {
  const state = await lookAt(trial)
  const key = createHash('sha256')
    .update([trial.model.id, trial.threads, machine(), ...state].join('\n'))
    .digest('hex')
  const trying = known.get(key) ?? recall(trial.records, key).then((kept) => kept ?? tryOut(trial, key))
  known.set(key, trying)
  trying.catch(() => known.delete(key))
  return await trying
}

/** @returns sizes and dates of the files */
async function lookAt({ model, folder }: Trial): Promise<string[]> {
  const { tokenizer, tokenizer_config } = model.text
  const weights = HALVES.flatMap((half) => model[half]?.weights ?? [])
  const wanted = [
    ...[tokenizer, tokenizer_config].map((file) => [file, LARGEST.tokeniser] as const),
    ...weights.map((file) => [file, LARGEST.weights] as const),
  ]
  const looked = await lookAtFiles(model.name, folder, wanted)
  if ('obstacle' in looked) throw new UnusableModel(looked.obstacle)
  return looked.state
}

function machine(): string {
  return [os.cpus()[0]?.model, os.availableParallelism(), process.arch, process.platform].join(' ')
}

async function recall(records: string, key: string): Promise<TrialTimes | null> {
  return (await readMeasured(records))[key] ?? null
}

async function readMeasured(records: string): Promise<TrialRecords> {
  return await readFile(path.join(records, MEASURED), 'utf8')
    .then((text) => JSON.parse(text) as TrialRecords)
    .catch(() => ({}))
}

async function tryOut({ model, folder, records, batch, threads }: Trial, key: string): Promise<TrialTimes> {
  await using host = hostEngine<Awaited<ReturnType<typeof open>>>({
    module: new URL('./trial.process.ts', import.meta.url),
    settings: { model, folder, batch, threads },
    models: [folder],
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
  }
}

async function remember(records: string, key: string, tried: TrialTimes): Promise<void> {
  const file = path.join(records, MEASURED)
  const draft = `${file}.${process.pid}`
  // If the file cannot be written, the next process measures again.
  await writeFile(draft, JSON.stringify({ ...(await readMeasured(records)), [key]: tried }, null, 2))
    .then(() => rename(draft, file))
    .catch(() => undefined)
}
