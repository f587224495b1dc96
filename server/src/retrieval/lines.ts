import type { TextEngine } from '../engines/engine.ts'
import type { Database } from '../platform/db/database.ts'
import type { QueryMeaning } from './concepts/meaning.ts'
import type { QueryFilters } from './query-filters.ts'
import type { ModalityHit } from './ranking/hit.ts'
import type { VideosByEngine } from './ranking/stable-engines.ts'
import type { TextSource } from './text-line.ts'
import { type FoundTexts, searchTexts } from './texts.ts'
import { type AskedEngines, askEngines } from './vectors/ask-engines.ts'
import { searchTextVectors } from './vectors/text-vectors.ts'

/** The means of a search in lines. */
export interface LineSearch extends AskedEngines {
  readonly db: Database
}

/** A query, and its embeddings. */
export interface AskedLines {
  /** Without its marks. */
  readonly words: string
  readonly meaning: QueryMeaning
  readonly filters: QueryFilters
  embed(engine: TextEngine): Promise<Float32Array>
}

/** Embeds a query at most once per engine, however many places are searched. */
export function embedOnce(query: string): AskedLines['embed'] {
  const vectors = new Map<string, Promise<Float32Array>>()
  const embed = async (engine: TextEngine) => {
    const [vector] = (await Array.fromAsync(engine.embed([query], 'query'))) as [Float32Array]
    return vector
  }
  return (engine) => {
    const vector = vectors.get(engine.id) ?? embed(engine)
    vectors.set(engine.id, vector)
    return vector
  }
}

/** What a search in lines found by words, and by meaning. */
export interface FoundLines extends FoundTexts {
  readonly by_meaning: readonly ModalityHit[]
}

/**
 * Searches speech or screen text by words, and by meaning where lines are embedded.
 * @param by_engine reads which engines embedded the lines
 */
export async function searchLines(
  search: LineSearch,
  source: TextSource,
  by_engine: () => Promise<VideosByEngine>,
  video_ids: readonly string[],
  { words, meaning, filters, embed }: AskedLines,
): Promise<FoundLines> {
  const { db } = search
  const by_words = searchTexts(db, source, video_ids, meaning.words, filters)
  // A line with the same meaning does not fulfil a search for exact phrases.
  if (filters.phrases.length > 0) return { ...(await by_words), by_meaning: [] }
  const asked = async () =>
    askEngines(search, 'text', await by_engine(), async (engine, ids) => {
      const understood = engine.understands(words)
      if (understood === 0) return []
      return searchTextVectors(db, source, engine, ids, await embed(engine), understood)
    })
  const [texts, { hits }] = await Promise.all([by_words, asked()])
  return { ...texts, by_meaning: hits.sort((a, b) => b.raw - a.raw) }
}
