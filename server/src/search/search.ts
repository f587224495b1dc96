import { SEARCH } from '@footnote/contract/limits.ts'
import type { Hit, MatchType } from '@footnote/contract/search.ts'
import type { Database } from '../db/database.ts'
import { bounded, tempered } from './calibration.ts'
import type { ModalityHit } from './hit.ts'
import { embedOnce, searchLines } from './lines.ts'
import { type MergedHit, mergeHits } from './merge.ts'
import { type FoundMoment, readSurroundings } from './moments.ts'
import type { QueryAnalyser } from './query-analyser.ts'
import { readThumbnails } from './thumbnails.ts'
import { searchLikeness, searchPictures, type VisualSearch } from './visual.ts'

/** What a search needs. */
export interface SearchDependencies extends VisualSearch {
  readonly analyser: QueryAnalyser
}

/** A moment that answers. Times in seconds; score 0 to 1, calibrated. */
export interface FoundMatch {
  readonly video_id: string
  readonly start_time: number
  readonly end_time: number
  readonly score: number
  /** Best first. */
  readonly types: readonly MatchType[]
  /** Says why it was found: the best modality's text. */
  readonly text: string
  readonly hits: readonly Hit[]
  /** What was found and what surrounds it, in order of time. */
  readonly moments: readonly FoundMoment[]
  /** Storage key of the nearest sample's small picture. */
  readonly thumbnail_key: string | null
}

export interface FoundMatches {
  readonly matches: FoundMatch[]
  /** Whether more were found than are listed. */
  readonly truncated: boolean
}

interface SearchOptions {
  readonly collection_id: string
  /** 0 to 1, see `tempered`. */
  readonly temperature: number
}

/**
 * Finds moments in a collection by words, best first; ties by video, then time.
 * @param query what was asked, not blank
 * @param modalities where to look; those that a video was not indexed for find nothing
 */
export async function searchCollection(
  dependencies: SearchDependencies,
  options: SearchOptions & { readonly query: string; readonly modalities: readonly MatchType[] },
): Promise<FoundMatches> {
  const { db, analyser } = dependencies
  const [video_ids, meaning] = await Promise.all([videosOf(db, options.collection_id), analyser.analyse(options.query)])
  const asked = { meaning, embed: embedOnce(options.query) }
  const searches: Record<MatchType, () => Promise<ModalityHit[]>> = {
    speech: () => searchLines(dependencies, { table: 'cues', stage: 'speech' }, video_ids, asked),
    ocr: () => searchLines(dependencies, { table: 'text_spans', stage: 'ocr' }, video_ids, asked),
    visual: () => searchPictures(dependencies, video_ids, options.query, meaning),
  }
  const hits = await Promise.all([...new Set(options.modalities)].map((modality) => searches[modality]()))
  return present(db, mergeHits(hits.flat()), options.temperature)
}

/**
 * Finds moments that look like a picture, best first.
 * @param file path of a JPEG of at most 1280 px
 */
export async function searchByImage(
  dependencies: VisualSearch,
  options: SearchOptions & { readonly file: string },
): Promise<FoundMatches> {
  const video_ids = await videosOf(dependencies.db, options.collection_id)
  const hits = await searchLikeness(dependencies, video_ids, options.file)
  return present(dependencies.db, mergeHits(hits), options.temperature)
}

async function videosOf(db: Database, collection_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('collection_id', '=', collection_id)
    .where('status', '!=', 'DELETING')
    .execute()
  return rows.map(({ id }) => id)
}

async function present(db: Database, merged: readonly MergedHit[], temperature: number): Promise<FoundMatches> {
  const warm = (score: number) => tempered(score, temperature)
  const scored = merged.map((hit) => ({ ...hit, ...bounded({ score: warm(hit.score), sure: warm(hit.sure) }) }))
  const listed = scored.slice(0, SEARCH.max_matches)
  const [thumbnails, surroundings] = await Promise.all([readThumbnails(db, listed), readSurroundings(db, listed)])
  const matches = listed.map(({ video_id, start_time, end_time, score, parts }, index): FoundMatch => {
    const [best] = parts as [ModalityHit]
    return {
      video_id,
      start_time,
      end_time,
      score,
      types: parts.map(({ type }) => type),
      text: best.text,
      hits: best.hits,
      moments: withMatched(surroundings[index] ?? [], parts),
      thumbnail_key: thumbnails[index] ?? null,
    }
  })
  return { matches, truncated: scored.length > listed.length }
}

/** What was found takes the place of the same line among what surrounds it. */
function withMatched(surroundings: readonly FoundMoment[], parts: readonly ModalityHit[]): FoundMoment[] {
  const found = parts.map(
    ({ type, start_time, end_time, text, hits }): FoundMoment => ({
      type,
      start_time,
      end_time,
      text,
      hits,
      matched: true,
    }),
  )
  const around = surroundings.filter(
    ({ type, text }) => !found.some((part) => part.type === type && part.text === text),
  )
  return [...found, ...around].sort((a, b) => a.start_time - b.start_time)
}
