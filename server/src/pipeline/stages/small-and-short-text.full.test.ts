import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { drawnCases } from '../../../test/drawn-cases.ts'
import { openReader, readFilm, WORDS } from '../../../test/film-text.ts'
import { ffmpeg, H264, makeJob } from '../../../test/made-media.ts'
import { copyPackagedOcr } from '../../../test/packaged-ocr.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { ENGINES } from '../../engines/registry.ts'
import { unverifiedModels } from '../../engines/testing/unverified-models.ts'

const job = await makeJob()
const engine = openReader()
afterAll(async () => {
  await engine.close()
  await job.remove()
})

/** Letters of these sizes in pixels, a word each. */
const SIZES = [20, 24, 28, 36, 48]
const COLOURS = [
  ['black', 'white'],
  ['white', '0x203040'],
]
const SHAPES = [
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
  [2160, 3840],
]

const FILMS = SHAPES.flatMap(([width = 0, height = 0]) =>
  COLOURS.map(([ink = '', ground = '']) => ({ width, height, ink, ground })),
)

/** A film with a word in each size. */
async function makeSizes({ width, height, ink, ground }: (typeof FILMS)[number]): Promise<string> {
  const file = job.path('sizes.mp4')
  const drawn = SIZES.map((size, at) => {
    const share = at / SIZES.length
    const [x, y] = [(0.05 + 0.8 * share) * width, (0.1 + 0.8 * share) * height].map(Math.round)
    return `drawtext=text='${WORDS[at]}':fontsize=${size}:fontcolor=${ink}:x=${x}:y=${y}`
  })
  const source = `color=${ground}:s=${width}x${height}:r=5:d=0.4,${drawn.join(',')}`
  await ffmpeg('-f', 'lavfi', '-i', source, ...H264, '-crf', '18', file)
  return file
}

test.each(drawnCases(FILMS, { kindsOf: ({ width, height }) => [`${width} x ${height}`] }))(
  'words of 20 to 48 px are read at $width x $height, $ink on $ground',
  async (film) => {
    const { spans } = await readFilm(job, await makeSizes(film), engine)
    const words = spans.flatMap(({ text }) => text.split('\n'))
    expect(words.toSorted()).toEqual(WORDS.slice(0, SIZES.length).toSorted())
  },
)

test('a learned reader reads them in 4K, too', async () => {
  const models_dir = await temporaryFolder('learned-reader')
  await copyPackagedOcr(models_dir, 'ppocrv5-latin')
  const entry = ENGINES.ocr.find(({ id }) => id === 'ppocrv5-latin-1')
  const learned = entry?.open({ threads: 2, models: unverifiedModels(models_dir) })
  if (!learned) throw new Error('There is no such reader.')
  const file = await makeSizes({ width: 3840, height: 2160, ink: 'white', ground: '0x203040' })
  const { spans } = await readFilm(job, file, learned).finally(() => learned.close())
  const words = spans.flatMap(({ text }) => text.split('\n'))
  expect(words.toSorted()).toEqual(WORDS.slice(0, SIZES.length).toSorted())
})

test('above 4K the smallest letters grow with the film', async () => {
  const file = job.path('huge.mp4')
  const draw = (at: number, size: number, y: number) =>
    `drawtext=text='${WORDS[at]}':fontsize=${size}:fontcolor=black:x=900:y=${y}`
  const drawn = `${draw(0, 48, 800)},${draw(1, 72, 1600)},${draw(2, 96, 2400)}`
  await ffmpeg('-f', 'lavfi', '-i', `color=white:s=7680x4320:r=5:d=0.2,${drawn}`, ...H264, '-crf', '18', file)
  const { spans } = await readFilm(job, file, engine)
  expect(spans.flatMap(({ text }) => text.split('\n'))).toEqual(WORDS.slice(0, 3))
})

const RATE = 25
/** Seconds from one caption to the next. */
const EVERY = 4

interface CaptionOptions {
  readonly seconds: number
  /** Seconds between key frames; one after the other, again and again. */
  readonly keys: readonly number[]
  readonly rate?: number
  /** Encoder and its options. */
  readonly codec?: readonly string[]
  readonly name?: string
  /** Source of the picture behind the captions, which is then 1280x720 and not 640x360. */
  readonly behind?: readonly string[]
  /** Whether each frame stays until the next caption begins or ends, as recorders of screens write. */
  readonly held?: boolean
}

/** When each caption begins: at twenty different places between key frames. */
const startOf = (at: number, { keys }: CaptionOptions) => EVERY * at + (at / WORDS.length) * Math.min(2, keys[0] ?? 2)

