import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Route } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import { readCollection } from '../collections/queries.ts'
import { findUploaded, resumableUploadsOf } from './queries.ts'

/** Serves what clients ask before they send files. */
export function uploadRoutes(route: Route, { db }: Pick<Services, 'db'>): void {
  route(endpoints.uploads.list, async ({ viewer }) => {
    const rows = await resumableUploadsOf(db, viewer)
    return {
      uploads: rows.map(({ id, collection_id, expires_at, ...upload }) => ({
        file_id: id,
        index_id: collection_id,
        ...upload,
        expires_at: expires_at.toISOString(),
      })),
    }
  })
  route(endpoints.uploads.find, async ({ viewer, query }) => {
    const collection = await readCollection(db, viewer, query.index_id)
    return await findUploaded(db, collection.id, query)
  })
}
