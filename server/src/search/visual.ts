import type { Database } from '../db/database.ts'
import type { ReferenceDescription, VisualEngine } from '../engines/engine.ts'
import { type AskedEngines, askEngines } from './ask-engines.ts'
import { searchConcepts } from './concepts.ts'
import { searchDescriptors } from './descriptors.ts'
import type { ModalityHit } from './hit.ts'
import type { QueryMeaning } from './meaning.ts'
import { uniteHits } from './merge.ts'
import { searchStanding } from './standing.ts'
import { searchVectors } from './vectors.ts'

/** What a search in pictures needs. */
export interface VisualSearch extends AskedEngines {
  readonly db: Database
}

/** Finds what pictures show, each video by the engine that it stands on. */
export const searchPictures = (
  search: VisualSearch,
  video_ids: readonly string[],
  query: string,
  meaning: QueryMeaning,
): Promise<ModalityHit[]> =>
  searchStanding(search.db, 'visual', video_ids, async (standing) => {
    const [by_concepts, by_vector] = await Promise.all([
      searchConcepts(search.db, video_ids, meaning),
      askEngines(search, 'visual', standing, async (engine, ids) => {
        const vector = engine.dimensions === null ? null : await engine.embedText(query)
        return vector ? await searchVectors(search.db, engine, ids, { vector, by: 'text' }) : []
      }),
    ])
    return uniteHits(by_vector.hits, by_concepts)
  })

/**
 * Finds what looks like a picture, each video by the engine that it stands on.
 * @param file path of a JPEG of at most 1280 px
 * @throws the engine's error when no engine could look at the picture
 */
export const searchLikeness = (
  search: VisualSearch,
  video_ids: readonly string[],
  file: string,
): Promise<ModalityHit[]> =>
  searchStanding(search.db, 'visual', video_ids, async (standing) => {
    const { hits, failures, answers } = await askEngines(search, 'visual', standing, async (engine, ids) =>
      searchByDescription(search.db, engine, ids, await engine.describeReference(file)),
    )
    if (answers === 0 && failures.length > 0) throw failures[0]
    return hits
  })

async function searchByDescription(
  db: Database,
  engine: VisualEngine,
  video_ids: readonly string[],
  { vector, descriptor }: ReferenceDescription,
): Promise<ModalityHit[]> {
  const [by_vector, by_descriptor] = await Promise.all([
    vector ? searchVectors(db, engine, video_ids, { vector, by: 'picture' }) : [],
    descriptor ? searchDescriptors(db, engine.id, video_ids, descriptor) : [],
  ])
  return [...by_vector, ...by_descriptor]
}
