import type { TextEngine } from '../engines/engine.ts'
import type { Database } from '../platform/db/database.ts'
import type { QueryMeaning } from './concepts/meaning.ts'
import type { Demands } from './demands.ts'
import { fuseHits } from './ranking/fuse.ts'
import type { Standing } from './ranking/standing.ts'
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
  readonly meaning: Promise<QueryMeaning>
  readonly demands: Demands
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

/**
 * Searches speech or screen text by words, and by meaning where lines are embedded.
 * @param standing reads which engines embedded the lines
 */
export async function searchLines(
  search: LineSearch,
  source: TextSource,
  standing: () => Promise<Standing>,
  video_ids: readonly string[],
  { meaning, demands, embed }: AskedLines,
): Promise<FoundTexts> {
  const { db } = search
  const by_words = searchTexts(db, source, video_ids, meaning, demands)
  // A line with the same meaning does not fulfil a search for exact phrases.
  if (demands.phrases.length > 0) return by_words
  const by_meaning = async () =>
    askEngines(search, 'text', await standing(), async (engine, ids) =>
      searchTextVectors(db, source, engine, ids, await embed(engine)),
    )
  const [{ hits, met }, by_vectors] = await Promise.all([by_words, by_meaning()])
  return {
    hits: fuseHits(
      hits,
      by_vectors.hits.sort((a, b) => b.raw - a.raw),
    ),
    met,
  }
}
