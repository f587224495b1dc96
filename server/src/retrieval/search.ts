import { type Correction, MatchType } from '@footnote/contract/nouns/search.ts'
import { type ParsedQuery, parseQuery, readSequence, wordsOf } from '@footnote/contract/shared/query.ts'
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import type { QueryAnalyser } from './concepts/query-analyser.ts'
import { keepDemanded, readDemands } from './demands.ts'
import { describeMatches, type FoundMatch } from './describe-matches.ts'
import { type AskedLines, embedOnce, searchLines } from './lines.ts'
import type { ModalityHit } from './ranking/hit.ts'
import { mergeHits } from './ranking/merge.ts'
import { joinSequences } from './ranking/sequences.ts'
import { type Standings, searchStanding } from './ranking/standing.ts'
import type { FoundTexts } from './texts.ts'
import type { StoredFrame } from './vectors/frames.ts'
import { searchFrame, searchLikeness, searchPictures, type VisualSearch } from './vectors/visual.ts'
import { type FoundVideo, searchNames } from './words/names.ts'
import { corrected, joinedCorrections } from './words/respelling.ts'
import type { WordMet } from './words/spelling.ts'

/** What a search works with. */
export interface SearchTools extends VisualSearch {
  readonly analyser: QueryAnalyser
}

export interface FoundMatches {
  readonly matches: FoundMatch[]
  /** Those whose file names answer, best first. */
  readonly videos: FoundVideo[]
  /** Whether more were found than are listed. */
  readonly truncated: boolean
  /** Null where every word was searched for as typed. */
  readonly corrected: Correction | null
}

/** A collection that is searched, and where in its videos; what one was not indexed for finds nothing. */
export interface SearchedCollection {
  readonly id: string
  readonly modalities: readonly MatchType[]
}

/** Where to look, and how. */
export interface SearchOptions {
  readonly collections: readonly SearchedCollection[]
  /** 0 to 1, see `tempered`. */
  readonly temperature: number
}

/** A question in words, and where its answers are looked for. */
interface Question extends SearchOptions {
  /** As typed: see `parseQuery` for its marks. Not blank. */
  readonly query: string
  /** Search for no other word than those typed; false by default. */
  readonly as_typed?: boolean
}

/**
 * Finds moments in collections by words, best first; ties by video, then time. A word that nobody says or writes there, and that no
 * dictionary knows, gives its place to one that is spelt nearly alike and is met there; the answer says so. Of a sequence each match
 * reaches from its first moment to its last. Finds videos by their file names besides.
 */
export async function searchCollections(tools: SearchTools, question: Question): Promise<FoundMatches> {
  const { db } = tools
  const videos = await videosOf(db, question.collections)
  const sequence = readSequence(question.query)
  const queries = sequence ? [sequence.first, sequence.next] : [question.query]
  const asked = await Promise.all(queries.map((query) => searchSpelt(tools, question, videos, query)))
  const [first = [], next = []] = asked.map(({ hits }) => mergeHits(hits))
  const merged = sequence ? joinSequences(first, next, sequence.within) : first
  return {
    ...(await describeMatches(db, merged, question.temperature)),
    // No file has moments that follow each other in its name.
    videos: sequence ? [] : asked.flatMap(({ named }) => named),
    corrected: joinedCorrections(asked),
  }
}

/** What a query finds, with other words in the place of misspelt ones. */
async function searchSpelt(
  tools: SearchTools,
  question: Question,
  videos: readonly SearchedVideo[],
  query: string,
): Promise<{ hits: ModalityHit[]; named: FoundVideo[]; typed: ParsedQuery; correction: Correction | null }> {
  const typed = parseQuery(query)
  const found = await searchParsed(tools, question, videos, typed)
  const other = corrected(typed, found.met)
  const { hits } = other ? await searchParsed(tools, question, videos, other.query) : found
  const named = searchNames(videos, typed)
  return {
    hits,
    named: named.length === 0 && other ? searchNames(videos, other.query) : named,
    typed,
    correction: other?.correction ?? null,
  }
}

