import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Route } from '../../../platform/route.ts'
import { authorizeAdmin } from '../../companies/policy.ts'
import type { Services } from '../../services.ts'
import { writeModelAnswer } from './commands.ts'
import { listModelStates } from './queries.ts'

/** Serves the states of models to admins, and starts their download. */
export function modelRoutes(route: Route, { db }: Pick<Services, 'db'>): void {
  route(endpoints.models.list, async ({ viewer }) => {
    authorizeAdmin(viewer)
    return { models: await listModelStates(db) }
  })

  route(endpoints.models.download, async ({ viewer }) => {
    authorizeAdmin(viewer)
    await writeModelAnswer(db, true)
    return { message: 'The models are downloaded' }
  })
}
