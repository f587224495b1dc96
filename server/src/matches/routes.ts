import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { endpoints } from '@footnote/contract/endpoints.ts'
import { type Matches, type MatchType, SEARCH_TYPES, type SearchType } from '@footnote/contract/search.ts'
import { refuseExpired } from '../collections/policy.ts'
import { type CollectionRow, readCollection } from '../collections/queries.ts'
import type { Config } from '../config.ts'
import { invalidField } from '../errors.ts'
import type { Route, Viewer } from '../route.ts'
import { type FoundMatches, type SearchDependencies, searchByImage, searchCollection } from '../search/search.ts'
import type { Storage } from '../storage/storage.ts'
import { type MatchPresentation, presentMatches } from './present.ts'
import { receiveReferenceImage } from './reference-image.ts'

export interface MatchDependencies extends SearchDependencies, MatchPresentation {
  readonly storage: Storage
  readonly config: Pick<Config, 'billing' | 'data_dir'>
}

const MODALITIES: Record<SearchType, MatchType> = { VISUAL: 'visual', CONVERSATION: 'speech', TEXT_IN_VIDEO: 'ocr' }

/** Modalities asked for, among those that the collection has; one that it has not is passed over. */
function modalitiesOf(searchType: string | undefined, collection: CollectionRow): MatchType[] {
  const words = searchType === undefined ? [...SEARCH_TYPES] : searchType.split(',').map((word) => word.trim())
  const unknown = words.find((word) => !Object.hasOwn(MODALITIES, word))
  if (unknown !== undefined) throw invalidField('search_type', `Search types are ${SEARCH_TYPES.join(', ')}`)
  const has: Record<MatchType, boolean> = { visual: collection.visual, speech: collection.audio, ocr: collection.ocr }
  return [...new Set(words.map((word) => MODALITIES[word as SearchType]))].filter((modality) => has[modality])
}

const NOTHING: FoundMatches = { matches: [], truncated: false, corrected: null }

/** Serves searches of a collection, by words and by a picture. */
export function matchRoutes(route: Route, dependencies: MatchDependencies): void {
  const { db, config, storage } = dependencies
  const { search } = endpoints
  const open = async (viewer: Viewer, collectionId: string) => {
    const collection = await readCollection(db, viewer, collectionId)
    const circumstances = { billing: config.billing, now: new Date() }
    refuseExpired(collection, circumstances)
    return { collection, presentation: { ...circumstances, viewer, storage } }
  }

  route(search.query, async ({ query, viewer }): Promise<Matches> => {
    const { collection, presentation } = await open(viewer, query.index_id)
    const modalities = modalitiesOf(query.search_type, collection)
    const found = await searchCollection(dependencies, {
      collection_id: collection.id,
      query: query.query,
      modalities,
      temperature: query.temperature,
      as_typed: query.as_typed === 'true',
    })
    return await presentMatches(found, collection, presentation, dependencies)
  })

  route(search.image, async ({ query, viewer, request }): Promise<Matches> => {
    const { collection, presentation } = await open(viewer, query.index_id)
    const folder = path.join(config.data_dir, 'work')
    const picture = await receiveReferenceImage(request, folder)
    const file = path.join(folder, `reference-${randomUUID()}.jpg`)
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(file, picture)
      const options = { collection_id: collection.id, temperature: query.temperature, file }
      const found = collection.visual ? await searchByImage(dependencies, options) : NOTHING
      return await presentMatches(found, collection, presentation, dependencies)
    } finally {
      await rm(file, { force: true })
    }
  })
}