/** What each kind of search finds of a query, and how its words were met in what is said and written. */
async function searchParsed(
  tools: SearchTools,
  { collections, as_typed = false }: Question,
  videos: readonly SearchedVideo[],
  query: ParsedQuery,
): Promise<{ hits: ModalityHit[]; met: WordMet[] }> {
  const words = wordsOf(query)
  // Nothing answers where there is only something to leave out.
  if (words === '') return { hits: [], met: [] }
  const all = videos.map(({ id }) => id)
  const [meaning, demands] = await Promise.all([
    tools.analyser.analyse(words),
    readDemands(tools.db, all, query, as_typed),
  ])
  const asked = { words, meaning, demands, embed: embedOnce(words) }
  const found = await searchStanding(tools.db, ['visual', 'speech_embedding', 'ocr_embedding'], all, (of) =>
    Promise.all(
      MatchType.options.map(async (modality) => {
        const video_ids = searchedBy(modality, videos, collections)
        return video_ids.length > 0 ? await SEARCHES[modality](tools, of, video_ids, asked) : NOTHING
      }),
    ),
  )
  const hits = found.flatMap((each) => each.hits)
  return { hits: await keepDemanded(tools.db, hits, demands), met: found.flatMap(({ met }) => met) }
}

/** A query's words, and what its lines are searched by. */
interface Asked extends AskedLines {
  readonly words: string
}

type Search = (
  search: VisualSearch,
  standings: Standings,
  video_ids: readonly string[],
  asked: Asked,
) => Promise<FoundTexts>

const SEARCHES: Readonly<Record<MatchType, Search>> = {
  speech: (search, of, ids, asked) =>
    searchLines(search, { table: 'cues', stage: 'speech' }, of('speech_embedding', ids), ids, asked),
  ocr: (search, of, ids, asked) =>
    searchLines(search, { table: 'text_spans', stage: 'ocr' }, of('ocr_embedding', ids), ids, asked),
  visual: async (search, of, ids, { words, meaning }) => ({
    hits: await searchPictures(search, of('visual', ids), ids, words, meaning),
    met: [],
  }),
}
const NOTHING: FoundTexts = { hits: [], met: [] }

/**
 * Finds moments that look like a picture, best first.
 * @param file path of a JPEG of at most 1280 px
 */
export async function searchByImage(
  tools: VisualSearch,
  { collections, temperature, file }: SearchOptions & { readonly file: string },
): Promise<FoundMatches> {
  const videos = await videosOf(tools.db, collections)
  const video_ids = searchedBy('visual', videos, collections)
  const hits = await searchStanding(tools.db, ['visual'], video_ids, (of) =>
    searchLikeness(tools, of('visual', video_ids), file, 'picture'),
  )
  return { ...(await describeMatches(tools.db, mergeHits(hits), temperature)), videos: [], corrected: null }
}

/**
 * Finds moments that look like a frame that indexing has kept, best first; the moment itself is not among them.
 * @param picture gives the path of the frame's small picture, a JPEG, where it is needed; null where there is none
 */
export async function searchByFrame(
  tools: VisualSearch,
  {
    collections,
    temperature,
    ...asked
  }: SearchOptions & {
    readonly frame: StoredFrame
    readonly picture: (() => Promise<string>) | null
  },
): Promise<FoundMatches> {
  const videos = await videosOf(tools.db, collections)
  const video_ids = searchedBy('visual', videos, collections)
  const hits = await searchStanding(tools.db, ['visual'], video_ids, (of) =>
    searchFrame(tools, of('visual', video_ids), asked.frame, asked.picture),
  )
  return { ...(await describeMatches(tools.db, mergeHits(hits), temperature)), videos: [], corrected: null }
}

interface SearchedVideo {
  readonly id: string
  readonly collection_id: string
  readonly file_name: string
}

/** Videos of the collections that are searched, newest first; those that are being deleted are out of sight. */
const videosOf = (db: Database, collections: readonly SearchedCollection[]): Promise<SearchedVideo[]> =>
  db
    .selectFrom('videos')
    .select(['id', 'collection_id', 'file_name'])
    .where(sql<boolean>`collection_id = any(${collections.map(({ id }) => id)}::uuid[])`)
    .where('status', '!=', 'DELETING')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** Ids of the videos whose collections are searched by a modality. */
function searchedBy(
  modality: MatchType,
  videos: readonly SearchedVideo[],
  collections: readonly SearchedCollection[],
): string[] {
  const wanted = new Set(collections.filter(({ modalities }) => modalities.includes(modality)).map(({ id }) => id))
  return videos.filter(({ collection_id }) => wanted.has(collection_id)).map(({ id }) => id)
}
