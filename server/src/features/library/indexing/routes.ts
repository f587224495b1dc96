import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/route.ts'
import { authorizeAdmin } from '../../identity/companies/policy.ts'
import type { Services } from '../../services.ts'
import { readVideo } from '../videos/queries.ts'
import { forgiveStages, pauseCompany, resumeCompany } from './commands.ts'
import { listExaminations } from './examinations/queries.ts'
import { listModelStates } from './models/queries.ts'
import { readOverview } from './overview.ts'

/** Serves an admin's view of indexing: overview, pause, resume, and retries. */
export function indexingRoutes(
  route: Route,
  { db, queue, registry }: Pick<Services, 'db' | 'queue' | 'registry'>,
): void {
  const { indexing } = endpoints

  route(indexing.overview, async ({ viewer }) => {
    authorizeAdmin(viewer)
    const [overview, examinations, models] = await Promise.all([
      readOverview(db, viewer.company_id, registry.engineName),
      listExaminations(db),
      listModelStates(db),
    ])
    return { ...overview, examinations, models }
  })

  route(indexing.pause, async ({ viewer }) => {
    authorizeAdmin(viewer)
    await pauseCompany(db, viewer.company_id)
    return { message: 'Indexing again is paused' }
  })

  route(indexing.resume, async ({ viewer }) => {
    authorizeAdmin(viewer)
    await db.transaction().execute((transaction) => resumeCompany(transaction, queue, viewer.company_id))
    return { message: 'Indexing again goes on' }
  })

  route(indexing.retry, async ({ body, viewer }) => {
    authorizeAdmin(viewer)
    const { video } = await readVideo(db, viewer, body.video_id)
    await db.transaction().execute(async (transaction) => {
      if (!(await forgiveStages(transaction, queue, video.id)))
        throw new ProductError('not_retryable', { detail: 'Nothing of this video failed.' })
    })
    return { message: 'The video is tried again' }
  })
}
