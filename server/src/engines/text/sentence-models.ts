import type { VectorModel } from '../embedding/model.ts'
import type { TextEngine } from '../engine.ts'

/** A model that embeds questions close to their answers. */
export interface SentenceModel extends VectorModel {
  readonly picture: null
  /** The prefixes that its makers require for texts of each role. */
  readonly prefixes: { readonly query: string; readonly passage: string }
  readonly cosines: TextEngine['cosines']
}

/**
 * Multilingual E5 small (Wang et al. 2024): 12 layers of 384, about 100 languages. Mean of the tokens' vectors, at most
 * 512 tokens and the two prefixes in every language, as its model card requires.
 */
const multilingual_e5_small: SentenceModel = {
  id: 'multilingual-e5-small-int8',
  name: 'Multilingual E5 small',
  folder: 'multilingual-e5-small',
  dimensions: 384,
  picture: null,
  text: {
    weights: 'onnx/model_quantized.onnx',
    precision: 'int8',
    input: 'input_ids',
    output: 'last_hidden_state',
    tokenizer: 'tokenizer.json',
    tokenizer_config: 'tokenizer_config.json',
    max_tokens: 512,
    padding: '<pad>',
    pooling: 'mean',
    lower_case: false,
  },
  prefixes: { query: 'query: ', passage: 'passage: ' },
  // Its makers report cosines between 0.7 and 1, since it was trained at a temperature of 0.01. The closest of many
  // unrelated texts is above the middle of unrelated ones.
  cosines: { unrelated: 0.8, matching: 0.9 },
}

/** The models of the sentence engine, best first. */
export const SENTENCE_MODELS: readonly SentenceModel[] = [multilingual_e5_small]
