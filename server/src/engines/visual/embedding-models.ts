import type { PictureInput, TowerFiles, VectorModel } from '../embedding/model.ts'

/** A pair of towers that put pictures and texts into one space. */
export interface EmbeddingModel extends VectorModel {
  readonly picture: TowerFiles & PictureInput
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
    pooling: 'tower',
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
    pooling: 'tower',
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
    pooling: 'tower',
    lower_case: false,
    prompt: 'a photo of {}',
  },
  cosines: CLIP_COSINES,
}

/** The models that the embedding engine runs, best first. */
export const EMBEDDING_MODELS: readonly EmbeddingModel[] = [siglip2_base, multilingual_clip, clip_base]
