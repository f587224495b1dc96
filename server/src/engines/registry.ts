import type { EngineEntry, EngineIdentity, EngineSettings, OcrEngine, SpeechEngine, VisualEngine } from './engine.ts'
import { ppocr } from './ocr/ppocr.ts'
import { pocketsphinx } from './speech/pocketsphinx.ts'
import { concepts } from './visual/concepts.ts'

/** The engine that a kind of indexing gets here, or the reason why it gets none. */
export type EngineChoice<E> = { engine: E; reason: null } | { engine: null; reason: string }

/** The engines, best first: adding one is one folder and one line here. */
const visual_engines: EngineEntry<VisualEngine>[] = [concepts]
const speech_engines: EngineEntry<SpeechEngine>[] = [pocketsphinx]
const ocr_engines: EngineEntry<OcrEngine>[] = [ppocr]

/** The engines that this machine runs. */
export interface Engines {
  readonly visual: EngineChoice<VisualEngine>
  readonly speech: EngineChoice<SpeechEngine>
  readonly ocr: EngineChoice<OcrEngine>
}

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
): Promise<EngineChoice<E>> {
  let reason = 'No engine of this kind is installed.'
  for (const entry of entries) {
    const obstacle = await entry.obstacle(settings)
    if (obstacle === null) return { engine: entry.open(settings), reason: null }
    reason = obstacle
  }
  return { engine: null, reason }
}
