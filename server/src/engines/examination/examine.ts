import type { EngineKind } from '@footnote/contract/nouns/library/indexing.ts'
import type { EngineEntry, EngineIdentity, EngineSettings } from '../engine.ts'
import { EngineError } from '../engine-error.ts'
import { WorkMeter, withMeter } from '../process/work.ts'
import type { EngineOf } from '../registry.ts'
import { type Answer, ASK } from './answers.ts'
import type { Paper } from './paper.ts'

/** Seconds of processor time for an examination. */
const LONGEST = 120
/** Milliseconds by the clock after which an examination is broken off: a busy machine takes long for two minutes. */
const PATIENCE = 3_600_000
/** Milliseconds between two looks at the processor time. */
const LOOK = 500

/** Options that tests change. */
export interface ExaminationOptions {
  readonly signal?: AbortSignal
  /** Processor time in seconds. */
  readonly seconds?: number
}

/** The answers to the first questions of a paper, as many as fit into the time. */
export interface Sat {
  readonly answers: readonly Answer[]
  /** Processor time in seconds; by the clock where the system does not say it. */
  readonly seconds: number
}

/**
 * Examines an engine in processes of its own, at low priority: asks until all questions are asked or the time is over.
 * @throws EngineError when the examination could not end: `crashed` is the engine's fault, all others say nothing about it
 */
export async function examine(
  entry: EngineEntry<EngineIdentity>,
  paper: Paper,
  settings: EngineSettings,
  { signal, seconds = LONGEST }: ExaminationOptions = {},
): Promise<Sat> {
  const meter = new WorkMeter()
  return await withMeter(meter, async () => await sit(paper.kind, entry, paper, settings, { meter, signal, seconds }))
}

async function sit<Kind extends EngineKind>(
  kind: Kind,
  entry: EngineEntry<EngineIdentity>,
  paper: Paper,
  settings: EngineSettings,
  { meter, signal, seconds }: { meter: WorkMeter; signal: AbortSignal | undefined; seconds: number },
): Promise<Sat> {
  const engine = entry.open({ ...settings, models: ownModels(entry, settings) }) as EngineOf[Kind]
  const asked = ASK[kind] as (
    engine: EngineOf[Kind],
    questions: Paper['questions'],
    signal: AbortSignal,
  ) => AsyncIterable<Answer>
  const over = new AbortController()
  const began = performance.now()
  const byClock = () => performance.now() - began
  const used = async () => (await meter.read()) ?? byClock() / 1000
  const looking = setInterval(async () => {
    if (byClock() > PATIENCE) over.abort(new EngineError('timed_out', 'The examination took too long.'))
    else if ((await used()) >= seconds) over.abort(new Error('The time is over.'))
  }, LOOK)
  const answers: Answer[] = []
  try {
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal
    for await (const answer of asked(engine, paper.questions, either)) answers.push(answer)
  } catch (error) {
    if (!over.signal.aborted || over.signal.reason instanceof EngineError || signal?.aborted) throw error
  } finally {
    clearInterval(looking)
    await engine.close()
  }
  return { answers, seconds: await used() }
}

/** The models that decide an engine's answers, without those that only add to them. */
const ownModels = ({ weights = [] }: EngineEntry<EngineIdentity>, { models }: EngineSettings) => ({
  records: models.records,
  folder: async (name: string) =>
    weights.includes(name)
      ? await models.folder(name)
      : ({ folder: null, obstacle: `The model ${name} is not examined.`, refused: false } as const),
})
