import { type Catalogue, file, fileOf } from './model.ts'

const SIGLIP2_BASE_16 = {
  repo: 'onnx-community/siglip2-base-patch16-256-ONNX',
  revision: 'd1114256522a37ffa257a0a58017348ab0058db2',
} as const
const SIGLIP2_BASE_32 = {
  repo: 'onnx-community/siglip2-base-patch32-256-ONNX',
  revision: '7efccb86b5b6601bfe9e14326e1c11b40b68d44c',
} as const
/** All SigLIP 2 models use Gemma's tokeniser, which has its own licence. */
const tokeniserOf = (other: typeof SIGLIP2_BASE_16 | typeof SIGLIP2_BASE_32) =>
  fileOf('tokenizer.json', ['cb9140fae3ac5122c972d37adf83e1248471a38147ad76f8215c8872c6fd8322', 34_363_039], {
    ...other,
    path: 'tokenizer.json',
  })
const GEMMA = [{ title: 'Tokeniser of Gemma', licence: 'Gemma Terms of Use', by: 'Google' }] as const

/**
 * Models that embed pictures and texts in one space. For the source of revisions and hashes see
 * docs/reference/models.md.
 */
export const visual_models = {
  'siglip2-base-32': {
    title: 'SigLIP2 base 32/256',
    kind: 'visual embedding',
    ...SIGLIP2_BASE_32,
    licence: 'Apache-2.0',
    by: 'Google',
    parts: GEMMA,
    dimensions: 768,
    languages: ['mul'],
    fetched_by_default: true,
    unless: 'siglip2-base',
    files: [
      file('tokenizer_config.json'),
      tokeniserOf(SIGLIP2_BASE_16),
      file('onnx/vision_model_q4.onnx', '9e82237d9a1d89948502aff9df02129c28698d793e01f15f62e2267682615499', 69_938_403),
      // No published hash is known for this file. Its size is that of the same tower in the repository beside it.
      file('onnx/text_model_int8.onnx', null, 283_438_275),
    ],
  },
  'siglip2-base': {
    title: 'SigLIP2 base 16/256',
    kind: 'visual embedding',
    ...SIGLIP2_BASE_16,
    licence: 'Apache-2.0',
    by: 'Google',
    parts: GEMMA,
    dimensions: 768,
    languages: ['mul'],
    fetched_by_default: false,
    files: [
      file('tokenizer_config.json'),
      tokeniserOf(SIGLIP2_BASE_32),
      file(
        'onnx/text_model_int8.onnx',
        '6f59b39d880c413042314b79302b74d0dd93b273caf8fbfdb1eb2df61a7fefd4',
        283_438_275,
      ),
      file('onnx/vision_model.onnx', 'f5cb16728a704703f05516ded628397e11dbca4de2eb5db04b0c0bcee988aa7a', 371_992_072),
    ],
  },
  'clip-vit-b32': {
    title: 'CLIP ViT-B/32',
    kind: 'visual embedding',
    repo: 'Xenova/clip-vit-base-patch32',
    revision: 'd15189d7028b43f1d3e65039190477f6af591c2a',
    licence: 'MIT',
    by: 'OpenAI',
    dimensions: 512,
    languages: ['en'],
    fetched_by_default: false,
    files: [
      file('tokenizer_config.json'),
      file('tokenizer.json', 'f7f3b7af117d467b58374797691a6438d3e6b9e9cef800dfd5dced7f697a90cd', 2_224_119),
      file(
        'onnx/text_model_quantized.onnx',
        '73baab855d406190da9faa498cfedf65f15cf309f4cc7385b7b032e6d08e5c3a',
        64_504_507,
      ),
      file('onnx/vision_model.onnx', 'fd6e1402a588279d1723c7534d4bcba5bc0b14b47dfab0e46f8c47b8270d7d40', 351_685_709),
    ],
  },
} as const satisfies Catalogue
