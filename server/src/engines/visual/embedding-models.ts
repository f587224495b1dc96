import type { EngineIdentity } from '../engine.ts'

/** One half of a model: where its weights lie, at which precision, and the names its numbers go in and come out by. */
export interface TowerFiles {
  /** Paths inside the model's folder, as on the hub; int8 is null where nobody offers it. */
  readonly fp32: string
  readonly int8: string | null
  readonly input: string
  readonly output: string
}

/** What a picture tower is to be given. */
export interface PictureInput {
  /** Side of the square, in pixels. */
  readonly size: number
  /** Whether the whole picture is stretched to the square, or its middle cut out. */
  readonly fit: 'fill' | 'cover'
  readonly kernel: 'linear' | 'cubic'
  /** Of red, green and blue, from 0 to 1; taken off, and divided by. */
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}

/** What a text tower is to be given. */
export interface TextInput {
  readonly tokenizer: string
  readonly tokenizer_config: string
  /** Longer texts are cut, the last token kept. */
  readonly max_tokens: number
  /** The token that shorter texts are filled up with to `max_tokens`; null where they stay short. */
  readonly padding: string | null
  readonly lower_case: boolean
  /** The sentence that a query stands in, in the place of `{}`. */
  readonly prompt: string
}

export const HALVES = ['picture', 'text'] as const
export type Half = (typeof HALVES)[number]
export type Precision = 'fp32' | 'int8'

/** Which weights of each half a machine runs, and the milliseconds that a batch of pictures or one text took. */
export type Weights = Readonly<
  Record<Half, { readonly precision: Precision; readonly milliseconds: Readonly<Partial<Record<Precision, number>>> }>
>

/** A pair of towers that put pictures and texts into one space. */
export interface EmbeddingModel extends EngineIdentity {
  /** Its name in the store of models. */
  readonly folder: string
  readonly dimensions: number
  readonly picture: TowerFiles & PictureInput
  readonly text: TowerFiles & TextInput
  /**
   * Cosines of a picture with a text that has nothing to do with it, and with one that says what it shows. From what is reported of
   * such models, not measured: they only bring cosines of different models onto one scale before a calibration.
   */
  readonly cosines: { readonly unrelated: number; readonly matching: number }
}

/** Of the pictures that CLIP was trained with (github.com/openai/CLIP, `clip.py`). */
const CLIP_COLOURS = {
  mean: [0.48145466, 0.4578275, 0.40821073],
  deviation: [0.26862954, 0.26130258, 0.27577711],
} as const
/** LAION-400M kept the pairs that CLIP gave more than 0.3 (Schuhmann et al. 2021); pictures and texts at random have about half of that. */
const CLIP_COSINES = { unrelated: 0.15, matching: 0.32 } as const

/** SigLIP 2 (Tschannen et al. 2025); its picture and text processing as in the model's own configuration, its texts in lower case as in its training. */
const siglip2_base: EmbeddingModel = {
  id: 'siglip2-base-256-1',
  name: 'SigLIP 2 base',
  folder: 'siglip2-base',
  dimensions: 768,
  picture: {
    fp32: 'onnx/vision_model.onnx',
    int8: 'onnx/vision_model_int8.onnx',
    input: 'pixel_values',
    output: 'pooler_output',
    size: 256,
    fit: 'fill',
    kernel: 'linear',
    mean: [0.5, 0.5, 0.5],
    deviation: [0.5, 0.5, 0.5],
  },
  text: {
    fp32: 'onnx/text_model.onnx',
    int8: 'onnx/text_model_int8.onnx',
    input: 'input_ids',
    output: 'pooler_output',
    tokenizer: 'tokenizer.json',
    tokenizer_config: 'tokenizer_config.json',
    max_tokens: 64,
    padding: '<pad>',
    lower_case: true,
    prompt: 'This is a photo of {}.',
  },
  // A sigmoid loss leaves unrelated pairs about orthogonal.
  cosines: { unrelated: 0, matching: 0.15 },
}

/** A text tower of 100 languages beside CLIP's kind of picture tower (OpenCLIP, Cherti et al. 2023); one picture or text at a time. */
const multilingual_clip: EmbeddingModel = {
  id: 'xlm-roberta-clip-1',
  name: 'XLM-RoBERTa CLIP',
  folder: 'clip-xlm-roberta-b32',
  dimensions: 512,
  picture: {
    fp32: 'visual/model.onnx',
    int8: null,
    input: 'image',
    output: 'embedding',
    size: 224,
    fit: 'cover',
    kernel: 'cubic',
    ...CLIP_COLOURS,
  },
  text: {
    fp32: 'textual/model.onnx',
    int8: null,
    input: 'text',
    output: 'embedding',
    tokenizer: 'textual/tokenizer.json',
    tokenizer_config: 'textual/tokenizer_config.json',
    max_tokens: 77,
    padding: '<pad>',
    lower_case: false,
    // An English sentence around words of another language helps neither.
    prompt: '{}',
  },
  cosines: CLIP_COSINES,
}

/** CLIP (Radford et al. 2021), the smallest of the usual ones. */
const clip_base: EmbeddingModel = {
  id: 'clip-vit-b-32-1',
  name: 'CLIP ViT-B/32',
  folder: 'clip-vit-b32',
  dimensions: 512,
  picture: {
    fp32: 'onnx/vision_model.onnx',
    int8: 'onnx/vision_model_quantized.onnx',
    input: 'pixel_values',
    output: 'image_embeds',
    size: 224,
    fit: 'cover',
    kernel: 'cubic',
    ...CLIP_COLOURS,
  },
  text: {
    fp32: 'onnx/text_model.onnx',
    int8: 'onnx/text_model_quantized.onnx',
    input: 'input_ids',
    output: 'text_embeds',
    tokenizer: 'tokenizer.json',
    tokenizer_config: 'tokenizer_config.json',
    max_tokens: 77,
    padding: null,
    lower_case: false,
    prompt: 'a photo of {}',
  },
  cosines: CLIP_COSINES,
}

/** The models that the embedding engine runs, best first. */
export const EMBEDDING_MODELS: readonly EmbeddingModel[] = [siglip2_base, multilingual_clip, clip_base]
