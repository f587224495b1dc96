import { readFile } from 'node:fs/promises'
import type { ReferenceDescription, VisualEngine } from '../../engines/engine.ts'
import type { Database } from '../../platform/db/database.ts'
import { searchConcepts } from '../concepts/concepts.ts'
import type { QueryMeaning } from '../concepts/meaning.ts'
import type { ModalityHit } from '../ranking/hit.ts'
import { uniteHits } from '../ranking/merge.ts'
import type { VideosByEngine } from '../ranking/stable-engines.ts'
import { type AskedEngines, askEngines } from './ask-engines.ts'
import { type DescriptorQuery, searchDescriptors } from './descriptors.ts'
import { readDescription, type StoredFrame } from './frames.ts'
import { type KeptPictures, type SameQuery, searchSamePictures } from './same-pictures.ts'
import { searchVectors } from './vectors.ts'

/** The means of a search in pictures. */
export interface VisualSearch extends AskedEngines {
  readonly db: Database
  /** Absent: no picture is known to be the same as another. */
  readonly kept?: KeptPictures
}

/** Searches pictures by a text, each video with the engine of its results. */
export async function searchPictures(
  search: VisualSearch,
  by_engine: VideosByEngine,
  video_ids: readonly string[],
  { words, meaning }: { readonly words: string; readonly meaning: QueryMeaning },
): Promise<ModalityHit[]> {
  const [by_concepts, by_vector] = await Promise.all([
    searchConcepts(search.db, video_ids, meaning),
    askEngines(search, 'visual', by_engine, async (engine, ids) => {
      const vector = engine.dimensions === null ? null : await engine.embedText(words)
      return vector ? await searchVectors(search.db, engine, ids, { vector, by: 'text' }) : []
    }),
  ])
  return uniteHits(by_vector.hits, by_concepts)
}

/**
 * Searches pictures by a stored frame: by its stored descriptions, and by its small picture for videos of an engine
 * that has not described it. Leaves out the frame's own moment.
 * @param picture returns the path of that picture, a JPEG; null if there is none
 * @throws the engine's error when nothing could be compared with the frame
 */
export async function searchFrame(
  search: VisualSearch,
  by_engine: VideosByEngine,
  frame: StoredFrame,
  video_ids: readonly string[],
  picture: (() => Promise<string>) | null,
): Promise<ModalityHit[]> {
  // Both may read the picture; it is fetched once.
  let fetched: Promise<string> | undefined
  const fetch = picture && (() => (fetched ??= picture()))
  const alike = searchByKept(search, by_engine, frame, fetch)
  const same = fetch ? await searchSame(search, video_ids, { picture: fetch, by: 'frame', alike }) : []
  return elsewhere(frame, uniteHits(same, await alike))
}

/**
 * Searches pictures by a part of a stored frame, each video with the engine of its results. Leaves out the frame's own
 * moment, which the person has.
 * @param part path of a JPEG of at most 1280 px
 * @throws the engine's error when no engine could read the picture
 */
export async function searchPart(
  search: VisualSearch,
  by_engine: VideosByEngine,
  frame: StoredFrame,
  video_ids: readonly string[],
  part: string,
): Promise<ModalityHit[]> {
  const alike = searchLikeness(search, by_engine, part, 'part')
  const same = await searchSame(search, video_ids, { picture: async () => part, by: 'part', alike })
  return elsewhere(frame, uniteHits(same, await alike))
}

const elsewhere = ({ video_id, time }: StoredFrame, hits: readonly ModalityHit[]): ModalityHit[] =>
  hits.filter((hit) => hit.video_id !== video_id || !isAt(hit, time))

async function searchByKept(
  search: VisualSearch,
  by_engine: VideosByEngine,
  frame: StoredFrame,
  picture: (() => Promise<string>) | null,
): Promise<ModalityHit[]> {
  const described = await Promise.all(
    Array.from(by_engine, async ([id, ids]) => ({ id, ids, kept: await readDescription(search.db, id, frame) })),
  )
  const by_kept = await Promise.all(
    described.map(({ id, ids, kept }) =>
      kept ? searchByDescription(search.db, { id, cosines: null }, ids, { ...kept, by: 'frame' }) : [],
    ),
  )
  const others = new Map(described.flatMap(({ id, ids, kept }) => (kept ? [] : [[id, ids] as const])))
  if (others.size === 0 || !picture) return by_kept.flat()
  const by_picture = searchLikeness(search, others, await picture(), 'frame')
  // If the other engines fail, the results of stored descriptions are returned all the same, and the answer says so.
  return [...by_kept.flat(), ...(others.size < by_engine.size ? await by_picture.catch(() => []) : await by_picture)]
}

const isAt = ({ start_time, end_time }: ModalityHit, time: number): boolean => start_time <= time && time < end_time

/**
 * Searches pictures that are like a picture, each video with the engine of its results.
 * @throws the engine's error when no engine could read the picture
 */
async function searchLikeness(
  search: VisualSearch,
  by_engine: VideosByEngine,
  file: string,
  by: DescriptorQuery['by'],
): Promise<ModalityHit[]> {
  const { hits, failures, answers } = await askEngines(search, 'visual', by_engine, async (engine, ids) =>
    searchByDescription(search.db, engine, ids, { ...(await engine.describeReference(file)), by }),
  )
  if (answers === 0 && failures.length > 0) throw failures[0]
  return hits
}

/**
 * Searches pictures by a picture: those that are like it, and those that show the same.
 * @param file path of a JPEG of at most 1280 px
 * @throws the engine's error when no engine could read the picture
 */
export async function searchPicture(
  search: VisualSearch,
  by_engine: VideosByEngine,
  video_ids: readonly string[],
  file: string,
): Promise<ModalityHit[]> {
  const alike = searchLikeness(search, by_engine, file, 'picture')
  const same = await searchSame(search, video_ids, { picture: async () => file, by: 'picture', alike })
  return uniteHits(same, await alike)
}

/** The same pictures; none if they cannot be compared, since others are found all the same. */
async function searchSame(
  { db, kept, onFailure }: VisualSearch,
  video_ids: readonly string[],
  { picture, by, alike }: Omit<SameQuery, 'picture'> & { readonly picture: () => Promise<string> },
): Promise<ModalityHit[]> {
  if (!kept) return []
  const found = alike.catch(() => [])
  try {
    return await searchSamePictures(db, kept, video_ids, { picture: await readFile(await picture()), by, alike: found })
  } catch (error) {
    onFailure?.(error)
    return []
  }
}

async function searchByDescription(
  db: Database,
  engine: Pick<VisualEngine, 'id' | 'cosines'>,
  video_ids: readonly string[],
  { vector, descriptor, by }: ReferenceDescription & Pick<DescriptorQuery, 'by'>,
): Promise<ModalityHit[]> {
  const [by_vector, by_descriptor] = await Promise.all([
    vector ? searchVectors(db, engine, video_ids, { vector, by }) : [],
    descriptor ? searchDescriptors(db, engine.id, video_ids, { descriptor, by }) : [],
  ])
  return [...by_vector, ...by_descriptor]
}
