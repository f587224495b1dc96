/**
 * Measures searches for a picture that is in a film: `npm run bench:same-picture -- [FOLDER] [KEPT] [fit]`. Stills are of
 * the sample films, of drawn cards and screens, and of the films in FOLDER; pictures in no film are drawn, or in FOLDER's
 * sub-folder `others`. KEPT keeps the index between runs. `fit` writes the curve of the outcomes to calibration.json.
 */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import sharp from 'sharp'
import { lenderOf } from '../server/src/engines/pool.ts'
import { openPictureComparer } from '../server/src/engines/visual/fingerprint/picture-comparer.ts'
import { readStretch, type Stretch } from '../server/src/media/pictures/stretch.ts'
import { KEPT_SIDE } from '../server/src/media/pictures/thumbnail.ts'
import { probePicture } from '../server/src/media/probe.ts'
import { withJobFolder } from '../server/src/platform/confinement/job-folder.ts'
import calibration from '../server/src/retrieval/ranking/calibration.json' with { type: 'json' }
import { searchByImage } from '../server/src/retrieval/search-by-look.ts'
import { searchSamePictures } from '../server/src/retrieval/vectors/same-pictures.ts'
import { type Curve, fitIsotonic, type Outcome, onCurve } from './isotonic.ts'
import { CHANGES, Drawing, filesIn, flat, jpeg, makeFilm, numbers, paint, takeStill } from './pictures/material.ts'
import { openVideoIndex } from './video-index.ts'

const FOLDS = 5
/** Raw scores above the highest wrong one from which the curve is at its top. */
const STEP = 0.01
/** Drawings of each layout that are in no film. */
const OTHERS = 18
const FLAT = ['#000', '#fff', '#808080', '#1d3557', '#f7f7f2']
/** Seconds at a cut from which no still is taken. */
const BESIDE_CUT = 0.6
/** Standard deviation of all colours (of 255) of a still that shows nothing. */
const FLAT_BELOW = 4
const FILMS = /\.(mp4|mov|mkv|webm)$/
const PICTURES = /\.(jpe?g|png|webp)$/

const [folder = '', kept_in = '', wish] = process.argv.slice(2)
const directory = kept_in || (await mkdtemp(path.join(tmpdir(), 'footnote-bench-pictures-')))
const drawings = path.join(directory, 'drawings')
await mkdir(drawings, { recursive: true })
// As root, PostgreSQL runs as another user, who must reach its folder.
await chmod(directory, 0o755)
const samples = path.resolve(import.meta.dirname, '../samples')
const index = await openVideoIndex(path.join(directory, 'index'))
const comparer = openPictureComparer()
/** Paths of the films, by the ids of their videos. */
let films: ReadonlyMap<string, string> = new Map()
const kept = {
  comparer,
  read: (keys: readonly string[]) =>
    Promise.all(keys.map((key) => readFile(path.join(directory, 'index', 'files', key)).catch(() => null))),
  between: (video_id: string, stretch: Stretch, most: number) =>
    withJobFolder(path.join(directory, 'index', 'work'), async (own) => {
      const job = { tools: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }, folder: own }
      const film = films.get(video_id) as string
      return await readStretch(job, film, await probePicture(job, film), stretch, { side: KEPT_SIDE, most })
    }),
}
try {
  await index.db.updateTable('collections').set({ audio: false, ocr: false }).execute()
  films = await addFilms()
  const stills = await takeStills(films)
  const video_ids = [...films.keys()]
  const outcomes: QuestionOutcomes[] = []
  const next = numbers(7)
  for (const [name, change] of Object.entries(CHANGES)) {
    const found = { first: 0, high: 0 }
    for (const [of, still] of stills.entries()) {
      const { matches, same } = await ask(await change(still.content, next), video_ids)
      const isRight = (hit: { video_id: string; start_time: number; end_time: number }) =>
        hit.video_id === still.video_id && hit.start_time < still.until && hit.end_time > still.from
      const [best] = matches
      const right = best !== undefined && isRight(best)
      found.first += Number(right)
      found.high += Number(right && best.score >= SEARCH.high)
      if (!right || best.score < SEARCH.high)
        console.log(
          `  ${name}: ${films.get(still.video_id)} at ${still.time}: ${right ? '' : 'not first, '}${best?.score}, ${same[0]?.raw}`,
        )
      outcomes.push({ of, found: same.map((hit) => ({ raw: hit.raw, right: isRight(hit) })) })
    }
    console.log(`${name}: ${stills.length} stills, first ${found.first}, first and High ${found.high}`)
  }
  let high = 0
  const others = await otherPictures()
  for (const [of, { name, content }] of others.entries()) {
    const { matches, same } = await ask(content, video_ids)
    if ((matches[0]?.score ?? 0) >= SEARCH.high) {
      high++
      console.log(
        `  ${name} is High: ${films.get(matches[0]?.video_id ?? '')} at ${matches[0]?.start_time}, ${same[0]?.raw}`,
      )
    }
    outcomes.push({ of, found: same.map((hit) => ({ raw: hit.raw, right: false })) })
  }
  console.log(`in no film: ${others.length} pictures, High ${high}`)
  await fitCurve(outcomes)
} finally {
  await Promise.all([index.close(), comparer.close()])
  if (!kept_in) await rm(directory, { recursive: true, force: true })
}

