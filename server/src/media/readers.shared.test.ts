import { lastFrame } from '@footnote/contract/shared/frames.ts'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { makeFieldFilm } from '../../test/field-film.ts'
import { makeJob, numberIn, numbersIn } from '../../test/made-media.ts'
import { makeHdr, makeJoined } from '../../test/odd-films.ts'
import { checkReaders } from '../../test/readers.ts'
import { readFilm } from './film.ts'
import { pictureFilters } from './normalised/picture-filters.ts'
import { cutStill } from './pictures/still.ts'
import { makePoster } from './pictures/thumbnail.ts'
import { makeRendition } from './rendition.ts'
import { planRendition } from './rendition-plan.ts'
import { usualPlan } from './sound/plan.ts'

const job = await makeJob()

afterAll(() => job.remove())

it('everything that reads a turned film with a gap and a longer sound shows the same frames and colours', async () => {
  const film = { rate: { num: 25, den: 1 }, frames: 60, missing: [17], timecode: '10:00:00:00', longer_sound: 0.03 }
  await checkReaders(job, 'gap.mp4', { ...film, turn: 'quarter', tags: 'bt709' }, 4)
})

it('packets that are fields make one frame of two', async () => {
  const file = job.path('fields.mp4')
  await makeFieldFilm(file, 20)
  const { input, info } = await readFilm(job, file)
  expect(info).toMatchObject({ timing: { rate: { num: 25, den: 1 } }, duration: 0.8, video: { interlaced: true } })
  expect(lastFrame(info.timing, info.duration)).toBe(19)
  for (const frame of [0, 1, 10, 19]) {
    await cutStill(job, input, info, frame, job.path('still.png'))
    expect(await numberIn(job.path('still.png'))).toBe(frame)
  }
  expect(planRendition(info, usualPlan(info))).toEqual({ kind: 'transcode' })
})

it('joined recordings are as long as what plays', async () => {
  const file = job.path('joined.ts')
  await makeJoined(file, [
    { seconds: 2, sound: 1.9 },
    { seconds: 1, sound: 1.03 },
  ])
  const { input, info } = await readFilm(job, file)
  expect(info.timing.rate).toEqual({ num: 25, den: 1 })
  expect(info.frames).toHaveLength(75)
  await cutStill(job, input, info, lastFrame(info.timing, info.duration), job.path('still.png'))
  expect(await numberIn(job.path('still.png'))).toBe(74)
  const copy = job.path('joined.mp4')
  const plan = planRendition(info, usualPlan(info))
  if (plan.kind === 'original') throw new Error('a transport stream does not play')
  await makeRendition(job, input, info, plan, usualPlan(info), copy)
  expect(await numbersIn(copy)).toEqual(Array.from({ length: 75 }, (_, frame) => frame))
})

it('a film of high dynamic range that states its transfer alone plays, and has one look', async () => {
  const file = job.path('pq.mp4')
  await makeHdr(file, ['smpte2084', null, null])
  const { input, info } = await readFilm(job, file)
  expect(info.video.colour).toMatchObject({ matrix: 'bt2020nc', primaries: 'bt2020', shown_alike: false })
  const played = job.path('pq.played.mp4')
  await makeRendition(job, input, info, { kind: 'transcode' }, usualPlan(info), played)
  await cutStill(job, input, info, 0, job.path('still.png'))
  await cutStill(job, played, (await readFilm(job, played)).info, 0, job.path('played.png'))
  const poster = await makePoster(job, input, info, job.path('poster.jpg'))
  const means = async (picture: string) => (await sharp(picture).stats()).channels.slice(0, 3).map(({ mean }) => mean)
  const [still, copy, small] = [
    await means(job.path('still.png')),
    await means(job.path('played.png')),
    await means(poster),
  ]
  for (const channel of [0, 1, 2]) {
    expect(Math.abs((copy[channel] ?? 0) - (still[channel] ?? 255))).toBeLessThan(2)
    expect(Math.abs((small[channel] ?? 0) - (still[channel] ?? 255))).toBeLessThan(2)
  }
})

it('colours are stated before any other filter, also reserved ones', async () => {
  const { info } = await readFilm(job, job.path('fields.mp4'))
  const [first, second] = pictureFilters(info, info, 'film')
  expect(first).toBe('setparams=range=tv:color_primaries=smpte170m:color_trc=bt709:colorspace=smpte170m')
  expect(second).toBe('bwdif=mode=send_frame:deint=interlaced')
})
