import type { EngineIdentity } from '../engine.ts'
import { type LearnedSpeechName, speech_models } from '../models/catalogue/speech-models.ts'

/** Files of a speech model in its folder, by the kind of network. */
export type SpeechNetwork =
  | { readonly kind: 'nemoCtc'; readonly model: string }
  | { readonly kind: 'transducer'; readonly encoder: string; readonly decoder: string; readonly joiner: string }
  | { readonly kind: 'whisper'; readonly encoder: string; readonly decoder: string }

/** A speech model that sherpa-onnx runs. */
export interface SpeechModel extends EngineIdentity {
  /** Its name in the model store. */
  readonly folder: LearnedSpeechName
  /** BCP 47 tags. */
  readonly languages: readonly string[]
  /** File of the network's output tokens, one per line with its number. */
  readonly tokens: string
  readonly network: SpeechNetwork
}

const whisper = (size: string): Pick<SpeechModel, 'tokens' | 'network'> => ({
  tokens: `${size}-tokens.txt`,
  network: { kind: 'whisper', encoder: `${size}-encoder.int8.onnx`, decoder: `${size}-decoder.int8.onnx` },
})

/** Combines the catalogue's facts with the way to run the network. */
const run = (folder: LearnedSpeechName, how: Pick<SpeechModel, 'tokens' | 'network'>): SpeechModel => {
  const { title: name, languages } = speech_models[folder]
  return { id: `${folder}-1`, name, folder, languages, ...how }
}

/** English with capitals and punctuation, by the CTC half of a hybrid model (NVIDIA, 2024). */
export const parakeet_english = run('parakeet-110m-en', {
  tokens: 'tokens.txt',
  network: { kind: 'nemoCtc', model: 'model.int8.onnx' },
})

/** The models that the learned speech engine runs. */
export const SPEECH_MODELS: readonly SpeechModel[] = [
  parakeet_english,
  run('parakeet-v3', {
    tokens: 'tokens.txt',
    network: {
      kind: 'transducer',
      encoder: 'encoder.int8.onnx',
      decoder: 'decoder.int8.onnx',
      joiner: 'joiner.int8.onnx',
    },
  }),
  run('whisper-base', whisper('base')),
  run('whisper-small', whisper('small')),
  run('whisper-large-v3-turbo', whisper('turbo')),
]
