/**
 * Fits the curves of server/src/retrieval/ranking/calibration.json: `npm run calibrate -- REELS [INDEX]`, where REELS
 * is the output of `node bench/make-reels.ts`. Prints how well curves that were fitted without a fold predict it (5
 * folds, by question).
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { searchConcepts } from '../server/src/retrieval/concepts/concepts.ts'
import { analyseQuery } from '../server/src/retrieval/query.ts'
import calibration from '../server/src/retrieval/ranking/calibration.json' with { type: 'json' }
import { overlaps } from '../server/src/retrieval/ranking/merge.ts'
import { searchTexts } from '../server/src/retrieval/texts.ts'
import { searchDescriptors } from '../server/src/retrieval/vectors/descriptors.ts'
import { searchTextVectors } from '../server/src/retrieval/vectors/text-vectors.ts'
import { type Curve, fitIsotonic, type Outcome, onCurve } from './isotonic.ts'
import { type Judge, judge, readTruth } from './truth.ts'
import { openVideoIndex, type VideoIndex } from './video-index.ts'

const FOLDS = 5
/** Results of each question that count: as many as a person looks at. */
const LOOKED_AT = 10
/** One in this many scenes is searched for with a picture of it. */
const PICTURES = 2
/** Lowest and highest score of each tier, as the search page names them. */
const TIERS: readonly [string, number, number][] = [
  ['High', SEARCH.high, Number.POSITIVE_INFINITY],
  ['Medium', SEARCH.medium, SEARCH.high],
  ['Low', 0, SEARCH.medium],
]
const CURVES: Record<SearchType, 'visual' | 'speech' | 'ocr'> = {
  VISUAL: 'visual',
  CONVERSATION: 'speech',
  TEXT_IN_VIDEO: 'ocr',
}

const SOURCES = {
  CONVERSATION: { table: 'cues', stage: 'speech' },
  TEXT_IN_VIDEO: { table: 'text_spans', stage: 'ocr' },
} as const

const [folder, kept] = process.argv.slice(2)
if (!folder) {
  console.error('usage: npm run calibrate -- REELS [INDEX]')
  process.exit(2)
}
const truth = await readTruth(folder)
const directory = kept ?? (await mkdtemp(path.join(tmpdir(), 'footnote-calibrate-')))
const index = await openVideoIndex(directory)
try {
  const video_ids = new Map<string, string>()
  for (const { file } of truth.videos) video_ids.set(await index.add(path.join(folder, file)), file)
  const right = judge(truth, video_ids)
  const curves: Record<string, { questions: number; points: Curve }> = { ...(calibration as unknown as typeof curves) }
  for (const [type, curve] of Object.entries(CURVES) as [SearchType, (typeof CURVES)[SearchType]][]) {
    const asked = truth.queries.filter((query) => query.type === type)
    const outcomes = await Promise.all(
      asked.map(({ query, answers }) => outcomesOf(index, [...video_ids.keys()], type, query, answers, right)),
    )
    if (outcomes.flat().length === 0) continue
    report(curve, outcomes)
    const points = fitIsotonic(outcomes.flat()).map(([raw, score]): [number, number] => [round(raw), round(score)])
    curves[curve] = { questions: asked.length, points }
  }
  const meant = await meaningOutcomes(index, [...video_ids.keys()], right)
  const { engine } = index.engines.text
  if (engine) {
    report(engine.id, meant)
    const points = fitIsotonic(meant.flat()).map(([raw, score]): [number, number] => [round(raw), round(score)])
    curves[engine.id] = { questions: meant.length, points }
  }
  const pictured = await imageOutcomes(index, [...video_ids.keys()], right)
  report('image', pictured)
  curves.image = {
    questions: pictured.length,
    points: fitIsotonic(pictured.flat()).map(([raw, score]) => [round(raw), round(score)]),
  }
  const file = new URL('../server/src/retrieval/ranking/calibration.json', import.meta.url)
  await writeFile(file, `${JSON.stringify(curves, null, 2)}\n`)
  console.log(await readFile(file, 'utf8'))
} finally {
  await index.close()
  if (!kept) await rm(directory, { recursive: true })
}

