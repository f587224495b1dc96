import { type Catalogue, file } from './model.ts'

/**
 * Models that embed sentences of any language in one space. For the source of revisions and hashes see
 * docs/reference/models.md.
 */
export const text_models = {
  'multilingual-e5-small': {
    title: 'Multilingual E5 small',
    kind: 'text embedding',
    repo: 'Xenova/multilingual-e5-small',
    revision: '761b726dd34fb83930e26aab4e9ac3899aa1fa78',
    licence: 'MIT',
    by: 'Microsoft',
    dimensions: 384,
    languages: ['mul'],
    fetched_by_default: true,
    files: [
      file('tokenizer_config.json', 'a1d6bc8734a6f635dc158508bef000f8e2e5a759c7d92f984b2c86e5ff53425b'),
      file('tokenizer.json', '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39', 17_082_730),
      file(
        'onnx/model_quantized.onnx',
        'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193',
        118_308_185,
      ),
    ],
  },
} as const satisfies Catalogue
