import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { countOf, drawnCases } from '../../test/drawn-cases.ts'
import { makeFieldFilm } from '../../test/field-film.ts'
import { makeJob, numberIn } from '../../test/made-media.ts'
import { makeGray, makeHdr, makeJoined, type StatedHdr } from '../../test/odd-films.ts'
import { checkReaders } from '../../test/readers.ts'
import type { Tags, Turn, VariedFilm } from '../../test/varied-films.ts'
import { cutClip } from './clip.ts'
import { readFilm } from './film.ts'
import { sampleVideo } from './pictures/sampling/samples.ts'
import { cutStill } from './pictures/still.ts'
import { makePoster } from './pictures/thumbnail.ts'
import { makeRendition } from './rendition.ts'
import { usualPlan } from './sound/plan.ts'

const job = await makeJob()

afterAll(() => job.remove())

const RATES = [
  [24000, 1001],
  [24, 1],
  [25, 1],
  [30000, 1001],
  [30, 1],
  [50, 1],
  [60000, 1001],
  [12, 1],
] as const
const TURNS: readonly Turn[] = ['none', 'quarter', 'half', 'three_quarters', 'mirrored']
const TAGS: readonly Tags[] = [
  ...(['none', 'bt709', 'bt601', 'pal', 'matrix_alone'] as const),
  ...(['primaries_alone', 'full', 'full_alone', 'reserved'] as const),
]
const GAPS: readonly (readonly number[])[] = [[], [17], [20, 21], [30, 31, 32], []]

/** Takes the options of each kind in turn; lists of different lengths meet in every pair sooner or later. */
const of = <T>(options: readonly T[], turn: number): T => options[turn % options.length]!

/** Films of one container, each with other options. */
function family(container: string, count: number, own: (turn: number) => Partial<VariedFilm>): [string, VariedFilm][] {
  return Array.from({ length: count }, (_, turn) => {
    const [num, den] = of(RATES, turn)
    const film = { rate: { num, den }, frames: 60, missing: of(GAPS, turn), tags: of(TAGS, turn), ...own(turn) }
    const parts = Object.entries(film).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    return [`${container}: ${parts.join(', ')}`, film]
  })
}

const TIMECODES = ['10:00:00:00', undefined, '01:00:00:00'] as const
const SOUNDS = [undefined, 0, 0.03, 0.4] as const

const FILMS: readonly [string, VariedFilm][] = [
  ...family('mp4', 20, (turn) => ({
    turn: of(TURNS, turn),
    timecode: of(TIMECODES, turn),
    longer_sound: of(SOUNDS, turn),
    interlaced: turn % 4 === 3,
  })),
  ...family('mov', 12, (turn) => ({
    turn: of(TURNS, turn + 2),
    longer_sound: of(SOUNDS, turn + 1),
    preview: turn % 3 === 0,
    timecode: of(TIMECODES, turn + 1),
    interlaced: turn % 5 === 4,
    ...(turn % 2 === 0 && !['quarter', 'three_quarters'].includes(of(TURNS, turn + 2))
      ? { aspect: [4, 3] as const }
      : {}),
  })),
  ...family('mkv', 14, (turn) => ({
    codec: of(['libx264', 'mpeg4', 'libx265', 'mpeg2video', 'libvpx-vp9'] as const, turn),
    // MPEG-2 has no full range.
    tags: of(['none', 'bt709', 'bt601'] as const, turn),
    longer_sound: of(SOUNDS, turn),
    preview: turn % 4 === 1,
  })),
  ...family('ts', 10, (turn) => ({
    codec: of(['libx264', 'mpeg2video'] as const, turn),
    rate: { num: of([25, 30000, 50], turn), den: of([1, 1001, 1], turn) },
    tags: of(['none', 'bt709', 'bt601'] as const, turn),
    longer_sound: of(SOUNDS, turn),
    interlaced: turn % 2 === 1,
  })),
  ...family('mp4', 3, (turn) => ({
    codec: 'libsvtav1',
    tags: of(['none', 'bt709', 'full'] as const, turn),
    longer_sound: of(SOUNDS, turn),
  })),
  ...family('mov', 3, (turn) => ({
    codec: 'prores_ks',
    tags: of(['none', 'bt709', 'bt601'] as const, turn),
    timecode: of(TIMECODES, turn),
  })),
  ...family('webm', 6, (turn) => ({
    codec: of(['libvpx-vp9', 'libvpx'] as const, turn),
    tags: of(['none', 'bt709', 'bt601'] as const, turn),
  })),
]

it('the family has sixty films', () => {
  expect(FILMS.length).toBeGreaterThanOrEqual(60)
})

/** The container, and what is rare in it. */
const kindsOf = ([name, { codec = 'libx264', interlaced, preview, turn }]: (typeof FILMS)[number]) =>
  [name.split(':')[0], codec, `interlaced ${interlaced}`, `preview ${preview}`, turn ?? 'none'].map(String)

it.each(drawnCases(FILMS, { kindsOf, share: 1 / 6 }))(
  'everything that reads a film shows the same frames and colours, %s',
  async (name, film) => {
    const file = `${FILMS.findIndex(([other]) => other === name)}.${name.split(':')[0]}`
    await checkReaders(job, file, film, countOf({ usual: 10, all: 20 }))
  },
)

