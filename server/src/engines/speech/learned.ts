import type { EngineEntry, EngineSettings, Listening, SpeechEngine, SpokenLine } from '../engine.ts'
import { EngineError } from '../engine-error.ts'
import { creditOf } from '../models/catalogue/catalogue.ts'
import { type EngineHost, hostEngine } from '../process/host.ts'
import type { HostedModule } from '../process/hosted.ts'
import { cuesOf } from './cues.ts'
import { UNDETERMINED } from './languages.ts'
import type { HeardIn, open, RecogniserSettings } from './recogniser.process.ts'
import { collapseRepeats } from './repeats.ts'
import type { Utterance } from './sound/activity.ts'
import { listen, type Sound } from './sound/sound.ts'
import { utterancesIn } from './sound/voice.ts'
import { turnsIn, Voices } from './speakers.ts'
import type { SpeechModel } from './speech-models.ts'
import { readStretch } from './stretch.ts'
import { timedWords } from './timed-text.ts'
import { type FoundModel, tryOut } from './trial.ts'

type Methods = Awaited<ReturnType<typeof open>>

/** Enough for half a minute of speech by the largest model on one slow core, including loading, in milliseconds. */
const TIMEOUT_MS = 600_000
/** Seconds of speech for detecting the language. */
const PROBE = 30
/** Shares of the work: finding speech, and distinguishing voices. */
const LISTENING_SHARE = 0.05
const VOICES_SHARE = 0.15

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
interface Decoded {
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
  readonly #closing = new AbortController()
  #host: EngineHost<Methods> | null = null

  constructor(model: SpeechModel, settings: EngineSettings) {
    this.id = model.id
    this.name = model.name
    this.languages = model.languages
    this.#model = model
    this.#settings = settings
  }

  async *transcribe(file: string, listening: Listening = {}): AsyncGenerator<SpokenLine> {
    const { language = null, heard: earlier = null, onHeard, onProgress, onRemark, signal: outer } = listening
    const signal = outer ? AbortSignal.any([outer, this.#closing.signal]) : this.#closing.signal
    const sound = await listen(file, signal)
    const utterances = await utterancesIn(sound, this.#settings, { onRemark, signal })
    onProgress?.(LISTENING_SHARE)
    const turns = utterances.length > 0 ? await turnsIn(sound, this.#settings, { onRemark, signal }) : []
    const before = turns.length > 0 ? LISTENING_SHARE + VOICES_SHARE : LISTENING_SHARE
    onProgress?.(before)
    const voices = new Voices(turns)
    // Voices are numbered in order of appearance; this restores the earlier numbers.
    for (const { words } of earlier?.cues ?? []) voices.part(words)
    const after = earlier?.until ?? 0
    let done = utterances.filter(({ end }) => end <= after).length
    for await (const { utterance, heard } of this.#decodeAll(sound, utterances, language, after, signal)) {
      yield* this.#cuesOf(sound, utterance, heard, language, voices)
      await onHeard?.(utterance.end)
      done++
      onProgress?.(before + (1 - before) * (done / utterances.length))
    }
    if (utterances.length === 0) onProgress?.(1)
  }

  async close(): Promise<void> {
    this.#closing.abort(new EngineError('closed', 'The engine was closed.'))
    await this.#host?.close()
  }

  #cuesOf(sound: Sound, utterance: Utterance, heard: HeardIn, chosen: string | null, voices: Voices): SpokenLine[] {
    const language = chosen ?? this.#languageOf(heard)
    const words = timedWords(heard, utterance, sound.frames, language)
    const kept = collapseRepeats(words, ({ word }) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
    return voices
      .part(kept)
      .flatMap(({ speaker, words: said }) =>
        cuesOf([said], language, true).map((cue) => (speaker === null ? cue : { ...cue, speaker })),
      )
  }

  #languageOf({ lang }: HeardIn): string {
    const [first, ...others] = this.languages
    return lang || (first !== undefined && others.length === 0 ? first : UNDETERMINED)
  }

  /**
   * Decodes each utterance separately. Utterances from the language detection are decoded again if they were taken for
   * another language.
   * @param after seconds; utterances before were decoded earlier and only serve to detect the language
   */
  async *#decodeAll(
    sound: Sound,
    utterances: readonly Utterance[],
    chosen: string | null,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<Decoded> {
    const decode = async (utterance: Utterance, language: string): Promise<Decoded> => ({
      utterance,
      heard: await heardAtLast(async (silence) => {
        const samples = await readStretch({ file: sound.file, layout: sound.layout, ...utterance })
        return await (await this.#recogniser()).call('decode', [samples, language, silence], signal)
      }),
    })
    let language = chosen ?? ''
    const probes: Decoded[] = []
    let [probed, next] = [0, 0]
    while (language === '' && next < utterances.length && probed < PROBE) {
      const utterance = utterances[next++] as Utterance
      probes.push(await decode(utterance, ''))
      probed += utterance.end - utterance.start
    }
    if (language === '') language = spokenMost(probes)
    for (const probe of probes)
      if (probe.utterance.end > after)
        yield probe.heard.lang === language ? probe : await decode(probe.utterance, language)
    for (const utterance of utterances.slice(next)) if (utterance.end > after) yield await decode(utterance, language)
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

/** The engine that runs one speech model with sherpa-onnx. */
export function learnedSpeech(model: SpeechModel): EngineEntry<SpeechEngine> {
  return {
    id: model.id,
    name: model.name,
    models: [model.folder, 'silero-vad', 'speaker-segmentation', 'speaker-embedding'].flatMap(creditOf),
    languages: model.languages,
    weights: [model.folder, 'silero-vad'],
    async obstacle({ models, threads }) {
      const { folder, obstacle } = await models.folder(model.folder)
      if (folder === null) return obstacle
      const found: FoundModel = { name: model.name, folder, weights: weightsOf(model), tokens: model.tokens }
      return await tryOut(found, hosted(model, folder, threads)).catch((error) => {
        if (error instanceof EngineError) return `${model.name} cannot be tried now: ${error.message}`
        throw error
      })
    },
    open: (settings) => new LearnedSpeech(model, settings),
  }
}

/** The language with the most seconds of speech; empty for a model that does not detect it. */
function spokenMost(probes: readonly Decoded[]): string {
  const seconds = new Map<string, number>()
  for (const { utterance, heard } of probes)
    seconds.set(heard.lang, (seconds.get(heard.lang) ?? 0) + utterance.end - utterance.start)
  return [...seconds].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0] as [string, number])[0]
}
