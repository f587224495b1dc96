/**
 * Measures search on a folder of videos with known answers: `npm run bench:search -- FOLDER [INDEX]`.
 * FOLDER holds the videos and truth.json; INDEX keeps the index between runs (a temporary folder by default).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SEARCH } from '@footnote/contract/limits.ts'
import type { MatchType, SearchType } from '@footnote/contract/search.ts'
import { lenderOf } from '../server/src/engines/pool.ts'
import { searchCollection } from '../server/src/search/search.ts'
import { judge, readTruth } from './truth.ts'
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
  const file_of = new Map<string, string>()
  for (const { file } of truth.videos) {
    const started = performance.now()
    file_of.set(await index.add(path.join(folder, file)), file)
    console.log(`indexed ${file} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  const right = judge(truth, file_of)
  const tier = (score: number) => (score >= SEARCH.high ? 'High' : score >= SEARCH.medium ? 'Medium' : 'Low')
  const table: Record<string, Record<string, number | string>> = {}
  const times: number[] = []
  for (const [type, modality] of Object.entries(MODALITIES) as [SearchType, MatchType][]) {
    const row = {
      asked: 0,
      first: 0,
      'first five': 0,
      'first, Medium or High': 0,
      unanswerable: 0,
      'High there': 0,
      'false High': 0,
    }
    for (const { query, answers } of truth.queries.filter((asked) => asked.type === type)) {
      const started = performance.now()
      const { matches } = await searchCollection(
        { db: index.db, analyser: index.analyser, engines: lenderOf(index.engines) },
        { collection_id: index.collection_id, query, modalities: [modality], temperature: SEARCH.temperature },
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
    table[type] = row
  }
  console.table(table)
  times.sort((a, b) => a - b)
  console.log(
    `a search takes ${times[times.length >> 1]?.toFixed(0)} ms (median), ${times.at(-1)?.toFixed(0)} ms (longest, dictionary loading included)`,
  )
} finally {
  await index.close()
  if (!kept) await rm(directory, { recursive: true })
}
