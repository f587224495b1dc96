import { UNDETERMINED } from '@footnote/contract/shared/language/undetermined.ts'
import type { EngineEntry, EngineSettings, Listening, SpeechEngine, SpokenLine } from '../engine.ts'
import { EngineError } from '../engine-error.ts'
import { creditOf } from '../models/catalogue/catalogue.ts'
import type { PinnedFile } from '../models/pinned-file.ts'
import { type EngineHost, hostEngine } from '../process/host.ts'
import type { HostedModule } from '../process/hosted.ts'
import type { HeardIn, open, RecogniserSettings } from './recogniser.process.ts'
import type { Utterance } from './sound/utterances.ts'
import type { SpeechModel } from './speech-models.ts'
import { readStretch } from './stretch.ts'
import { timedWords } from './timed-text.ts'
import { type HeardStretch, linesOf, type ToHear } from './transcription.ts'
import { type FoundModel, tryOut } from './trial.ts'

type Methods = Awaited<ReturnType<typeof open>>

/** Enough for half a minute of speech by the largest model on one slow core, including loading, in milliseconds. */
const TIMEOUT_MS = 600_000
/** Seconds of speech for detecting the language. */
const PROBE = 30
/** Seconds: an utterance is decoded as a whole, and the decoder's memory grows with it. */
const LONGEST = 29

/**
 * Seconds of silence around an utterance that is decoded again: some models return nothing for some utterances, and
 * reportedly find the words with other padding (k2-fsa/sherpa-onnx issue 2258).
 */
const SILENCE = 0.5

/**
 * Decodes an utterance, and once more with silence around it if there is a voice but no word.
 * @param decode takes the seconds of silence
 */
export async function heardAtLast<H extends { readonly text: string }>(
  decode: (silence: number) => Promise<H>,
): Promise<H> {
  const heard = await decode(0)
  if (heard.text.trim() !== '') return heard
  const again = await decode(SILENCE)
  return again.text.trim() === '' ? heard : again
}

/** An utterance and its transcript. */
interface UtteranceText {
  readonly utterance: Utterance
  readonly heard: HeardIn
}

/** Transcribes with one model of the table. */
class LearnedSpeech implements SpeechEngine {
  readonly id: string
  readonly name: string
  readonly languages: readonly string[]
  readonly #model: SpeechModel
  readonly #settings: EngineSettings
  readonly #voice: PinnedFile | undefined
  readonly #closing = new AbortController()
  #host: EngineHost<Methods> | null = null

  constructor(model: SpeechModel, settings: EngineSettings, voice: PinnedFile | undefined) {
    this.id = model.id
    this.name = model.name
    this.languages = model.languages
    this.#model = model
    this.#settings = settings
    this.#voice = voice
  }

  transcribe(file: string, { language = null, ...listening }: Listening = {}): AsyncGenerator<SpokenLine> {
    const settings = { ...this.#settings, voice: this.#voice, longest: LONGEST, closing: this.#closing.signal }
    return linesOf(file, listening, settings, (speech) => this.#hear(speech, language))
  }

  async close(): Promise<void> {
    this.#closing.abort(new EngineError('closed', 'The engine was closed.'))
    await this.#host?.close()
  }

  async *#hear(speech: ToHear, chosen: string | null): AsyncGenerator<HeardStretch> {
    for await (const { utterance, heard } of this.#decodeAll(speech, chosen)) {
      const language = chosen ?? this.#languageOf(heard)
      const words = timedWords(heard, utterance, speech.sound.levels, language)
      yield { end: utterance.end, words, language }
    }
  }

  #languageOf({ lang }: HeardIn): string {
    const [first, ...others] = this.languages
    return lang || (first !== undefined && others.length === 0 ? first : UNDETERMINED)
  }

  /**
   * Decodes each utterance separately. Utterances from the language detection are decoded again if they were taken for
   * another language. Those that were decoded earlier only serve to detect the language.
   */
  async *#decodeAll(
    { sound, utterances, after, signal }: ToHear,
    chosen: string | null,
  ): AsyncGenerator<UtteranceText> {
    const decode = async (utterance: Utterance, language: string): Promise<UtteranceText> => ({
      utterance,
      heard: await heardAtLast(async (silence) => {
        const samples = await readStretch({ file: sound.file, layout: sound.layout, ...utterance })
        return await (await this.#recogniser()).call('decode', [samples, language, silence], signal)
      }),
    })
    let language = chosen ?? ''
    const probes: UtteranceText[] = []
    for (let probed = 0; language === '' && probed < PROBE; ) {
      const { value: utterance, done } = await utterances.next()
      if (done) break
      probes.push(await decode(utterance, ''))
      probed += utterance.end - utterance.start
    }
    if (language === '') language = spokenMost(probes)
    for (const probe of probes)
      if (probe.utterance.end > after)
        yield probe.heard.lang === language ? probe : await decode(probe.utterance, language)
    for await (const utterance of utterances) if (utterance.end > after) yield await decode(utterance, language)
  }

  /**
   * The model's process, which the first utterance starts.
   * @throws EngineError when the model has gone since the engine was chosen
   */
  async #recogniser(): Promise<EngineHost<Methods>> {
    if (this.#host) return this.#host
    const { folder, obstacle } = await this.#settings.models.folder(this.#model.folder)
    if (folder === null) throw new EngineError('not_started', obstacle)
    this.#host ??= hostEngine<Methods>(hosted(this.#model, folder, this.#settings.threads))
    return this.#host
  }
}

const hosted = (model: SpeechModel, folder: string, threads: number): HostedModule => ({
  module: new URL('./recogniser.process.ts', import.meta.url),
  settings: { model: { tokens: model.tokens, network: model.network }, folder, threads } satisfies RecogniserSettings,
  models: [folder],
  timeout_ms: TIMEOUT_MS,
})

function weightsOf({ network }: SpeechModel): string[] {
  if (network.kind === 'nemoCtc') return [network.model]
  if (network.kind === 'whisper') return [network.encoder, network.decoder]
  return [network.encoder, network.decoder, network.joiner]
}

/**
 * The engine that runs one speech model with sherpa-onnx.
 * @param voice model of voice activity; Silero's by default
 */
export function learnedSpeech(model: SpeechModel, voice?: PinnedFile): EngineEntry<SpeechEngine> {
  return {
    id: model.id,
    name: model.name,
    models: [model.folder, 'speaker-segmentation', 'speaker-embedding'].flatMap(creditOf),
    languages: model.languages,
    weights: [model.folder],
    async obstacle({ models, threads }) {
      const { folder, obstacle } = await models.folder(model.folder)
      if (folder === null) return obstacle
      const found: FoundModel = { name: model.name, folder, weights: weightsOf(model), tokens: model.tokens }
      return await tryOut(found, hosted(model, folder, threads)).catch((error) => {
        if (error instanceof EngineError) return `${model.name} cannot be tried now: ${error.message}`
        throw error
      })
    },
    open: (settings) => new LearnedSpeech(model, settings, voice),
  }
}

/** The language with the most seconds of speech; empty for a model that does not detect it. */
function spokenMost(probes: readonly UtteranceText[]): string {
  const seconds = new Map<string, number>()
  for (const { utterance, heard } of probes)
    seconds.set(heard.lang, (seconds.get(heard.lang) ?? 0) + utterance.end - utterance.start)
  return [...seconds].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0] as [string, number])[0]
}
