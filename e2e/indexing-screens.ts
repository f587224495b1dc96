import type { Indexing } from '@footnote/contract/indexing.ts'
import type { Page } from 'playwright-core'
import { refuse, type StateRow, stall } from './screen-state.ts'

const ADDRESS = '/company?tab=indexing'
const film = (place: number, video_name: string) => ({
  video_id: `00000000-0000-4000-8000-00000000000${place}`,
  video_name,
  collection_id: 'c',
})

/** Answers the call as it is answered at another moment. */
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
    id: 'siglip2-base-256-1',
    name: 'SigLIP 2 base',
    reason: null,
    models: [
      { title: 'SigLIP2 base 16/256', licence: 'Apache-2.0' },
      { title: 'Objects, faces, hands and poses, as packaged by @vladmandic/human', licence: 'MIT' },
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
    { name: 'siglip2-base', title: 'SigLIP2 base 16/256', state: 'ready', share: 1, detail: null },
    { name: 'silero-vad', title: 'Silero VAD', state: 'downloading', share: 0.42, detail: null },
    {
      name: 'parakeet-110m-en',
      title: 'Parakeet 110M (English)',
      state: 'failed',
      share: 0,
      detail: 'The model hub https://hub.example cannot be reached.',
    },
  ],
  progress: [
    {
      stage: 'visual',
      engines: [
        { name: 'SigLIP 2 base', videos: 118, chosen: true },
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
const FAILED: Partial<Indexing> = {
  failures: [
    {
      ...film(2, 'A recording with a name that is far too long for any row of any table on any phone.mov'),
      stage: 'visual',
      error: "The engine's process ended (SIGKILL).",
      errors: 3,
    },
    { ...film(3, 'Opening.mp4'), stage: 'speech', error: 'The file is damaged.', errors: 1 },
  ],
}

/** How videos are indexed, at every moment. */
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
  ['indexing-4-failures', 'regular', ADDRESS, at({ ...WORKING, ...FAILED }, 'Failures')],
  ['indexing-5-no-machine', 'regular', ADDRESS, at({ engines: [], models: [], progress: [] }, 'No machine indexes')],
]
