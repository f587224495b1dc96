import { file, type Model } from './model.ts'

type FilePin = readonly [sha256: string | null, size: number | null]

/** A PP-OCRv5 model as its makers export it: weights, and a description with the characters. */
const ppocr = (
  title: string,
  repo: string,
  revision: string,
  languages: readonly string[],
  weights: FilePin,
  description: FilePin,
): Model => ({
  title,
  kind: 'ocr',
  repo: `PaddlePaddle/${repo}`,
  revision,
  licence: 'Apache-2.0',
  by: 'PaddlePaddle',
  dimensions: null,
  languages,
  fetched_by_default: false,
  files: [file('inference.yml', ...description), file('inference.onnx', ...weights)],
})

const LATIN_LANGUAGES =
  'en fr de af it es bs pt cs cy da et ga hr uz hu sr id oc is lt mi ms nl no pl sk sl sq sv sw tl tr la'.split(' ')

/** PP-OCRv5's small models for processors: one detects lines, and one per script reads them. */
export const ocr_models = {
  'ppocrv5-detector': ppocr(
    'PP-OCRv5 detector',
    'PP-OCRv5_mobile_det_onnx',
    'e6f4fa85f00e168c862bc462aebca69eef9b3d3d',
    [],
    ['a431985659dc921974177a95adcfbb90fd9e51989a5e04d70d0b75f597b6e61d', 4_826_518],
    ['98069072e1b6b37d727fd9d9f11725faa46d6ea0de012f2ed26caea011c37699', 903],
  ),
  'ppocrv5-english': ppocr(
    'PP-OCRv5 English',
    'en_PP-OCRv5_mobile_rec_onnx',
    '3fafbc3b5dcf93dd72add9f48368be8a3a2cd33b',
    ['en'],
    ['b5f833dfc5d0eb71da397b4efa06ebeee9b431b690a47d6af40d77d8eabc557f', 7_848_423],
    ['27e91d0582f40168aa218303c76e184bc78fa7a5d105aad0cfbad8458b441067', 3_964],
  ),
  'ppocrv5-latin': ppocr(
    'PP-OCRv5 Latin',
    'latin_PP-OCRv5_mobile_rec_onnx',
    '89d3a50e2c27e2e7cceeab0e944c25c807d5db4f',
    LATIN_LANGUAGES,
    ['7888113072263cb471b93f66dd5e2ad70548dc526fa1ace760d0d973dd121498', 8_042_023],
    ['0bbe984570f597af3638e50bdf2e8276f3ab26a61966096538b3b0d1849f5c84', 6_817],
  ),
  'ppocrv5-chinese-japanese': ppocr(
    'PP-OCRv5 Chinese and Japanese',
    'PP-OCRv5_mobile_rec_onnx',
    'ed152b8b495f84de93cda5709d768548a9127622',
    ['zh', 'ja', 'en'],
    ['da72dc72ca4dc220df0dfde68c1dedc31c58d3e76a25871122e5056227d50092', 16_534_782],
    ['5dfeb2777f6d0db8177d8128a8acfcf6e6276dc4ac73ea3bf0dc06d6a5e85d8e', 148_345],
  ),
  'ppocrv5-korean': ppocr(
    'PP-OCRv5 Korean',
    'korean_PP-OCRv5_mobile_rec_onnx',
    '5c6f574b8e2230adf4287b33e736d71b9fabd28e',
    ['ko', 'en'],
    ['92f0b7785e64fc9090106a241cf4c1eb97472824558272751b88a2a4476d3a08', 13_418_787],
    ['f757fa1c40e99edcf27e9cce879b93eb2a51fa46f5ef39095689b8c37dd75998', 96_039],
  ),
  'ppocrv5-east-slavic': ppocr(
    'PP-OCRv5 East Slavic',
    'eslav_PP-OCRv5_mobile_rec_onnx',
    '9a32171fc5718746875e1a261818884517975013',
    ['ru', 'uk', 'be', 'en'],
    ['b3018ef2b09a0250b6e0c8e871c927098363e5fd4df890cc68e8358eb0aaf1bd', 7_887_627],
    ['025039bac23eb4a308efcefa4d58eab3af440767815c6ba6938468bf6353ee5a', 4_538],
  ),
  'ppocrv5-greek': ppocr(
    'PP-OCRv5 Greek',
    'el_PP-OCRv5_mobile_rec_onnx',
    '8152b89d2ee0e1d4c92decab75fe75e5e3d836b6',
    ['el', 'en'],
    ['2acf17fcaea2bc81b878e311e6263b8885f48bb03796f75f9f30ed3242bbaa6d', 7_808_735],
    ['17d85b2fe2d2f24cd4ab07bcbc33e0c126859b956ced36e281dc65e2d0c1f0bf', null],
  ),
  'ppocrv5-thai': ppocr(
    'PP-OCRv5 Thai',
    'th_PP-OCRv5_mobile_rec_onnx',
    '1d4adbbafb1034a2fd6618498575b81ea7b69f69',
    ['th', 'en'],
    ['27618be66018f8598ac0a526a593f9f1cebf794e7eded93428e8fb016e537f5f', 7_891_015],
    ['f6ba7fefc38ca1ff398ddafa75d67d16e0b3757c4e6c833adffee98a981766c9', null],
  ),
  'ppocrv5-arabic': ppocr(
    'PP-OCRv5 Arabic',
    'arabic_PP-OCRv5_mobile_rec_onnx',
    '14aaedcd75825982689ecf5cd64ab33ee083215a',
    ['ar', 'fa', 'ug', 'ur', 'ps', 'ku', 'sd', 'bal', 'en'],
    ['799113ebf267fbe742deb99eb36e8d42c9ddc5291ceacf92add41b4d52a59110', 7_998_947],
    ['21368419e6c016c31db55d316d59e11c128e1913e6e6fe10287084710043d3a6', 6_165],
  ),
  'ppocrv5-devanagari': ppocr(
    'PP-OCRv5 Devanagari',
    'devanagari_PP-OCRv5_mobile_rec_onnx',
    '251aec19e36739540d35e2cc943f6aa7503b98e5',
    ['hi', 'mr', 'ne', 'sa', 'en'],
    ['cb789212ce96c69d3e74728ae4309d179281d68cb3945d0616b67cafab41c986', 7_912_311],
    ['9bd172dd26440c8ce94d1cde5d5baea6aefdc7cf3c5c8492e0beedef656d4e54', null],
  ),
  'ppocrv5-tamil': ppocr(
    'PP-OCRv5 Tamil',
    'ta_PP-OCRv5_mobile_rec_onnx',
    '0db89798af0d5218fad9ea7ace0557526e9077f1',
    ['ta', 'en'],
    ['c6d2b682d2a0ea4cb1fccdba295976f93fd439964d16cdc666cadef531accbee', 7_885_691],
    ['88a28f5a1bb30cabe38a0985cb5e6619fa4f0c7c78e57a08274674228c5219a6', null],
  ),
} as const

/** The model that detects lines for all recognisers. */
export const OCR_DETECTOR = 'ppocrv5-detector'

/** Name of a recogniser of the catalogue. */
export type OcrModelName = Exclude<keyof typeof ocr_models, typeof OCR_DETECTOR>
/** The names of all recognisers. */
export const OCR_MODELS = (Object.keys(ocr_models) as (keyof typeof ocr_models)[]).filter(
  (name): name is OcrModelName => name !== OCR_DETECTOR,
)