async function makeCaptioned(film: CaptionOptions): Promise<string> {
  const {
    seconds,
    keys,
    rate = RATE,
    codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-sc_threshold', '0'],
    name = 'captions.mp4',
  } = film
  const file = job.path(name)
  const length = EVERY * (WORDS.length + 1)
  const ranges = WORDS.map((_, at) => {
    const start = Math.round(startOf(at, film) * rate) / rate
    return { start, end: start + Math.ceil(seconds * rate) / rate }
  })
  const during = (from: number, to: number) => `between(t,${(from - 0.001).toFixed(3)},${(to - 0.001).toFixed(3)})`
  const size = film.behind ? 2 : 1
  // The picture behind has letters of its own on the left.
  const x = film.behind ? 700 : 60
  const drawn = ranges.map(
    ({ start, end }, at) =>
      `drawtext=text='${WORDS[at]}':fontsize=${40 * size}:fontcolor=white:borderw=${2 * size}:x=${x}:y=${280 * size}:enable='${during(start, end - 0.001)}'`,
  )
  const changes = ranges.flatMap(({ start, end }) => [start, end]).map((time) => during(time, time + 0.05))
  const times: number[] = []
  for (let time = 0, at = 0; time < length; time += keys[at++ % keys.length] ?? length) times.push(time)
  const behind = film.behind ?? ['-f', 'lavfi', '-i', `color=0x808080:s=640x360:r=${rate}`]
  const chain = [
    `scale=${640 * size}:${360 * size},fps=${rate}`,
    ...drawn,
    ...(film.held ? [`select='${['not(n)', ...changes].join('+')}'`] : []),
    'format=yuv420p',
  ]
  await ffmpeg(
    ...['-t', String(length), ...behind, '-an', '-vf', chain.join(','), '-vsync', 'vfr', ...codec, '-g', '1000'],
    ...['-force_key_frames', times.map((time) => time.toFixed(3)).join(','), file],
  )
  return file
}

async function expectCaptions(film: CaptionOptions): Promise<void> {
  const { spans } = await readFilm(job, await makeCaptioned(film), engine)
  // Over a picture the reader may miss a last letter.
  const letters = film.behind ? 5 : undefined
  const shows = ({ text }: { text: string }, word: string) => text.toLowerCase().includes(word.slice(0, letters))
  const missing = WORDS.filter((word) => !spans.some((span) => shows(span, word)))
  expect(missing).toEqual([])
  for (const [at, word] of WORDS.entries()) {
    const found = spans.filter((span) => shows(span, word))
    const start = startOf(at, film)
    expect(found[0]?.start, word).toBeGreaterThan(start - 0.1)
    expect(found[0]?.start, word).toBeLessThan(start + film.seconds)
    expect(found.at(-1)?.end, word).toBeGreaterThan(start)
    expect(found.at(-1)?.end, word).toBeLessThan(start + film.seconds + 2.1)
  }
}

const KEYS = [[0.5], [0.76], [0.96], [1], [1.4], [1.52], [2], [2.04], [2, 0.52, 1.2], [3, 1], [5], [10]]

const KEYED = [
  ...KEYS.map((keys) => ({ keys, seconds: 1.52 })),
  ...[[1], [1.52], [2]].map((keys) => ({ keys, seconds: 1.6 })),
]

test.each(drawnCases(KEYED, { share: 1 / 6 }))(
  'captions of $seconds s are found with key frames $keys s apart',
  async (film) => await expectCaptions(film),
)

const HARBOUR = path.resolve(import.meta.dirname, '../../../../samples/harbour.mp4')

const CODED: readonly [string, Omit<CaptionOptions, 'seconds'>][] = [
  [
    'without B-frames',
    { keys: [2], codec: ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '0', '-sc_threshold', '0'] },
  ],
  [
    'with a pyramid of B-frames',
    { keys: [2], codec: ['-c:v', 'libx264', '-bf', '8', '-b-pyramid', 'normal', '-sc_threshold', '0'] },
  ],
  [
    'with open groups of pictures',
    { keys: [2], codec: ['-c:v', 'libx264', '-flags', '-cgop', '-x264opts', 'open-gop=1:keyint=50:scenecut=0'] },
  ],
  [
    'in HEVC',
    { keys: [2], codec: ['-c:v', 'libx265', '-preset', 'superfast', '-x265-params', 'scenecut=0:log-level=none'] },
  ],
  [
    'in VP9',
    { keys: [2], codec: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'], name: 'captions.webm' },
  ],
  [
    'in VP9 with a key frame a second',
    { keys: [1], codec: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'], name: 'captions.webm' },
  ],
  [
    'in MPEG-2 in MPEG-TS',
    {
      keys: [2],
      codec: ['-c:v', 'mpeg2video', '-q:v', '3', '-bf', '2', '-sc_threshold', '1000000000'],
      name: 'captions.ts',
    },
  ],
  ['at 10 frames a second', { keys: [2], rate: 10 }],
  ['at 29.97 frames a second', { keys: [2.002], rate: 29.97 }],
  ['over a moving picture', { keys: [2], behind: ['-stream_loop', '-1', '-i', HARBOUR] }],
  ['where frames stay for seconds', { keys: [10], held: true }],
]

test.each(drawnCases(CODED, { share: 1 / 6 }))(
  'captions of 1.6 s are found %s',
  async (_, film) => await expectCaptions({ ...film, seconds: 1.6 }),
)
