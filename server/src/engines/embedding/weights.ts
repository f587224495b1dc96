import { createHash } from 'node:crypto'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { EngineError } from '../engine-error.ts'
import { hostEngine } from '../host.ts'
import { HALVES, type Half, type Precision, type VectorModel, type Weights } from './model.ts'
import type { open } from './trial.process.ts'

/** A model that cannot run here; its message can be shown to a person. */
export class UnusableModel extends Error {}

/** A protocol buffer, which an ONNX file is, ends here; and so does what a tokeniser's rules may take. */
const LARGEST = { weights: 2 * 2 ** 30, tokeniser: 128 * 2 ** 20 }
/** Two gigabytes from a slow disk, loaded and run some times. */
const TRIAL_MS = 600_000
const CHOICES = 'measured.json'

/** What was chosen, by model, files and machine. */
type Choices = Record<string, Weights>

/** What is to be chosen of, and for which use. */
export interface Trial {
  readonly model: VectorModel
  /** The model's own folder, only read. */
  readonly folder: string
  /** Folder that choices are remembered in. */
  readonly records: string
  /** Pictures at once, as indexing gives them. */
  readonly batch: number
  readonly threads: number
}

const known = new Map<string, Promise<Weights>>()

/**
 * Chooses the weights that this machine runs fastest, by trying what is there. The choice is remembered; other files or another
 * processor are tried anew.
 * @throws UnusableModel when files are missing, too large, damaged or of another shape
 */
export async function chooseWeights(trial: Trial): Promise<Weights> {
  const { present, state } = await lookAt(trial)
  const key = createHash('sha256')
    .update([trial.model.id, trial.threads, machine(), ...state].join('\n'))
    .digest('hex')
  const choosing = known.get(key) ?? recall(trial.records, key).then((kept) => kept ?? tryOut(trial, present, key))
  known.set(key, choosing)
  choosing.catch(() => known.delete(key))
  return await choosing
}

/** @returns the precisions that are there of each half, and what the files look like from outside */
async function lookAt({ model, folder }: Trial) {
  const state: string[] = []
  const seen = async (file: string, largest: number): Promise<boolean> => {
    const found = await stat(path.join(folder, file)).catch(() => null)
    if (!found?.isFile()) return false
    if (found.size > largest)
      throw new UnusableModel(`${model.name} cannot be used: ${file} is larger than ${largest / 2 ** 20} MB.`)
    state.push(`${file} ${found.size} ${found.mtimeMs}`)
    return true
  }
  const missing: string[] = []
  const { tokenizer, tokenizer_config } = model.text
  for (const file of [tokenizer, tokenizer_config]) if (!(await seen(file, LARGEST.tokeniser))) missing.push(file)
  const present: Record<Half, Precision[]> = { picture: [], text: [] }
  for (const half of HALVES) {
    const files = model[half]
    if (!files) continue
    for (const precision of ['fp32', 'int8'] as const) {
      const file = files[precision]
      if (file !== null && (await seen(file, LARGEST.weights))) present[half].push(precision)
    }
    if (present[half].length === 0) missing.push(files.fp32)
  }
  if (state.length === 0) throw new UnusableModel(`The weights of ${model.name} are not installed.`)
  if (missing.length > 0) throw new UnusableModel(`${model.name} is not complete: ${missing.join(' and ')} is missing.`)
  return { present, state }
}

function machine(): string {
  return [os.cpus()[0]?.model, os.availableParallelism(), process.arch, process.platform].join(' ')
}

async function recall(records: string, key: string): Promise<Weights | null> {
  return (await readChoices(records))[key] ?? null
}

async function readChoices(records: string): Promise<Choices> {
  return await readFile(path.join(records, CHOICES), 'utf8')
    .then((text) => JSON.parse(text) as Choices)
    .catch(() => ({}))
}

async function tryOut(
  { model, folder, records, batch, threads }: Trial,
  present: Readonly<Record<Half, readonly Precision[]>>,
  key: string,
): Promise<Weights> {
  const host = hostEngine<Awaited<ReturnType<typeof open>>>({
    module: new URL('./trial.process.ts', import.meta.url),
    settings: { model, folder, batch, threads },
    timeout_ms: TRIAL_MS,
  })
  try {
    const chosen = await host.call('choose', [present])
    await remember(records, key, chosen)
    return chosen
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const why = error.failure === 'refused' ? error.message : 'its weights could not be loaded.'
    throw new UnusableModel(`${model.name} cannot be used: ${why}`)
  } finally {
    await host.close()
  }
}

async function remember(records: string, key: string, chosen: Weights): Promise<void> {
  const file = path.join(records, CHOICES)
  const draft = `${file}.${process.pid}`
  // Where nothing can be written the next process measures again.
  await writeFile(draft, JSON.stringify({ ...(await readChoices(records)), [key]: chosen }, null, 2))
    .then(() => rename(draft, file))
    .catch(() => undefined)
}
