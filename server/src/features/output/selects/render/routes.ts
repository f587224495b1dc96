import { randomUUID } from 'node:crypto'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { SELECTS } from '@footnote/contract/shared/review-limits.ts'
import { invalidField, ProductError } from '../../../../platform/errors.ts'
import { countUnfinished } from '../../../../platform/queue/turns.ts'
import type { Route, UserViewer } from '../../../../platform/route.ts'
import { refuseReadOnly } from '../../../identity/companies/policy.ts'
import type { Circumstances } from '../../../library/collections/policy.ts'
import { readCollection } from '../../../library/collections/queries.ts'
import { stackFor } from '../../../library/versions/queries.ts'
import type { Services } from '../../../services.ts'
import { authorizeSelectsChange } from '../policy.ts'
import { findRendered, readSelects, refuseInexactItems, type SelectsRow, usableItems } from '../queries.ts'
import { rateFor } from './plan.ts'

const CREATED = 'Your selects are being rendered. A notification will bring them.'
const NOTHING = 'There is no piece to render. Add one first'
const TOO_MANY = `${SELECTS.waiting} renderings that you asked for are not finished yet. Wait for one of them, then ask again.`

/** Serves requests for renderings. A job makes the file, and a notification announces it. */
export function selectsRenderRoutes(
  route: Route,
  { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>,
): void {
  /** The maker renders into collections to which they may upload, and whose earlier renderings they may follow. */
  async function authorizeReview(viewer: UserViewer, row: SelectsRow, index_id: string, circumstances: Circumstances) {
    authorizeSelectsChange(viewer, row, circumstances)
    const collection = await readCollection(db, viewer, index_id)
    const rendered = await findRendered(db, row)
    const version_of = rendered?.collection_id === collection.id ? rendered.video_id : null
    await stackFor(db, viewer, { collection, version_of }, circumstances)
    return collection.id
  }

  route(endpoints.selects.render, async ({ params, body, viewer }) => {
    const circumstances = { billing: config.billing, now: new Date() }
    const row = await readSelects(db, viewer, params.id)
    refuseReadOnly(viewer, circumstances)
    const index_id = body.index_id ? await authorizeReview(viewer, row, body.index_id, circumstances) : null
    const items = await usableItems(db, viewer, row.id, circumstances)
    if (items.length === 0) throw invalidField('id', NOTHING)
    refuseInexactItems(items)
    rateFor(items, body.rate)
    const { size, rate, burn_in } = body
    const { user_id } = viewer
    // What was asked for is rendered, whatever happens to the list meanwhile.
    const request = {
      request_id: randomUUID(),
      user_id,
      selects_id: row.id,
      name: row.name,
      size,
      rate,
      burn_in,
      index_id,
    }
    await db.transaction().execute(async (transaction) => {
      if ((await countUnfinished(transaction, 'render-selects', user_id)) >= SELECTS.waiting)
        throw new ProductError('rate_limited', { detail: TOO_MANY, retry_after: SELECTS.retry_after })
      const { request_id: id, selects_id } = request
      await transaction.insertInto('select_renderings').values({ id, selects_id, user_id }).execute()
      await queue.enqueue(transaction, 'render-selects', { ...request, items: items.map(({ item }) => pieceOf(item)) })
    })
    return { message: CREATED }
  })
}

const pieceOf = ({
  video_id,
  start_frame,
  end_frame,
  note,
}: Awaited<ReturnType<typeof usableItems>>[number]['item']) => ({
  video_id: video_id ?? '',
  start_frame,
  end_frame,
  note,
})
