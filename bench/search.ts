/**
 * Measures search in a folder of videos with known answers: `npm run bench:search -- FOLDER [INDEX]`. FOLDER contains
 * the videos and truth.json; INDEX keeps the index between runs (a temporary folder by default). Prints the engines
 * and, if one of them embeds, the results without it and with it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'
import type { MatchType } from '@footnote/contract/nouns/output/search.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import type { EngineIdentity } from '../server/src/engines/engine.ts'
import { type EngineLender, lenderOf } from '../server/src/engines/pool.ts'
import type { ChosenHere, Engines } from '../server/src/engines/registry.ts'
import { searchCollections } from '../server/src/retrieval/search.ts'
import { type Judge, judge, readTruth } from './truth.ts'
import { openVideoIndex } from './video-index.ts'

const MODALITIES: Record<SearchType, MatchType> = { VISUAL: 'visual', CONVERSATION: 'speech', TEXT_IN_VIDEO: 'ocr' }

const [folder, kept] = process.argv.slice(2)
if (!folder) {
  console.error('usage: npm run bench:search -- FOLDER [INDEX]')
  process.exit(2)
}
const truth = await readTruth(folder)
const directory = kept ?? (await mkdtemp(path.join(tmpdir(), 'footnote-bench-search-')))
const index = await openVideoIndex(directory)
try {
  for (const [kind, choice] of Object.entries(index.engines)) console.log(named(kind, choice))
  const file_of = new Map<string, string>()
  for (const { file } of truth.videos) {
    const started = performance.now()
    file_of.set(await index.add(path.join(folder, file)), file)
    console.log(`indexed ${file} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  const right = judge(truth, file_of)
  const times: number[] = []
  for (const [way, lender] of waysOf(index.engines)) {
    const table: Record<string, Row> = {}
    for (const type of Object.keys(MODALITIES) as SearchType[]) table[type] = await ask(type, lender, right, times)
    console.log(way)
    console.table(table)
  }
  times.sort((a, b) => a - b)
  console.log(
    `a search takes ${times[times.length >> 1]?.toFixed(0)} ms (median), ${times.at(-1)?.toFixed(0)} ms (longest, models loading included)`,
  )
} finally {
  await index.close()
  if (!kept) await rm(directory, { recursive: true })
}

interface Row {
  asked: number
  first: number
  'first five': number
  'first, Medium or High': number
  unanswerable: number
  'High there': number
  'false High': number
}

/** Runs all questions of one kind, and adds the milliseconds of each to `times`. */
async function ask(type: SearchType, engines: EngineLender, right: Judge, times: number[]): Promise<Row> {
  const row: Row = {
    asked: 0,
    first: 0,
    'first five': 0,
    'first, Medium or High': 0,
    unanswerable: 0,
    'High there': 0,
    'false High': 0,
  }
  const tier = (score: number) => (score >= SEARCH.high ? 'High' : score >= SEARCH.medium ? 'Medium' : 'Low')
  for (const { query, answers } of truth.queries.filter((asked) => asked.type === type)) {
    const started = performance.now()
    const { matches } = await searchCollections(
      { db: index.db, engines },
      {
        collections: [{ id: index.collection_id, modalities: [MODALITIES[type]] }],
        query,
        temperature: SEARCH.temperature,
      },
    )
    times.push(performance.now() - started)
    row['false High'] += matches.filter((match) => tier(match.score) === 'High' && !right(match, answers)).length
    const best = matches[0]
    if (answers.length === 0) {
      row.unanswerable++
      row['High there'] += matches.filter((match) => tier(match.score) === 'High').length
      continue
    }
    row.asked++
    if (matches.slice(0, 5).some((match) => right(match, answers))) row['first five']++
    if (!best || !right(best, answers)) continue
    row.first++
    if (tier(best.score) !== 'Low') row['first, Medium or High']++
  }
  return row
}

/** Without embeddings, and then with each available kind of them. */
function waysOf(engines: Engines): [string, EngineLender][] {
  const none = { engine: null, reason: 'Not asked.', passed_over: [] } as const
  const { text, visual } = engines
  const ways: [string, EngineLender][] = [
    ['by words and things seen', lenderOf({ ...engines, text: none, visual: none })],
  ]
  if (text.engine) ways.push([`with ${text.engine.id}`, lenderOf({ ...engines, visual: none })])
  if (visual.engine?.dimensions) ways.push([`with ${visual.engine.id}`, lenderOf({ ...engines, text: none })])
  return ways
}

/** The engine of a kind, and why better ones, or all, cannot run. */
function named(kind: string, choice: ChosenHere<EngineIdentity>): string {
  const { engine, reason, passed_over } = choice
  const doing = engine ? `${engine.name} (${engine.id})` : reason
  return [`${kind}: ${doing}`, ...passed_over.map((other) => `  not ${other.name}: ${other.reason}`)].join('\n')
}