/** Indexes the films. @returns their names by id */
async function addFilms(): Promise<Map<string, string>> {
  const pictures = new Drawing(11).all()
  for (const [at, svg] of pictures.entries())
    await writeFile(path.join(drawings, `${String(at).padStart(2, '0')}.png`), await paint(svg))
  const drawn = path.join(drawings, 'drawn.mp4')
  await makeFilm(path.join(drawings, '%02d.png'), drawn)
  const files = [...['harbour', 'kitchen', 'lens'].map((name) => path.join(samples, `${name}.mp4`)), drawn]
  const names = new Map<string, string>()
  for (const file of [...files, ...(folder ? await filesIn(folder, FILMS) : [])]) names.set(await index.add(file), file)
  return names
}

/** A still of each shot, at any of its times. */
async function takeStills(films: ReadonlyMap<string, string>) {
  const next = numbers(5)
  const shots = await index.db
    .selectFrom('shots')
    .selectAll()
    .where('video_id', 'in', [...films.keys()])
    .orderBy('video_id')
    .orderBy('number')
    .execute()
  const order = [...films.keys()]
  const in_order = shots.sort((a, b) => order.indexOf(a.video_id) - order.indexOf(b.video_id) || a.number - b.number)
  const file = path.join(drawings, 'still.png')
  const stills = []
  for (const { video_id, start_time, end_time } of in_order) {
    const time = start_time + BESIDE_CUT + next() * (end_time - start_time - 2 * BESIDE_CUT)
    if (end_time - start_time < 3 * BESIDE_CUT) continue
    await takeStill(films.get(video_id) as string, time, file)
    // By its content: sharp remembers files by name.
    const content = await readFile(file)
    const { channels } = await sharp(content).stats()
    if (channels.every(({ stdev }) => stdev < FLAT_BELOW)) continue
    stills.push({ video_id, time, from: start_time, until: end_time, content })
  }
  return stills
}

async function otherPictures(): Promise<{ name: string; content: Buffer }[]> {
  const drawing = new Drawing(1_013)
  const drawn = Array.from({ length: OTHERS }, () => drawing.all()).flat()
  const painted = [...drawn, ...FLAT.map(flat)].map(async (svg, at) => ({
    name: `drawing ${at}`,
    content: await jpeg(sharp(await paint(svg))),
  }))
  const given = (folder ? await filesIn(path.join(folder, 'others'), PICTURES) : []).map(async (file) => ({
    name: path.basename(file),
    content: await jpeg(sharp(file).rotate().resize(1280, 1280, { fit: 'inside' })),
  }))
  return await Promise.all([...painted, ...given])
}

async function ask(content: Buffer, video_ids: readonly string[]) {
  const file = path.join(drawings, 'question.jpg')
  await writeFile(file, content)
  const query = { picture: content, by: 'picture', alike: Promise.resolve([]) } as const
  const same = await searchSamePictures(index.db, kept, video_ids, query)
  // Nothing but the same picture is High.
  const [best] = same.toSorted((a, b) => b.score - a.score)
  if (best && best.score >= SEARCH.high) return { matches: [best], same }
  const tools = { db: index.db, engines: lenderOf(index.engines), kept }
  const collections = [{ id: index.collection_id, modalities: ['visual' as const] }]
  const { matches } = await searchByImage(tools, { collections, temperature: 0.5, file })
  return { matches, same }
}

/** A question, and the outcomes of its results. */
interface QuestionOutcomes {
  /** Number of the still or drawing, of which there are several questions. */
  readonly of: number
  readonly found: readonly Outcome[]
}

/** Prints the curve, and how well curves that have not seen a still predict the results of its questions. */
async function fitCurve(outcomes: readonly QuestionOutcomes[]): Promise<void> {
  const found = (asked: readonly QuestionOutcomes[]) => asked.flatMap((each) => each.found)
  const held = Array.from({ length: FOLDS }, (_, fold) => {
    const [others, left] = [(of: number) => of % FOLDS !== fold, (of: number) => of % FOLDS === fold]
    const curve = clear(found(outcomes.filter(({ of }) => others(of))))
    return found(outcomes.filter(({ of }) => left(of))).map(({ raw, right }) => ({ score: onCurve(curve, raw), right }))
  }).flat()
  const brier = held.reduce((sum, { score, right }) => sum + (score - Number(right)) ** 2, 0) / held.length
  const high = held.filter(({ score }) => score >= SEARCH.high)
  console.log(`held out: ${held.length} results, Brier ${brier.toFixed(4)}, High ${high.length}`)
  console.log(`held out and High: right ${high.filter(({ right }) => right).length}`)
  const rounded = (value: number) => Math.round(value * 1000) / 1000
  const points = clear(found(outcomes)).map(([raw, score]) => [rounded(raw), rounded(score)])
  console.log(JSON.stringify({ questions: outcomes.length, points }))
  if (wish !== 'fit') return
  const file = new URL('../server/src/retrieval/ranking/calibration.json', import.meta.url)
  const curves = { ...calibration, same_picture: { questions: outcomes.length, points } }
  await writeFile(file, `${JSON.stringify(curves, null, 2)}\n`)
}

/**
 * The isotonic curve, with a step above the highest wrong result: a block's mean is far above its least result, and all
 * above the step were right.
 */
function clear(results: readonly Outcome[]): Curve {
  const curve = fitIsotonic(results)
  const wrong = results.reduce((most, { raw, right }) => (right ? most : Math.max(most, raw)), 0)
  const [, best] = curve.at(-1) ?? [1, 0]
  const below = curve.filter(([raw]) => raw < wrong)
  return [...below, [wrong, below.at(-1)?.[1] ?? 0], [wrong + STEP, best]]
}