it.each(['mp4', 'ts', 'mkv'])('packets that are fields make one frame of two, in %s', async (ending) => {
  const file = job.path(`fields.${ending}`)
  await makeFieldFilm(file, 60)
  const { input, info } = await readFilm(job, file)
  expect(info.timing.rate).toEqual({ num: 25, den: 1 })
  expect(info.frames).toHaveLength(60)
  for (let frame = 0; frame < 60; frame += 3) {
    await cutStill(job, input, info, frame, job.path('still.png'))
    expect(await numberIn(job.path('still.png'))).toBe(frame)
  }
})

const JOINED = [
  ['two parts', 'two.ts', [{ seconds: 4 }, { seconds: 4 }], undefined],
  [
    'sound that ends early',
    'early.ts',
    [
      { seconds: 3, sound: 2.8 },
      { seconds: 2, sound: 1.9 },
    ],
    undefined,
  ],
  [
    'sound that ends late',
    'late.ts',
    [
      { seconds: 2, sound: 2.1 },
      { seconds: 2, sound: 2.013 },
    ],
    undefined,
  ],
  [
    'three parts',
    'three.ts',
    [
      { seconds: 1, sound: 1 },
      { seconds: 3, sound: 3 },
      { seconds: 2, sound: 2 },
    ],
    undefined,
  ],
  [
    'MPEG-2',
    'mpeg2.ts',
    [
      { seconds: 2, sound: 2 },
      { seconds: 2, sound: 2 },
    ],
    ['-c:v', 'mpeg2video', '-q:v', '2', '-c:a', 'mp2'],
  ],
] as const

it.each(drawnCases(JOINED))('joined recordings are as long as what plays: %s', async (_, name, parts, codecs) => {
  const file = job.path(name)
  await makeJoined(file, parts, codecs)
  const { input, info } = await readFilm(job, file)
  const frames = parts.reduce((sum, { seconds }) => sum + 25 * seconds, 0)
  expect(info.timing.rate).toEqual({ num: 25, den: 1 })
  expect(info.frames).toHaveLength(frames)
  const shown = new Map<number, number>()
  for (const frame of [0, 20, Math.floor(frames / 2), frames - 20]) {
    await cutStill(job, input, info, shownFrame(info.frames[frame]), job.path('still.png'))
    shown.set(frame, await numberIn(job.path('still.png')))
  }
  expect([...shown.values()]).toEqual([...shown.keys()])
})

const shownFrame = (time = 0): number => Math.round(time * 25)

const PQ: readonly StatedHdr[] = [
  ['smpte2084', null, null],
  ['smpte2084', 'bt2020', null],
  ['smpte2084', null, 'bt2020c'],
  ['smpte2084', 'bt2020', 'bt2020nc'],
]
const HLG: readonly StatedHdr[] = [
  ['arib-std-b67', null, null],
  ['arib-std-b67', 'bt2020', null],
  ['arib-std-b67', 'bt2020', 'bt2020nc'],
]

const STATED = [...drawnCases(PQ), ...drawnCases(HLG)]

it.each(STATED)('a film of high dynamic range plays and is cut, stating %s, %s and %s', async (...stated) => {
  const file = job.path('hdr.mp4')
  await makeHdr(file, stated)
  const { input, info } = await readFilm(job, file)
  await makeRendition(job, input, info, { kind: 'transcode' }, usualPlan(info), job.path('hdr.played.mp4'))
  const played = await readFilm(job, job.path('hdr.played.mp4'))
  await cutStill(job, input, info, 3, job.path('still.png'))
  await cutStill(job, played.input, played.info, 3, job.path('played.png'))
  await cutClip(job, input, info, usualPlan(info), { start: 0, end: 0.2 }, job.path('hdr.clip.mp4'))
  const [still, copy] = await Promise.all(
    [job.path('still.png'), job.path('played.png')].map((file) => sharp(file).stats()),
  )
  for (const channel of [0, 1, 2])
    expect(Math.abs((copy?.channels[channel]?.mean ?? 0) - (still?.channels[channel]?.mean ?? 255))).toBeLessThan(2)
})

it.each(['limited', 'full'] as const)(
  'a film without colours is black and white wherever it is read: %s range',
  async (range) => {
    const file = job.path('gray.mp4')
    await makeGray(file, range)
    const { input, info } = await readFilm(job, file)
    await cutStill(job, input, info, 3, job.path('still.png'))
    const pictures = [job.path('still.png'), await makePoster(job, input, info, job.path('poster.jpg'))]
    for await (const { sample } of sampleVideo(job, input, info)) if (sample) pictures.push(sample.file)
    const played = job.path('gray.played.mp4')
    await makeRendition(job, input, info, { kind: 'transcode' }, usualPlan(info), played)
    const copy = await readFilm(job, played)
    await cutStill(job, copy.input, copy.info, 3, job.path('played.png'))
    pictures.push(job.path('played.png'))
    expect(pictures.length).toBeGreaterThan(3)
    for (const picture of pictures) {
      const shade = async (left: number) => {
        const part = sharp(picture).extract({ left, top: 10, width: 60, height: 80 })
        return (await sharp(await part.png().toBuffer()).stats()).channels.map(({ mean }) => Math.round(mean))
      }
      expect([await shade(10), await shade(120)].flat(), picture).toSatisfy((shades: number[]) =>
        shades.every((shade, place) => Math.abs(shade - (place < shades.length / 2 ? 0 : 255)) <= 2),
      )
    }
  },
)
