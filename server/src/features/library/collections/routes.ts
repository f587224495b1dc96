import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { pageAsked } from '@footnote/contract/calls/pages.ts'
import { VIDEOS } from '@footnote/contract/shared/limits.ts'
import type { Route, UserViewer, Viewer } from '../../../platform/route.ts'
import { refuseReadOnly } from '../../identity/companies/policy.ts'
import type { Services } from '../../services.ts'
import { askAgain } from '../indexing/commands.ts'
import { presentVideo } from '../videos/present.ts'
import { countVideos, listVideos } from '../videos/queries.ts'
import { chooseLanguage, createCollection, deleteCollection, type NewCollection, renameCollection } from './commands.ts'
import { authorizeChange, isExpired } from './policy.ts'
import { type Presentation, presentCollection, presentModalities } from './present.ts'
import { type CollectionRow, listCollections, listSamples, readCollection } from './queries.ts'

/** Serves search collections, review collections and samples: list, read, create, rename, delete. */
export function collectionRoutes(
  route: Route,
  services: Pick<Services, 'db' | 'storage' | 'queue' | 'hooks' | 'config'>,
): void {
  const { db, storage, queue, hooks, config } = services
  const { collections, review } = endpoints
  const seenBy = (viewer: Viewer): Presentation => ({ viewer, storage, billing: config.billing, now: new Date() })

  const create = (
    viewer: UserViewer,
    choice: Omit<NewCollection, 'company_id' | 'user_id'>,
  ): Promise<CollectionRow> => {
    refuseReadOnly(viewer, config)
    return createCollection(db, { company_id: viewer.company_id, user_id: viewer.user_id, ...choice })
  }

  route(collections.list, async ({ viewer }) => {
    const rows = await listCollections(db, viewer.company_id, 'search')
    const presentation = seenBy(viewer)
    return { indexes: await Promise.all(rows.map((row) => presentCollection(row, presentation))) }
  })

  route(collections.samples, async ({ viewer }) => {
    const rows = await listSamples(db)
    const presentation = seenBy(viewer)
    return { indexes: await Promise.all(rows.map((row) => presentCollection(row, presentation))) }
  })

  route(collections.detail, async ({ params, query, viewer }) => {
    const row = await readCollection(db, viewer, params.id)
    const page = pageAsked(query, VIDEOS.page_size)
    const [videos, total] = await Promise.all([listVideos(db, row.id, page), page && countVideos(db, row.id)])
    const presentation = seenBy(viewer)
    return {
      collection: await presentCollection(row, presentation),
      videos: await Promise.all(videos.map((video) => presentVideo(video, row, presentation))),
      ...presentModalities(row),
      expired: isExpired(row, presentation),
      ...(page && { ...page, total: total ?? 0 }),
    }
  })

  route(collections.create, async ({ body, viewer }) => {
    const row = await create(viewer, {
      kind: 'search',
      name: body.index_name,
      visual: body.process_visual,
      ocr: body.process_ocr,
      audio: body.process_audio,
    })
    return { ...(await presentCollection(row, seenBy(viewer))), ...presentModalities(row) }
  })

  route(review.list, async ({ viewer }) => {
    const rows = await listCollections(db, viewer.company_id, 'review')
    const presentation = seenBy(viewer)
    return { review_collections: await Promise.all(rows.map((row) => presentCollection(row, presentation))) }
  })

  route(review.create, async ({ body, viewer }) => {
    const row = await create(viewer, {
      kind: 'review',
      name: body.collection_name,
      visual: false,
      ocr: false,
      audio: true,
    })
    return await presentCollection(row, seenBy(viewer))
  })

  // Ids are unique across both kinds, so the calls of either kind accept both.
  for (const call of [collections.rename, review.rename])
    route(call, async ({ body, viewer }) => {
      const row = await readCollection(db, viewer, body.id)
      authorizeChange(viewer, row, seenBy(viewer))
      await renameCollection(db, row.id, body.new_name)
      return { message: 'Successfully renamed collection' }
    })

  route(collections.setLanguage, async ({ body, viewer }) => {
    const row = await readCollection(db, viewer, body.id)
    authorizeChange(viewer, row, seenBy(viewer))
    if (body.language === row.language) return { message: 'The language was chosen before' }
    await db.transaction().execute(async (transaction) => {
      const videos = await chooseLanguage(transaction, row.id, body.language)
      await askAgain(transaction, queue, videos, 'speech')
    })
    return { message: 'Its videos are being transcribed again' }
  })

  for (const call of [collections.delete, review.delete])
    route(call, async ({ body, viewer }) => {
      const row = await readCollection(db, viewer, body.id)
      authorizeChange(viewer, row, seenBy(viewer))
      await db.transaction().execute(async (transaction) => {
        const deleted = await deleteCollection(transaction, queue, row.id)
        await hooks.videosDeleted(transaction, queue, deleted, viewer.user_id)
      })
      return { message: 'Successfully deleted collection' }
    })
}
