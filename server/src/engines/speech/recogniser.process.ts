import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sherpa, { type OfflineRecognizerConfig } from 'sherpa-onnx-node'
import { SAMPLE_RATE } from './sound/wav.ts'
import type { SpeechModel } from './speech-models.ts'
import { noise } from './stretch.ts'
import type { TokenTranscript } from './timed-text.ts'

/** Settings of the recogniser's process. */
export interface RecogniserSettings {
  readonly model: Pick<SpeechModel, 'tokens' | 'network'>
  /** Absolute path of the model's folder. */
  readonly folder: string
  readonly threads: number
}

/** A transcript and its language; empty if the model does not detect it. */
export interface HeardIn extends TokenTranscript {
  readonly lang: string
}

/** Bands of the mel spectrum for NeMo's models; Whisper's files contain theirs. */
const FEATURES = 80

/**
 * Loads a speech model.
 * @throws an Error whose message names the unusable file in a sentence; the runtime may end the process instead
 */
export async function open({ model, folder, threads }: RecogniserSettings) {
  await checkTokens(path.join(folder, model.tokens))
  const config = (language: string) => configOf({ model, folder, threads }, language)
  const recogniser = new sherpa.OfflineRecognizer(config(''))
  let current = ''
  const decode = (samples: Float32Array, language: string): HeardIn => {
    if (language !== current && model.network.kind === 'whisper') recogniser.setConfig(config(language))
    current = language
    const stream = recogniser.createStream()
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE })
    recogniser.decode(stream)
    const { text, lang, tokens, timestamps, durations = [], ys_log_probs = [] } = recogniser.getResult(stream)
    return { text, lang, tokens, timestamps, durations, ys_log_probs }
  }
  return {
    /**
     * @param sound samples from -1 to 1
     * @param language spoken; empty: the model detects it, if it knows several
     * @param silence seconds to add before and after
     */
    async decode(sound: Float32Array, language: string, silence: number): Promise<HeardIn> {
      const padding = Math.round(silence * SAMPLE_RATE)
      const samples = new Float32Array(sound.length + 2 * padding)
      samples.set(sound, padding)
      const heard = decode(samples, language)
      return { ...heard, timestamps: heard.timestamps.map((time) => Math.max(0, time - silence)) }
    },
    /** Decodes a second of synthetic sound. */
    rehearse: () => void decode(noise(SAMPLE_RATE), ''),
  }
}

function configOf({ model, folder, threads }: RecogniserSettings, language: string): OfflineRecognizerConfig {
  const file = (name: string) => path.join(folder, name)
  const { network } = model
  const common = { tokens: file(model.tokens), numThreads: threads, provider: 'cpu', debug: false } as const
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: FEATURES },
    modelConfig: { ...common, ...networkOf(network, file, language) },
    decodingMethod: 'greedy_search',
  }
}

function networkOf(
  network: SpeechModel['network'],
  file: (name: string) => string,
  language: string,
): Partial<OfflineRecognizerConfig['modelConfig']> {
  if (network.kind === 'nemoCtc') return { nemoCtc: { model: file(network.model) } }
  const [encoder, decoder] = [file(network.encoder), file(network.decoder)]
  if (network.kind === 'whisper') {
    // Aligns each token with the sound if the weights include the decoder's attention.
    return { whisper: { encoder, decoder, language, task: 'transcribe', enableTokenTimestamps: true } }
  }
  return { transducer: { encoder, decoder, joiner: file(network.joiner) }, modelType: 'nemo_transducer' }
}

/** The runtime ends its process without a message when it cannot read the list. */
async function checkTokens(file: string): Promise<void> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  const numbers = new Set<string>()
  for (const line of lines) {
    const [, number] = /^(?:\S* )?(\d+)\r?$/.exec(line) ?? []
    if (number === undefined || numbers.has(number)) throw new Error(`${path.basename(file)} is no list of tokens.`)
    numbers.add(number)
  }
}