/** Matches of the text engine for questions that words alone do not answer. */
async function meaningOutcomes(
  { db, engines }: VideoIndex,
  video_ids: readonly string[],
  right: Judge,
): Promise<Outcome[][]> {
  const { engine } = engines.text
  const outcomes: Outcome[][] = []
  for (const { type, query, answers } of engine ? truth.queries : []) {
    if (!engine || type === 'VISUAL') continue
    const source = SOURCES[type]
    const [vector] = await Array.fromAsync(engine.embed([query], 'query'))
    const { hits: by_words } = await searchTexts(db, source, video_ids, analyseQuery(query).words)
    const hits = await searchTextVectors(db, source, engine, video_ids, vector as Float32Array)
    const alone = hits.filter((hit) => !by_words.some((other) => other.score >= SEARCH.medium && overlaps(hit, other)))
    outcomes.push(alone.slice(0, LOOKED_AT).map((hit) => ({ raw: hit.raw, right: right(hit, answers) })))
  }
  return outcomes
}

async function outcomesOf(
  { db }: VideoIndex,
  video_ids: readonly string[],
  type: SearchType,
  query: string,
  answers: readonly string[],
  right: Judge,
): Promise<Outcome[]> {
  const meaning = analyseQuery(query)
  const hits =
    type === 'VISUAL'
      ? await searchConcepts(db, video_ids, meaning)
      : (await searchTexts(db, SOURCES[type], video_ids, meaning.words)).hits
  return hits.slice(0, LOOKED_AT).map((hit) => ({ raw: hit.raw, right: right(hit, answers) }))
}

/**
 * Searches with pictures from the reels, cropped and darkened, because a person's own picture of a scene would differ,
 * too.
 */
async function imageOutcomes(
  { db, engines }: VideoIndex,
  video_ids: readonly string[],
  right: Judge,
): Promise<Outcome[][]> {
  const engine = engines.visual.engine
  if (!engine) return []
  const outcomes: Outcome[][] = []
  const picture = path.join(directory, 'work', 'reference.jpg')
  for (const { file, segments } of truth.videos.filter(({ file }) => file.startsWith('seen')))
    for (const [place, { id, start, end }] of segments.entries()) {
      if (place % PICTURES !== 0) continue
      const at = ((start + end) / 2).toFixed(2)
      const filter = 'crop=iw*0.8:ih*0.8:iw*0.12:ih*0.05,eq=gamma=0.8:saturation=0.9'
      await promisify(execFile)('ffmpeg', [
        '-v',
        'error',
        '-y',
        '-ss',
        at,
        '-i',
        path.join(folder as string, file),
        '-frames:v',
        '1',
        '-vf',
        filter,
        picture,
      ])
      const { descriptor } = await engine.describeReference(picture)
      if (!descriptor) continue
      const hits = await searchDescriptors(db, engine.id, video_ids, { descriptor, by: 'picture' })
      outcomes.push(hits.slice(0, LOOKED_AT).map((hit) => ({ raw: hit.raw, right: right(hit, [id]) })))
    }
  return outcomes
}

function report(curve: string, outcomes: readonly Outcome[][]): void {
  const held: { score: number; right: boolean }[] = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const fitted = fitIsotonic(outcomes.filter((_, question) => question % FOLDS !== fold).flat())
    for (const { raw, right } of outcomes.filter((_, question) => question % FOLDS === fold).flat()) {
      held.push({ score: onCurve(fitted, raw), right })
    }
  }
  const first = outcomes.filter(([best]) => best?.right).length
  const brier = held.reduce((sum, { score, right }) => sum + (score - Number(right)) ** 2, 0) / held.length
  console.log(
    `${curve}: ${outcomes.length} questions, ${held.length} results, first right ${first}; held out: Brier ${brier.toFixed(3)}`,
  )
  for (const [tier, least, below] of TIERS) {
    const within = held.filter(({ score }) => score >= least && score < below)
    const mean = within.reduce((sum, { score }) => sum + score, 0) / within.length
    const right = within.filter((result) => result.right).length
    console.log(`  ${tier}: ${within.length} results, mean score ${mean.toFixed(2)}, right ${right}`)
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
