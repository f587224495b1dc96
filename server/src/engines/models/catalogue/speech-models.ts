import { type Catalogue, file, fileOf, type Model } from './model.ts'

/** The 99 languages of Whisper, by the tags of its tokens; large-v3 added Cantonese. */
const WHISPER_LANGUAGES = (
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy ' +
  'sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo ' +
  'uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su'
).split(' ')
/** The 25 languages of Parakeet v3. */
const EUROPEAN_LANGUAGES = 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' ')

/** All Whisper models except the `.en` ones share one vocabulary. */
const WHISPER_TOKENS = ['b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126', 816_730] as const

interface Whisper extends Pick<Model, 'title' | 'revision'> {
  /** WHISPER_LANGUAGES by default. */
  readonly languages?: readonly string[]
  /** SHA-256 and bytes of each network. */
  readonly encoder: readonly [string, number]
  readonly decoder: readonly [string, number]
}

/**
 * A multilingual model of OpenAI.
 * @param size as its exporter names it
 */
const whisper = (
  size: string,
  { title, revision, languages = WHISPER_LANGUAGES, encoder, decoder }: Whisper,
): Model & { readonly kind: 'speech' } => ({
  title,
  kind: 'speech',
  repo: `csukuangfj/sherpa-onnx-whisper-${size}`,
  revision,
  licence: 'MIT',
  by: 'OpenAI',
  dimensions: null,
  languages,
  fetched_by_default: false,
  files: [
    file(`${size}-tokens.txt`, ...WHISPER_TOKENS),
    file(`${size}-encoder.int8.onnx`, ...encoder),
    file(`${size}-decoder.int8.onnx`, ...decoder),
  ],
})

/** Where the exporters of Parakeet 110M keep it on the hub. */
const PARAKEET_EXPORT = {
  repo: 'csukuangfj/sherpa-onnx-nemo-parakeet_tdt_ctc_110m-en-36000-int8',
  revision: 'main',
} as const

/**
 * Speech models in the format of sherpa-onnx. For the source of revisions and hashes see
 * docs/reference/models.md.
 */
export const speech_models = {
  'parakeet-110m-en': {
    title: 'Parakeet TDT-CTC 110M',
    kind: 'speech',
    repo: 'VocaHQ/sherpa-onnx-nemo-parakeet-tdt-ctc-110m-en-int8',
    revision: '548291ccad79f80d9fb75b2de04cc8f6e4f45342',
    licence: 'CC-BY-4.0',
    by: 'NVIDIA',
    dimensions: null,
    languages: ['en'],
    fetched_by_default: false,
    // The exporters' own repository is reportedly empty; their released archive contains exactly these bytes.
    files: [
      fileOf('tokens.txt', ['450e56bd2f036fe5b6aa821865838cc5aa9d8b0106134ce9a9ba0664abe6cd10', 9_953], {
        ...PARAKEET_EXPORT,
        path: 'tokens.txt',
      }),
      fileOf('model.int8.onnx', ['9177a9146cf32ee0cc8152276ef95116f312018d316be37ccf57f7efea81fc1a', 131_652_171], {
        ...PARAKEET_EXPORT,
        path: 'model.int8.onnx',
      }),
    ],
  },
  'parakeet-v3': {
    title: 'Parakeet TDT 0.6B v3',
    kind: 'speech',
    repo: 'csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8',
    revision: '2bda32ec70b097a55adaa07d9a7173915b43cc78',
    licence: 'CC-BY-4.0',
    by: 'NVIDIA',
    dimensions: null,
    languages: EUROPEAN_LANGUAGES,
    fetched_by_default: false,
    files: [
      file('tokens.txt', 'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d', 93_939),
      file('joiner.int8.onnx', '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3', 6_355_277),
      file('decoder.int8.onnx', '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e', 11_845_275),
      file('encoder.int8.onnx', 'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247', 652_184_281),
    ],
  },
  'whisper-base': whisper('base', {
    title: 'Whisper base',
    revision: 'bb53ee204431c90d314c1cc08d28d23e5b7927cc',
    encoder: ['0b8fb1304b6109976038efff5ace81720e00386f3ff6b54ee8c75291ca0a1e11', 29_120_534],
    decoder: ['9759d217388a01b3a4c7c15533201067b48ae819c4daafc8624e64b9409dc02d', 130_672_026],
  }),
  'whisper-small': whisper('small', {
    title: 'Whisper small',
    revision: '8f3c18b358db4d1f2fc1eae49d75cd20989e4309',
    encoder: ['4cbe7b22fa9026b843b60a68640c747de05bafb1a11b57edc0e66c232d9f33a9', 112_442_483],
    decoder: ['acad50b5c782696e91b55914cc5ab4f756f1532f76e22aa6fc615f39fb69a8ee', 262_226_114],
  }),
  'whisper-large-v3-turbo': whisper('turbo', {
    title: 'Whisper large-v3-turbo',
    revision: '2ca6ff69fc878651b770880507669577ac41c2ff',
    languages: [...WHISPER_LANGUAGES, 'yue'],
    encoder: ['b02dcdf54f348741e93fe732b67d933c8dcb6735655f710640143081db38878b', 674_716_297],
    decoder: ['20accd02388482eb3a46bd615631adfdc85e1eb2c7db9ea3f02a40ffe6b81547', 361_080_764],
  }),
  'speaker-segmentation': {
    title: 'Pyannote segmentation 3.0',
    kind: 'diarisation',
    repo: 'csukuangfj/sherpa-onnx-pyannote-segmentation-3-0',
    revision: '9403a6902bb58e3d5ae8c7e77c3422de279db2e0',
    licence: 'MIT',
    by: 'Hervé Bredin (pyannote.audio)',
    dimensions: null,
    languages: [],
    fetched_by_default: false,
    files: [file('model.onnx', '220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079', 5_992_913)],
  },
  'speaker-embedding': {
    title: 'WeSpeaker ResNet34-LM',
    kind: 'diarisation',
    repo: 'csukuangfj/speaker-embedding-models',
    revision: '0743f301363dec56491a490f6d6cbc9d67f9a3bf',
    licence: 'CC-BY-4.0',
    by: 'WeSpeaker',
    dimensions: 256,
    languages: [],
    fetched_by_default: false,
    files: [
      file(
        'wespeaker_en_voxceleb_resnet34_LM.onnx',
        'e9848563da86f263117134dfd7ad63c92355b37de492b55e325400c9d9c39012',
        26_530_550,
      ),
    ],
  },
} as const satisfies Catalogue

type Speech = typeof speech_models
/** Name of a model that transcribes. */
export type LearnedSpeechName = {
  [Name in keyof Speech]: Speech[Name]['kind'] extends 'speech' ? Name : never
}[keyof Speech]
/** The names of all models that transcribe, the smallest first. */
export const LEARNED_SPEECH = (Object.keys(speech_models) as (keyof Speech)[]).filter(
  (name): name is LearnedSpeechName => speech_models[name].kind === 'speech',
)
