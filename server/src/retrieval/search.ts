import type { Correction, MatchType } from '@footnote/contract/nouns/output/search.ts'
import {
  type ParsedQuery,
  parseQuery,
  phrasesOf,
  readSequence,
  wordsOf,
} from '@footnote/contract/shared/language/query.ts'
import type { EngineLender } from '../engines/pool.ts'
import { describeFound, type FoundMatches, type SearchOptions, type SearchTools } from './found-matches.ts'
import { type AskedLines, embedOnce, type FoundLines, searchLines } from './lines.ts'
import { analyseQuery } from './query.ts'
import { applyFilters, readFilters } from './query-filters.ts'
import { fuseHits } from './ranking/fuse.ts'
import { isEvidence, type ModalityHit } from './ranking/hit.ts'
import { mergeHits } from './ranking/merge.ts'
import { joinSequences } from './ranking/sequences.ts'
import { type EngineReader, searchWithStableEngines } from './ranking/stable-engines.ts'
import { type SearchedVideo, searchedBy, videosOf } from './searched-videos.ts'
import { TEXT_SOURCES } from './text-line.ts'
import { NO_TEXTS } from './texts.ts'
import { searchPictures } from './vectors/visual.ts'
import { type FoundVideo, searchNames } from './words/names.ts'
import { corrected, joinedCorrections } from './words/respelling.ts'
import { isUnderstood, misreadWords, type WordOccurrence } from './words/spelling.ts'

/** A search by words. */
interface Question extends SearchOptions {
  /** As typed: see `parseQuery` for its marks. Not blank. */
  readonly query: string
  /** Search only for the typed words; false by default. */
  readonly as_typed?: boolean
}

/**
 * Searches collections by words, best first; ties by video, then time. Replaces a word that nobody says or writes
 * there, and that no dictionary has, by a similarly spelt word that occurs there; the answer says so. A match of a
 * sequence extends from its first moment to its last. Also finds videos by their file names.
 */
export async function searchCollections(tools: SearchTools, question: Question): Promise<FoundMatches> {
  const { db } = tools
  const sequence = readSequence(question.query)
  const texts = sequence ? [sequence.first, sequence.next] : [question.query]
  const queries = texts.map((text) => understand(tools, parseQuery(text)))
  const videos = await videosOf(db, question.collections)
  const video_ids = videos.map(({ id }) => id)
  return await searchWithStableEngines(db, ['visual', 'speech_embedding', 'ocr_embedding'], video_ids, {
    search: (of) => Promise.all(queries.map((query) => searchSpelt(tools, of, question, videos, query))),
    answer: async (asked) => {
      const [first = [], next = []] = asked.map(({ hits }) => mergeHits(hits))
      const merged = sequence ? joinSequences(first, next, sequence.within) : first
      // A file name cannot contain consecutive moments.
      const videos = sequence ? [] : asked.flatMap(({ named }) => named)
      return {
        ...(await describeFound(tools, merged, videos, question)),
        corrected: joinedCorrections(asked),
        understood: asked.some(({ understood }) => understood),
      }
    },
  })
}

/** Searches, and repeats the search with corrected words. */
async function searchSpelt(
  tools: SearchTools,
  of: EngineReader,
  question: Question,
  videos: readonly SearchedVideo[],
  query: UnderstoodQuery,
): Promise<Spelt> {
  const typed = query.parsed
  const found = await searchOnce(tools, of, question, videos, query)
  const known = isUnderstood(query.meaning.words, found.occurrences)
  const other = corrected(typed, found.occurrences, known)
  const { hits } = other ? await searchOnce(tools, of, question, videos, understand(tools, other.query)) : found
  const named = searchNames(videos, typed)
  return {
    hits,
    named: named.length === 0 && other ? searchNames(videos, other.query) : named,
    typed,
    correction: other?.correction ?? null,
    understood: known || other !== null || named.length > 0 || hits.some(isEvidence) || isMultilingual(tools.engines),
  }
}

/** What a search found for one moment of a query. */
interface Spelt extends Pick<FoundMatches, 'understood'> {
  readonly hits: ModalityHit[]
  readonly named: FoundVideo[]
  readonly typed: ParsedQuery
  readonly correction: Correction | null
}

/** Whether an engine knows words of all languages. */
function isMultilingual(lender: EngineLender): boolean {
  using loan = lender.lend()
  const { engines } = loan
  return engines.text.engine?.languages === null || engines.visual.engine?.dimensions != null
}

/** A query, and its meaning, which an engine finds while the searched videos are read. */
interface UnderstoodQuery extends Omit<AskedLines, 'filters'> {
  readonly parsed: ParsedQuery
}

function understand({ engines }: SearchTools, parsed: ParsedQuery): UnderstoodQuery {
  const words = wordsOf(parsed)
  const embed = embedOnce(words)
  if (words !== '' && phrasesOf(parsed).length === 0) embedAhead(engines, words, embed)
  return { parsed, words, meaning: analyseQuery(words), embed }
}

/** Embeds with the chosen engine at once, since it has embedded most lines. */
function embedAhead(lender: EngineLender, words: string, embed: AskedLines['embed']): void {
  const loan = lender.lend()
  const { engine } = loan.engines.text
  const embedded = engine && engine.understands(words) > 0 ? embed(engine) : Promise.resolve()
  // The search for lines reports failures.
  embedded.catch(() => undefined).then(() => loan[Symbol.dispose]())
}

/** The hits of each kind of search, and how the query's words occur in speech and screen text. */
async function searchOnce(
  tools: SearchTools,
  of: EngineReader,
  { collections, as_typed = false }: Question,
  videos: readonly SearchedVideo[],
  { parsed, ...query }: UnderstoodQuery,
): Promise<{ hits: ModalityHit[]; occurrences: WordOccurrence[] }> {
  // A query that only excludes words matches nothing.
  if (query.words === '') return { hits: [], occurrences: [] }
  const all = videos.map(({ id }) => id)
  const filters = await readFilters(tools.db, all, parsed, as_typed)
  const asked = { ...query, filters }
  const searched = <Found>(modality: MatchType, search: (ids: readonly string[]) => Promise<Found>, nothing: Found) => {
    const ids = searchedBy(modality, videos, collections)
    return ids.length > 0 ? search(ids) : nothing
  }
  const [seen, ...texts] = await Promise.all([
    searched('visual', async (ids) => searchPictures(tools, await of('visual', ids), ids, query), []),
    ...TEXT_SOURCES.map((source) =>
      searched(
        source.stage,
        (ids) => searchLines(tools, source, () => of(`${source.stage}_embedding`, ids), ids, asked),
        NO_LINES,
      ),
    ),
  ])
  const occurrences = texts.flatMap((found) => found.occurrences)
  const misread = misreadWords(occurrences)
  const fused = texts.flatMap((found) => {
    const by_words = misread.size > 0 ? found.misread(misread) : found.hits
    return fuseHits(by_words, found.by_meaning)
  })
  return { hits: await applyFilters(tools.db, [...seen, ...fused], filters), occurrences }
}

const NO_LINES: FoundLines = { ...NO_TEXTS, by_meaning: [] }
