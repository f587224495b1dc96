import { type Catalogue, file, optional } from './model.ts'

/** Towers that put pictures and words into one space. Where revisions and hashes come from: docs/decisions/020-model-store.md. */
export const visual_models = {
  'siglip2-base': {
    title: 'SigLIP2 base 16/256',
    kind: 'visual embedding',
    repo: 'onnx-community/siglip2-base-patch16-256-ONNX',
    revision: 'd1114256522a37ffa257a0a58017348ab0058db2',
    licence: 'Apache-2.0',
    dimensions: 768,
    languages: ['mul'],
    fetched_by_default: true,
    files: [
      file('config.json'),
      file('preprocessor_config.json'),
      file('tokenizer_config.json'),
      file('tokenizer.json', 'cb9140fae3ac5122c972d37adf83e1248471a38147ad76f8215c8872c6fd8322', 34_363_039),
      file('onnx/vision_model.onnx', 'f5cb16728a704703f05516ded628397e11dbca4de2eb5db04b0c0bcee988aa7a', 371_992_072),
      file('onnx/text_model.onnx', 'd3de4a6bbbfcb429b6615ac496790353cf4a4fc0f19fbbe7179e523ae60daaef', 1_129_469_657),
      optional(
        'onnx/text_model_int8.onnx',
        '6f59b39d880c413042314b79302b74d0dd93b273caf8fbfdb1eb2df61a7fefd4',
        283_438_275,
      ),
      optional(
        'onnx/vision_model_int8.onnx',
        '8243a496e524bf8fa19830ff42a40a4bae2e97acc2e288d4ae97601edf954977',
        94_737_653,
      ),
    ],
  },
  'clip-vit-b32': {
    title: 'CLIP ViT-B/32',
    kind: 'visual embedding',
    repo: 'Xenova/clip-vit-base-patch32',
    revision: 'd15189d7028b43f1d3e65039190477f6af591c2a',
    licence: 'MIT',
    dimensions: 512,
    languages: ['en'],
    fetched_by_default: false,
    files: [
      file('config.json'),
      file('preprocessor_config.json'),
      file('tokenizer_config.json'),
      file('tokenizer.json', 'f7f3b7af117d467b58374797691a6438d3e6b9e9cef800dfd5dced7f697a90cd', 2_224_119),
      file('onnx/vision_model.onnx', 'fd6e1402a588279d1723c7534d4bcba5bc0b14b47dfab0e46f8c47b8270d7d40', 351_685_709),
      file('onnx/text_model.onnx', '3f6571f5bad13a97c469c1622e1cfc4d9aef78b79fdbfcff804ca357bfada8cc', 254_058_553),
      optional(
        'onnx/vision_model_quantized.onnx',
        '583fd1110a514667812fee7d684952aaf82a99b959760c8d7dca7e0ab9839299',
        89_117_001,
      ),
      optional(
        'onnx/text_model_quantized.onnx',
        '73baab855d406190da9faa498cfedf65f15cf309f4cc7385b7b032e6d08e5c3a',
        64_504_507,
      ),
    ],
  },
  'clip-xlm-roberta-b32': {
    title: 'CLIP ViT-B/32 with XLM-RoBERTa',
    kind: 'visual embedding',
    repo: 'immich-app/XLM-Roberta-Base-ViT-B-32__laion5b_s13b_b90k',
    revision: '111f6ddca817bb6cd8343c3e3dc5ce39d9ba54b0',
    licence: 'MIT',
    dimensions: 512,
    languages: ['mul'],
    fetched_by_default: false,
    files: [
      file('config.json'),
      file('visual/preprocess_cfg.json'),
      file('visual/model.onnx'),
      file('textual/tokenizer_config.json'),
      file('textual/tokenizer.json'),
      file('textual/model.onnx'),
    ],
  },
} as const satisfies Catalogue
