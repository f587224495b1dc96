import type { EngineEntry, EngineIdentity, EngineSettings } from '../engine.ts'
import { hostEngine } from '../process/host.ts'
import type { ExaminationSettings, open, Sat } from './examination.process.ts'
import type { Paper } from './paper.ts'

/** Seconds of processor time for an examination. */
const LONGEST = 120
/** Milliseconds by the clock after which an examination is broken off: a busy machine takes long for two minutes. */
const PATIENCE = 3_600_000

/** Options that tests change. */
export interface ExaminationOptions {
  readonly signal?: AbortSignal
  /** Processor time in seconds. */
  readonly seconds?: number
}

/**
 * Examines an engine in a process of its own, at low priority.
 * @throws EngineError when the examination could not end: `crashed` is the engine's fault, all others say nothing about it
 */
export async function examine(
  entry: EngineEntry<EngineIdentity>,
  paper: Paper,
  { threads, models }: EngineSettings,
  { signal, seconds = LONGEST }: ExaminationOptions = {},
): Promise<Sat> {
  const folders = Object.fromEntries(
    await Promise.all((entry.weights ?? []).map(async (name) => [name, await models.folder(name)] as const)),
  )
  const settings: ExaminationSettings = { engine: entry.id, paper, threads, folders, records: models.records, seconds }
  const host = hostEngine<ReturnType<typeof open>>({
    module: new URL('./examination.process.ts', import.meta.url),
    settings,
    timeout_ms: PATIENCE,
  })
  try {
    return await host.call('sit', [], signal)
  } finally {
    await host.close()
  }
}
