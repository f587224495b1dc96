import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { MODELS_CHANNEL, publish } from '../../../../platform/db/channels.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { Route } from '../../../../platform/route.ts'
import { authorizeAdmin } from '../../../identity/companies/policy.ts'
import type { Services } from '../../../services.ts'
import { allowEngine } from '../examinations/commands.ts'
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

  route(endpoints.models.allow, async ({ body, viewer }) => {
    authorizeAdmin(viewer)
    if (!(await allowEngine(db, body.engine, body.allowed))) throw new ProductError('not_found')
    // Every process chooses its engines again.
    await publish(db, MODELS_CHANNEL, {})
    return { message: body.allowed ? 'The engine is used' : 'The engine is not used' }
  })
}
