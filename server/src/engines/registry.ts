import type { EngineEntry, EngineIdentity, EngineSettings, OcrEngine, SpeechEngine, VisualEngine } from './engine.ts'
import { ppocr } from './ocr/ppocr.ts'
import { pocketsphinx } from './speech/pocketsphinx.ts'
import { concepts } from './visual/concepts.ts'
import { embedding } from './visual/embedding.ts'
import { EMBEDDING_MODELS } from './visual/embedding-models.ts'
import { withConcepts } from './visual/with-concepts.ts'

/** An engine that would have come first, and the sentence that says why it does not run here. */
export interface PassedOver extends EngineIdentity {
  readonly reason: string
}

/** The engine that a kind of indexing gets here, or the reason why it gets none. */
export type EngineChoice<E> = ({ engine: E; reason: null } | { engine: null; reason: string }) & {
  /** Better engines than this one, best first. */
  readonly passed_over: readonly PassedOver[]
}

/** The engines, best first: adding one is one folder and one line here. */
const visual_engines: EngineEntry<VisualEngine>[] = [
  ...EMBEDDING_MODELS.map((model) => withConcepts(embedding(model))),
  concepts,
]
const speech_engines: EngineEntry<SpeechEngine>[] = [pocketsphinx]
const ocr_engines: EngineEntry<OcrEngine>[] = [ppocr]

/** What a person reads of an engine; of one that the product knows no more, its id. */
export const engineName = (id: string): string =>
  Object.values(ENGINES)
    .flatMap((entries: readonly EngineIdentity[]) => entries)
    .find((entry) => entry.id === id)?.name ?? id

/** The engines that this machine runs. */
export interface Engines {
  readonly visual: EngineChoice<VisualEngine>
  readonly speech: EngineChoice<SpeechEngine>
  readonly ocr: EngineChoice<OcrEngine>
}

export type EngineKind = keyof Engines

/** Opens the first engine of each kind that this machine can run. Opening is cheap: models are loaded by the first call. */
export async function openEngines(settings: EngineSettings): Promise<Engines> {
  const [visual, speech, ocr] = await Promise.all([
    choose(visual_engines, settings),
    choose(speech_engines, settings),
    choose(ocr_engines, settings),
  ])
  return { visual, speech, ocr }
}

/** Ends the processes of all engines. */
export async function closeEngines(engines: Engines): Promise<void> {
  await Promise.all(
    Object.values(engines).map((choice: EngineChoice<{ close(): Promise<void> }>) => choice.engine?.close()),
  )
}

/** The first entry without an obstacle; without any, the obstacle of the last, which asks the least of a machine. */
export async function choose<E extends EngineIdentity>(
  entries: readonly EngineEntry<E>[],
  settings: EngineSettings,
  open: (entry: EngineEntry<E>) => E = (entry) => entry.open(settings),
): Promise<EngineChoice<E>> {
  const passed_over: PassedOver[] = []
  for (const entry of entries) {
    const reason = await entry.obstacle(settings)
    if (reason === null) return { engine: open(entry), reason: null, passed_over }
    passed_over.push({ id: entry.id, name: entry.name, reason })
  }
  return { engine: null, reason: passed_over.pop()?.reason ?? 'No engine of this kind is installed.', passed_over }
}
