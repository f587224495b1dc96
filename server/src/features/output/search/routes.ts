import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Region } from '@footnote/contract/nouns/output/search/region.ts'
import { SEARCH_TYPES, type SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'
import type { Matches, MatchType } from '@footnote/contract/nouns/output/search.ts'
import { withJobFolder } from '../../../platform/confinement/job-folder.ts'
import { invalidField } from '../../../platform/errors.ts'
import type { Route, UserViewer } from '../../../platform/route.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import type { FoundMatches, SearchOptions, SearchTools } from '../../../retrieval/found-matches.ts'
import { searchCollections } from '../../../retrieval/search.ts'
import { searchByFrame, searchByImage, searchByPart } from '../../../retrieval/search-by-look.ts'
import type { SearchedCollection } from '../../../retrieval/searched-videos.ts'
import type { CollectionRow } from '../../library/collections/queries.ts'
import { listVideosById, type VideoRow } from '../../library/videos/queries.ts'
import type { Services } from '../../services.ts'
import { type NamedFrame, readNamedFrame } from './named-frame.ts'
import { cutPart, shownPart } from './part.ts'
import { presentFrame, presentMatches } from './present.ts'
import { receiveReference } from './reference-image.ts'
import { readScope } from './scope.ts'
import { framesBetween } from './video-file.ts'

const MODALITIES: Record<SearchType, MatchType> = { VISUAL: 'visual', CONVERSATION: 'speech', TEXT_IN_VIDEO: 'ocr' }

/** The requested modalities; all by default. */
function askedFor(searchType: string | undefined): MatchType[] {
  const words = searchType === undefined ? [...SEARCH_TYPES] : searchType.split(',').map((word) => word.trim())
  const unknown = words.find((word) => !Object.hasOwn(MODALITIES, word))
  if (unknown !== undefined) throw invalidField('search_type', `Search types are ${SEARCH_TYPES.join(', ')}`)
  return words.map((word) => MODALITIES[word as SearchType])
}

/** The requested modalities that a collection has. */
function searchedBy(asked: readonly MatchType[], { id, visual, audio, ocr }: CollectionRow): SearchedCollection {
  const has: Record<MatchType, boolean> = { visual, speech: audio, ocr }
  return { id, modalities: asked.filter((modality) => has[modality]) }
}

/** Serves searches in one collection or in all, by words or by a picture. */
export function searchRoutes(
  route: Route,
  services: Pick<Services, 'db' | 'storage' | 'config' | 'comparer' | 'pool' | 'log' | 'tools' | 'work_dir'>,
): void {
  const { db, config, storage, log, work_dir: folder } = services
  const means: SearchTools = {
    db,
    engines: services.pool,
    kept: {
      comparer: services.comparer,
      read: (keys) => readStored(storage, folder, keys),
      between: (...stretch) => framesBetween(services, ...stretch),
    },
    onFailure: (error) => log.error({ err: error }, 'a query could not be embedded'),
  }
  const { search } = endpoints
  const open = async (viewer: UserViewer, index_id: string) => {
    const circumstances = { billing: config.billing, now: new Date() }
    const scope = await readScope(db, viewer, index_id, circumstances)
    const presentation = { ...circumstances, viewer, storage }
    let rows: Promise<VideoRow[]> = Promise.resolve([])
    const onVideos = (video_ids: readonly string[]) => {
      rows = listVideosById(db, video_ids)
      // Awaited when the answer is presented, if nothing else fails before.
      rows.catch(() => undefined)
    }
    const present = async (found: FoundMatches) => presentMatches(found, await rows, scope, presentation)
    return { scope, presentation, tools: { ...means, onVideos }, present }
  }

  route(search.query, async ({ query, viewer }): Promise<Matches> => {
    const { scope, tools, present } = await open(viewer, query.index_id)
    const asked = askedFor(query.search_type)
    const found = await searchCollections(tools, {
      collections: scope.map((collection) => searchedBy(asked, collection)),
      query: query.query,
      temperature: query.temperature,
      as_typed: query.as_typed === 'true',
    })
    return await present(found)
  })

  /** Also returns the compared part as a `data:` address; null for the whole frame. */
  const byFrame = (tools: SearchTools, named: NamedFrame, region: Region | null, options: SearchOptions) =>
    withJobFolder(folder, async (own): Promise<[FoundMatches, part: string | null]> => {
      const { frame } = named
      if (region) {
        const part = await cutPart(services, own, named, region)
        return await Promise.all([searchByPart(tools, { ...options, frame, part }), shownPart(part)])
      }
      const { thumbnail_key } = frame
      const picture = thumbnail_key === null ? null : () => storage.local(thumbnail_key, own)
      return [await searchByFrame(tools, { ...options, frame, picture }), null]
    })

  route(search.image, async ({ query, viewer, request }): Promise<Matches> => {
    const { scope, presentation, tools, present } = await open(viewer, query.index_id)
    const asked = await receiveReference(request, folder)
    const collections = scope.map((collection) => searchedBy(['visual'], collection))
    const options = { collections, temperature: query.temperature }
    if (Buffer.isBuffer(asked)) {
      return await present(await withPicture(folder, asked, (file) => searchByImage(tools, { ...options, file })))
    }
    const named = await readNamedFrame(db, viewer, asked, presentation)
    const [found, part] = await byFrame(tools, named, asked.region, options)
    return { ...(await present(found)), frame: await presentFrame(named, presentation, part) }
  })
}

/** Calls `act` with the path of a file with the picture, and removes the file afterwards. */
async function withPicture<T>(folder: string, picture: Buffer, act: (file: string) => Promise<T>): Promise<T> {
  const file = path.join(folder, `reference-${randomUUID()}.jpg`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, picture)
    return await act(file)
  } finally {
    await rm(file, { force: true })
  }
}

/** The contents of stored small pictures, in the same order; null for one that is gone. */
const readStored = (storage: Storage, folder: string, keys: readonly string[]): Promise<(Buffer | null)[]> =>
  withJobFolder(folder, (own) =>
    Promise.all(keys.map(async (key) => await readFile(await storage.local(key, own)).catch(() => null))),
  )
