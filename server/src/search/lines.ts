import type { Database } from '../db/database.ts'
import type { TextEngine } from '../engines/engine.ts'
import { type AskedEngines, askEngines } from './ask-engines.ts'
import { fuseHits } from './fuse.ts'
import type { ModalityHit } from './hit.ts'
import type { QueryMeaning } from './meaning.ts'
import { searchStanding } from './standing.ts'
import type { TextSource } from './text-candidates.ts'
import { searchTextVectors } from './text-vectors.ts'
import { searchTexts } from './texts.ts'

/** What a search in lines needs. */
export interface LineSearch extends AskedEngines {
  readonly db: Database
}

/** A question, and what it means in the spaces of engines. */
export interface AskedLines {
  readonly meaning: QueryMeaning
  embed(engine: TextEngine): Promise<Float32Array>
}

/** Embeds a query by each engine at most once, however many places are searched. */
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

/** Finds what was said or written, by words, and by meaning where a video's lines have been embedded. */
export async function searchLines(
  search: LineSearch,
  source: TextSource,
  video_ids: readonly string[],
  { meaning, embed }: AskedLines,
): Promise<ModalityHit[]> {
  const { db } = search
  const [by_words, by_vectors] = await Promise.all([
    searchTexts(db, source, video_ids, meaning),
    searchStanding(db, `${source.stage}_embedding`, video_ids, async (standing) => {
      const { hits } = await askEngines(search, 'text', standing, async (engine, ids) =>
        searchTextVectors(db, source, engine, ids, await embed(engine)),
      )
      return hits.sort((a, b) => b.raw - a.raw)
    }),
  ])
  return fuseHits(by_words, by_vectors)
}
