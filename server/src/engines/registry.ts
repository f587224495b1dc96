import { ENGINE_KINDS, type EngineKind } from '@footnote/contract/nouns/library/indexing.ts'
import type { SpeechModelName } from '../platform/settings.ts'
import type {
  AskedModels,
  EngineEntry,
  EngineIdentity,
  EngineSettings,
  OcrEngine,
  SpeechEngine,
  TextEngine,
  VisualEngine,
} from './engine.ts'
import { OCR_DETECTOR } from './models/catalogue/ocr-models.ts'
import { MOONSHINE_SIZES, type PackagedSpeechName, packagedName } from './models/catalogue/packaged-speech.ts'
import type { LearnedSpeechName } from './models/catalogue/speech-models.ts'
import { ppocr } from './ocr/ppocr.ts'
import { ppocrv5, ppocrv5Id } from './ocr/ppocrv5.ts'
import { learnedSpeech } from './speech/learned.ts'
import { moonshine } from './speech/moonshine/moonshine.ts'
import { parakeet_english, SPEECH_MODELS } from './speech/speech-models.ts'
import { SENTENCE_MODELS } from './text/sentence-models.ts'
import { sentences } from './text/sentences.ts'
import { universal_sentence } from './text/universal-sentence.ts'
import { concepts } from './visual/concepts/concepts.ts'
import { embedding } from './visual/embedding.ts'
import { EMBEDDING_MODELS } from './visual/embedding-models.ts'
import { withConcepts } from './visual/with-concepts.ts'

/** A better engine that is not used here, and the reason in a sentence. */
export interface PassedOver extends EngineIdentity {
  readonly reason: string
  /** True: it can run, but answered wrongly in its examination. */
  readonly refused?: true
}

/** Why an engine that can run may not be used. */
export type Objection = Pick<PassedOver, 'reason' | 'refused'>

/** Decides whether an engine that this machine can run may be used. @returns null if it may */
export type Admit = (entry: EngineEntry<EngineIdentity>) => Promise<Objection | null>

/** Admits every engine that can run. */
export const admitAll: Admit = () => Promise.resolve(null)

/** The engine that this machine uses for a kind of indexing, or the reason why there is none. */
export type ChosenHere<E> = ({ engine: E; reason: null } | { engine: null; reason: string }) & {
  /** Better engines than this one, best first. */
  readonly passed_over: readonly PassedOver[]
}

/** The interface of each kind of engine. */
interface EngineTypes {
  readonly visual: VisualEngine
  readonly speech: SpeechEngine
  readonly ocr: OcrEngine
  readonly text: TextEngine
}
/** The same; a kind of the contract that is missing above does not compile. */
export type EngineOf = { readonly [Kind in EngineKind]: EngineTypes[Kind] }

/** The engines, best first. To add one, add its folder and one line here. */
export const ENGINES: { readonly [Kind in EngineKind]: readonly EngineEntry<EngineOf[Kind]>[] } = {
  visual: [...EMBEDDING_MODELS.map((model) => withConcepts(embedding(model))), concepts],
  speech: [...SPEECH_MODELS.map((model) => learnedSpeech(model)), ...MOONSHINE_SIZES.map(moonshine)],
  ocr: [...ppocrv5, ppocr],
  text: [...SENTENCE_MODELS.map(sentences), universal_sentence],
}

/** An engine's name for people; its id when the product no longer knows it. */
export function engineName(id: string): string {
  const entries: readonly EngineIdentity[] = Object.values(ENGINES).flat()
  return entries.find((entry) => entry.id === id)?.name ?? id
}

/** The name of an engine whose weights come with the product; null for all others. */
export function packagedEngineName(id: string): string | null {
  const entries: readonly EngineEntry<EngineIdentity>[] = Object.values(ENGINES).flat()
  return entries.find((entry) => entry.id === id && !entry.weights)?.name ?? null
}

/** Languages (BCP 47) that these engines transcribe, each once. @param ids of the available speech engines */
export const languagesOf = (ids: readonly string[]): string[] => [
  ...new Set(ENGINES.speech.filter(({ id }) => ids.includes(id)).flatMap(({ languages }) => languages ?? [])),
]

/** The engines of this machine. */
export type Engines = { readonly [Kind in EngineKind]: ChosenHere<EngineOf[Kind]> }

/** Opens an engine, or returns the open one. */
export type Opener = <Kind extends EngineKind>(kind: Kind, entry: EngineEntry<EngineOf[Kind]>) => EngineOf[Kind]

