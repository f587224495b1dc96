import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Route } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import { resumableUploadsOf } from './queries.ts'

/** Serves the list of uploads that can be resumed. */
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
}
