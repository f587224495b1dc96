import { readFile } from 'node:fs/promises'
import { frameAt, frameStart, lastFrame } from '@footnote/contract/shared/frames.ts'
import { formatSmpte, smpteLabels } from '@footnote/contract/shared/smpte.ts'
import sharp from 'sharp'
import { expect } from 'vitest'
import { cutClip } from '../src/media/clip.ts'
import { type Film, readFilm } from '../src/media/film.ts'
import { sampleVideo } from '../src/media/pictures/sampling/samples.ts'
import { cutStill } from '../src/media/pictures/still.ts'
import { planStoryboard, writeStoryboard } from '../src/media/pictures/storyboard.ts'
import { makePoster } from '../src/media/pictures/thumbnail.ts'
import { makeRendition } from '../src/media/rendition.ts'
import { planRendition } from '../src/media/rendition-plan.ts'
import { usualPlan } from '../src/media/sound/plan.ts'
import { ffmpeg, type makeJob, numberIn, numbersIn } from './made-media.ts'
import { makeVariedFilm, PATCHES, patchesOf, UPRIGHT_SIZE, type VariedFilm } from './varied-films.ts'

type Job = Awaited<ReturnType<typeof makeJob>>

/** Largest difference of a patch's mean between two ways of making a picture, of 255. */
const SAME = 2
/** Largest difference from the colours that were filmed: encoders round. */
const NEAR = 6

/**
 * Numbers of the frames that are on the screen in each slot of the rate.
 * @param lead slots before the first frame: a sound may begin before the picture
 */
function shownNumbers({ frames, missing = [] }: VariedFilm, lead: number): number[] {
  let shown = 0
  const numbers = Array.from({ length: frames }, (_, slot) => {
    if (!missing.includes(slot)) shown = slot
    return shown
  })
  return [...Array.from({ length: lead }, () => 0), ...numbers]
}

/**
 * Checks that a film has its frames and colours wherever it is read.
 * @param name of the file, with its ending
 * @param places number of stills to cut
 */
export async function checkReaders(job: Job, name: string, film: VariedFilm, places: number): Promise<void> {
  const file = job.path(name)
  await makeVariedFilm(file, film)
  const source = await readFilm(job, file)
  const lead = frameAt(source.info.timing, source.info.frames[0] ?? 0)
  const shown = shownNumbers(film, lead)
  checkTime(source, film, lead)
  const stills = await cutStills(job, source, shown, places)
  // Other primaries are converted: the patches are no longer what was written.
  if (film.tags !== 'pal') for (const patches of stills) compare(patches, PATCHES, NEAR, 'still and film')
  const [colours = []] = stills
  await checkPosterAndSamples(job, source, shown, colours)
  await checkClip(job, source, shown, colours)
  await checkPlayCopy(job, source, shown, colours)
}

function compare(one: readonly number[][], other: readonly (readonly number[])[], most: number, what: string): void {
  const worst = Math.max(
    ...one.flatMap((patch, place) => patch.map((value, channel) => Math.abs(value - (other[place]?.[channel] ?? 0)))),
  )
  expect(worst, what).toBeLessThanOrEqual(most)
}

function checkTime({ info }: Film, { rate, frames, timecode }: VariedFilm, lead: number): void {
  expect(info.timing.rate).toEqual(rate)
  expect(info).toMatchObject(UPRIGHT_SIZE)
  expect(info.duration).toBeCloseTo(((lead + frames) * rate.den) / rate.num, 3)
  expect(lastFrame(info.timing, info.duration)).toBe(lead + frames - 1)
  if (timecode) expect(formatSmpte(0, smpteLabels(rate, info.timecode))).toBe(timecode)
}

async function cutStills(
  job: Job,
  { input, info }: Film,
  shown: readonly number[],
  places: number,
): Promise<number[][][]> {
  const patches: number[][][] = []
  for (let still = 0; still < places; still += 1) {
    const frame = Math.round((still * (shown.length - 1)) / (places - 1))
    const picture = job.path('still.png')
    await cutStill(job, input, info, frame, picture)
    expect(await numberIn(picture), `still ${frame}`).toBe(shown[frame])
    patches.push(await patchesOf(picture))
  }
  return patches
}

async function checkPosterAndSamples(
  job: Job,
  { input, info }: Film,
  shown: readonly number[],
  colours: readonly number[][],
) {
  const poster = await makePoster(job, input, info, job.path('poster.jpg'))
  compare(await patchesOf(poster), colours, SAME, 'poster and still')
  expect(shown).toContain(await numberIn(poster))
  const kept: { time: number; file: string }[] = []
  for await (const { time, sample } of sampleVideo(job, input, info)) {
    if (!sample) continue
    kept.push({ time, file: sample.file })
    expect(await numberIn(sample.file), `sample at ${time}`).toBe(shown[frameAt(info.timing, time)])
    compare(await patchesOf(sample.file), colours, SAME, `sample at ${time} and still`)
  }
  const sprite = job.path('storyboard.webp')
  const board = planStoryboard(info, info.duration)
  await writeStoryboard(kept, board, sprite)
  const tile = sharp(await readFile(sprite)).extract({
    left: 0,
    top: 0,
    width: board.tile_width,
    height: board.tile_height,
  })
  const first = await tile.png().toBuffer()
  const stands = kept.findLast(({ time }) => time <= board.interval / 2) ?? kept[0]
  expect(await numberIn(first), 'first tile').toBe(shown[frameAt(info.timing, stands?.time ?? 0)])
  compare(await patchesOf(first), colours, NEAR, 'first tile and still')
}

async function checkClip(job: Job, { input, info }: Film, shown: readonly number[], colours: readonly number[][]) {
  for (const [first, last] of [
    [0, 9],
    [18, 40],
    [21, 59],
  ] as const) {
    const clip = job.path('clip.mp4')
    const end = frameStart(info.timing, last + 1)
    await cutClip(job, input, info, usualPlan(info), { start: frameStart(info.timing, first), end }, clip)
    expect(await numbersIn(clip), `clip of ${first} to ${last}`).toEqual(shown.slice(first, last + 1))
    compare(await patchesOf(await pictureOf(job, clip)), colours, SAME, 'clip and still')
  }
}

/** The play copy, or the film itself if that plays. */
async function checkPlayCopy(job: Job, { input, info }: Film, shown: readonly number[], colours: readonly number[][]) {
  const plan = planRendition(info, usualPlan(info))
  const copy = plan.kind === 'original' ? input : job.path(`played.${plan.kind === 'copy' ? plan.container : 'mp4'}`)
  if (plan.kind !== 'original')
    expect(await makeRendition(job, input, info, plan, usualPlan(info), copy)).toEqual({ file: copy, exact: true })
  // A copy keeps the frames that are there.
  const own = plan.kind === 'transcode' ? shown.slice(frameAt(info.timing, info.frames[0] ?? 0)) : [...new Set(shown)]
  expect(await numbersIn(copy), plan.kind).toEqual(own)
  compare(await patchesOf(await pictureOf(job, copy)), colours, SAME, `play copy (${plan.kind}) and still`)
}

/** The first picture of a file as ffmpeg decodes it, as PNG. */
async function pictureOf(job: Job, file: string): Promise<string> {
  const picture = job.path('decoded.png')
  const exact = 'scale=flags=bicubic+accurate_rnd+full_chroma_int'
  await ffmpeg('-i', file, '-map', '0:v:0', '-vf', `${exact},format=rgb24`, '-frames:v', '1', picture)
  return picture
}