/**
 * Opens the first engine of each kind that this machine can run and may use. Opening is cheap: the first call loads the
 * models.
 * @param open opens new engines by default
 */
export async function openEngines(
  settings: EngineSettings,
  open: Opener = (_kind, entry) => entry.open(settings),
  admit: Admit = admitAll,
): Promise<Engines> {
  const order = engineOrder(settings)
  const chosen = async <Kind extends EngineKind>(kind: Kind) => {
    return [kind, await choose<EngineOf[Kind]>(order[kind], settings, (entry) => open(kind, entry), admit)] as const
  }
  return Object.fromEntries(await Promise.all(ENGINE_KINDS.map(chosen))) as unknown as Engines
}

/** No engines, for the time before the first choice. */
export const noEngines = (): Engines =>
  Object.fromEntries(
    ENGINE_KINDS.map((kind) => [kind, { engine: null, reason: '', passed_over: [] }]),
  ) as unknown as Engines

/** The engines that these settings choose among, best first. */
export const engineOrder = (settings: AskedModels): typeof ENGINES => ({
  ...ENGINES,
  speech: speechEngines(settings),
  ocr: ocrEngines(settings),
})

/** Whether the settings name this engine. */
export const isNamed = ({ speech_model = null, ocr_model = null }: AskedModels, kind: EngineKind, id: string) =>
  (kind === 'speech' && speech_model !== null && SPEECH_BY_NAME[speech_model] === id) ||
  (kind === 'ocr' && ocr_model !== null && ppocrv5Id(ocr_model) === id)

/** Speech engines in the default order, best first. */
const USUAL_SPEECH: readonly string[] = [parakeet_english.id, moonshine('base').id]

/** Engine id for each requestable speech model. */
const SPEECH_BY_NAME: Readonly<Record<SpeechModelName, string>> = {
  ...(Object.fromEntries(SPEECH_MODELS.map(({ folder, id }) => [folder, id])) as Record<LearnedSpeechName, string>),
  ...(Object.fromEntries(MOONSHINE_SIZES.map((size) => [packagedName(size), moonshine(size).id])) as Record<
    PackagedSpeechName,
    string
  >),
}

/** The requested engine, then the default ones. */
function speechEngines({ speech_model = null }: AskedModels): EngineEntry<SpeechEngine>[] {
  const order = speech_model === null ? USUAL_SPEECH : [SPEECH_BY_NAME[speech_model], ...USUAL_SPEECH]
  return [...new Set(order)].flatMap((id) => ENGINES.speech.filter((entry) => entry.id === id))
}

/** The requested engine, then the packaged one. */
function ocrEngines({ ocr_model = null }: AskedModels): EngineEntry<OcrEngine>[] {
  return ENGINES.ocr.filter(({ id }) => id === ppocr.id || (ocr_model !== null && id === ppocrv5Id(ocr_model)))
}

/** Names of the requested models; they are downloaded like the default ones. */
export const modelsAskedFor = ({ speech_model = null, ocr_model = null }: AskedModels): string[] => [
  ...SPEECH_MODELS.filter(({ folder }) => folder === speech_model).map(({ folder }) => folder),
  ...(ocr_model === null ? [] : [OCR_DETECTOR, ocr_model]),
]

/** Ends the processes of all engines. */
export async function closeEngines(engines: Engines): Promise<void> {
  await Promise.all(
    Object.values(engines).map((choice: ChosenHere<{ close(): Promise<void> }>) => choice.engine?.close()),
  )
}

/** The first entry without an obstacle or objection; if there is none, the obstacle of the last, which is the least demanding. */
export async function choose<E extends EngineIdentity>(
  entries: readonly EngineEntry<E>[],
  settings: EngineSettings,
  open: (entry: EngineEntry<E>) => E = (entry) => entry.open(settings),
  admit: Admit = admitAll,
): Promise<ChosenHere<E>> {
  const passed_over: PassedOver[] = []
  for (const entry of entries) {
    const obstacle = await entry.obstacle(settings)
    const objection = obstacle === null ? await admit(entry) : { reason: obstacle }
    if (objection === null) return { engine: open(entry), reason: null, passed_over }
    passed_over.push({ id: entry.id, name: entry.name, ...objection })
  }
  return { engine: null, reason: passed_over.pop()?.reason ?? 'No engine of this kind is installed.', passed_over }
}
