import type { PictureInput, TowerFiles, VectorModel } from '../embedding/model.ts'
import type { CosineScale } from '../engine.ts'

/** A pair of towers that embed pictures and texts in one space. */
export interface EmbeddingModel extends VectorModel {
  readonly picture: TowerFiles & PictureInput
  /** From published reports, not measured here: docs/reference/scores.md names each source. */
  readonly cosines: CosineScale
}

/** Mean and deviation of CLIP's training pictures (github.com/openai/CLIP, `clip.py`). */
const CLIP_COLOURS = {
  mean: [0.48145466, 0.4578275, 0.40821073],
  deviation: [0.26862954, 0.26130258, 0.27577711],
} as const
/**
 * LAION-400M kept pairs with a CLIP cosine above 0.3 (Schuhmann et al. 2021); random pictures and texts have about half
 * of that.
 */
const CLIP_COSINES = { unrelated: 0.15, matching: 0.32 } as const

/**
 * SigLIP 2 (Tschannen et al. 2025). Pictures and texts are prepared as in the model's own configuration, texts in lower
 * case as in its training.
 */
const SIGLIP2_PICTURE = {
  input: 'pixel_values',
  output: 'pooler_output',
  size: 256,
  fit: 'fill',
  kernel: 'linear',
  mean: [0.5, 0.5, 0.5],
  deviation: [0.5, 0.5, 0.5],
} as const
const SIGLIP2_TEXT = {
  // The text tower loses little at 8 bits. The picture tower loses much, so it never runs at 8 bits.
  weights: 'onnx/text_model_int8.onnx',
  precision: 'int8',
  input: 'input_ids',
  output: 'pooler_output',
  tokenizer: 'tokenizer.json',
  tokenizer_config: 'tokenizer_config.json',
  max_tokens: 64,
  padding: '<pad>',
  pooling: 'tower',
  lower_case: true,
} as const

/** More accurate than the next one, but four times as slow. */
const siglip2_base_16: EmbeddingModel = {
  id: 'siglip2-base-16-256-fp32-int8',
  name: 'SigLIP 2 base 16',
  folder: 'siglip2-base',
  dimensions: 768,
  picture: { weights: 'onnx/vision_model.onnx', precision: 'fp32', ...SIGLIP2_PICTURE },
  text: SIGLIP2_TEXT,
  cosines: { scale: 112.9, bias: -16.77, floor: 0.1 },
}

const siglip2_base_32: EmbeddingModel = {
  id: 'siglip2-base-32-256-q4-int8',
  name: 'SigLIP 2 base 32',
  folder: 'siglip2-base-32',
  dimensions: 768,
  picture: { weights: 'onnx/vision_model_q4.onnx', precision: 'q4', ...SIGLIP2_PICTURE },
  text: SIGLIP2_TEXT,
  cosines: { unrelated: 0.1, matching: 0.18 },
}

/** CLIP (Radford et al. 2021), the smallest of the common models. */
const clip_base: EmbeddingModel = {
  id: 'clip-vit-b-32-fp32-int8',
  name: 'CLIP ViT-B/32',
  folder: 'clip-vit-b32',
  dimensions: 512,
  picture: {
    weights: 'onnx/vision_model.onnx',
    precision: 'fp32',
    input: 'pixel_values',
    output: 'image_embeds',
    size: 224,
    fit: 'cover',
    kernel: 'cubic',
    ...CLIP_COLOURS,
  },
  text: {
    weights: 'onnx/text_model_quantized.onnx',
    precision: 'int8',
    input: 'input_ids',
    output: 'text_embeds',
    tokenizer: 'tokenizer.json',
    tokenizer_config: 'tokenizer_config.json',
    max_tokens: 77,
    padding: null,
    pooling: 'tower',
    lower_case: false,
  },
  cosines: CLIP_COSINES,
}

/** The models of the embedding engine, best first. */
export const EMBEDDING_MODELS: readonly EmbeddingModel[] = [siglip2_base_16, siglip2_base_32, clip_base]
