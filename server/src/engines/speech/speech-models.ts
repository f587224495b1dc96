import type { EngineIdentity } from '../engine.ts'
import { speech_models } from '../models/catalogue/speech-models.ts'

/** Files of a speech model, inside its folder, by the kind of network. */
export type SpeechNetwork =
  | { readonly kind: 'nemoCtc'; readonly model: string }
  | { readonly kind: 'transducer'; readonly encoder: string; readonly decoder: string; readonly joiner: string }
  | { readonly kind: 'whisper'; readonly encoder: string; readonly decoder: string }

/** A speech model that sherpa-onnx runs. */
export interface SpeechModel extends EngineIdentity {
  /** Its name in the store of models. */
  readonly folder: keyof typeof speech_models
  /** BCP 47 tags. */
  readonly languages: readonly string[]
  /** File of the pieces of text that the network's outputs stand for, one a line with its number. */
  readonly tokens: string
  readonly network: SpeechNetwork
}

const whisper = (size: string): Pick<SpeechModel, 'tokens' | 'network'> => ({
  tokens: `${size}-tokens.txt`,
  network: { kind: 'whisper', encoder: `${size}-encoder.int8.onnx`, decoder: `${size}-decoder.int8.onnx` },
})

/** English with capitals and punctuation, by the CTC half of a hybrid model (NVIDIA, 2024). */
export const parakeet_english: SpeechModel = {
  id: 'parakeet-110m-en-1',
  name: 'Parakeet TDT-CTC 110M',
  folder: 'parakeet-110m-en',
  languages: speech_models['parakeet-110m-en'].languages,
  tokens: 'tokens.txt',
  network: { kind: 'nemoCtc', model: 'model.int8.onnx' },
}

/** The models that the learned speech engine runs. */
export const SPEECH_MODELS: readonly SpeechModel[] = [
  parakeet_english,
  {
    id: 'parakeet-v3-1',
    name: 'Parakeet TDT 0.6B v3',
    folder: 'parakeet-v3',
    languages: speech_models['parakeet-v3'].languages,
    tokens: 'tokens.txt',
    network: {
      kind: 'transducer',
      encoder: 'encoder.int8.onnx',
      decoder: 'decoder.int8.onnx',
      joiner: 'joiner.int8.onnx',
    },
  },
  {
    id: 'whisper-base-1',
    name: 'Whisper base',
    folder: 'whisper-base',
    languages: speech_models['whisper-base'].languages,
    ...whisper('base'),
  },
  {
    id: 'whisper-small-1',
    name: 'Whisper small',
    folder: 'whisper-small',
    languages: speech_models['whisper-small'].languages,
    ...whisper('small'),
  },
  {
    id: 'whisper-large-v3-turbo-1',
    name: 'Whisper large-v3-turbo',
    folder: 'whisper-large-v3-turbo',
    languages: speech_models['whisper-large-v3-turbo'].languages,
    ...whisper('turbo'),
  },
]
