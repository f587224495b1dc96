import { endpoints } from '@footnote/contract/endpoints.ts'
import { authorizeAdmin } from '../companies/policy.ts'
import type { Database } from '../db/database.ts'
import type { Route } from '../route.ts'
import { listModelStates } from './queries.ts'

/** Serves the states of models to admins. */
export function modelRoutes(route: Route, { db }: { readonly db: Database }): void {
  route(endpoints.models.list, async ({ viewer }) => {
    authorizeAdmin(viewer)
    return { models: await listModelStates(db) }
  })
}
