import type { EngineKind } from '@footnote/contract/nouns/indexing.ts'
import type { EngineSettings } from '../engine.ts'
import type { ModelFolder } from '../models/places.ts'
import { ENGINES, type EngineOf } from '../registry.ts'
import { type Answer, ASK } from './answers.ts'
import type { Paper } from './paper.ts'
import { processorSeconds } from './processor-time.ts'

/** An engine to examine. Plain data. */
export interface ExaminationSettings {
  readonly engine: string
  readonly paper: Paper
  readonly threads: number
  /** The folders of the models that it may read; it finds no others. */
  readonly folders: Readonly<Record<string, ModelFolder>>
  /** Folder in which this machine stores its measurements of models. */
  readonly records: string
  /** Processor time for all questions, in seconds. */
  readonly seconds: number
}

/** The answers to the first questions of a paper, as many as fit into the time. */
export interface Sat {
  readonly answers: readonly Answer[]
  /** Processor time in seconds; by the clock where the system does not say it. */
  readonly seconds: number
}

/** Milliseconds between two looks at the processor time. */
const LOOK = 500

/** Examines one engine in a process of its own, so that a model which crashes or hangs ends nothing else. */
export function open(settings: ExaminationSettings) {
  return {
    /** Asks until all questions are asked or the time is over. @throws EngineError that is not the model's fault */
    sit: async (): Promise<Sat> => await sit(settings.paper.kind, settings),
  }
}

async function sit<Kind extends EngineKind>(kind: Kind, settings: ExaminationSettings): Promise<Sat> {
  const { threads, folders, records, paper } = settings
  const entry = ENGINES[kind].find(({ id }) => id === settings.engine)
  if (!entry) throw new Error(`There is no engine ${settings.engine}.`)
  const models: EngineSettings['models'] = {
    records,
    folder: async (name) =>
      folders[name] ?? { folder: null, obstacle: `The model ${name} is not examined.`, refused: false },
  }
  const engine = entry.open({ threads, models })
  const over = new AbortController()
  const [began, before] = [performance.now(), (await processorSeconds(process.pid)) ?? 0]
  const used = async () => {
    const now = await processorSeconds(process.pid)
    return now === null ? (performance.now() - began) / 1000 : now - before
  }
  const looking = setInterval(async () => {
    if ((await used()) >= settings.seconds) over.abort(new Error('The time is over.'))
  }, LOOK)
  const answers: Answer[] = []
  try {
    const asked = ASK[kind] as (
      engine: EngineOf[Kind],
      questions: Paper['questions'],
      signal: AbortSignal,
    ) => AsyncIterable<Answer>
    for await (const answer of asked(engine as EngineOf[Kind], paper.questions, over.signal)) answers.push(answer)
  } catch (error) {
    if (!over.signal.aborted) throw error
  } finally {
    clearInterval(looking)
  }
  const seconds = await used()
  await engine.close()
  return { answers, seconds }
}
