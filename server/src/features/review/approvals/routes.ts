import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { guestName } from '@footnote/contract/shared/guests.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import type { Reviewer, Route } from '../../../platform/route.ts'
import { type Circumstances, refuseExpired } from '../../library/collections/policy.ts'
import type { CollectionRow } from '../../library/collections/queries.ts'
import { readSharedVideo, readVideo } from '../../library/videos/queries.ts'
import type { Services } from '../../services.ts'
import { guestOf } from '../sharing/commands.ts'
import { whoActs } from '../sharing/queries.ts'
import { type Actor, addVerdict, holdReview, setStatus } from './commands.ts'
import { logFile } from './log-file.ts'
import { notifyVerdict } from './notify.ts'
import { authorizeLog, authorizeStatus, authorizeVerdict } from './policy.ts'
import { newestOf, presentApprovals, presentEntry } from './present.ts'
import { decidersOf, listLog, nameOf, type Review, readReview, reviewerNames } from './queries.ts'
import { askForReview } from './request.ts'

/** Violation of a foreign key (PostgreSQL's error codes, class 23). */
const FOREIGN_KEY_VIOLATION = '23503'

/** Serves approvals: who is asked, verdicts, the status of a version, and the log. */
export function approvalRoutes(route: Route, services: Pick<Services, 'db' | 'queue' | 'config' | 'mails'>): void {
  const { db, queue, config } = services
  const { approvals } = endpoints
  const circumstances = (): Circumstances => ({ billing: config.billing, now: new Date() })

  /** A version that the viewer may see. @throws ProductError not_found, collection_expired for links */
  async function open(viewer: Reviewer, id: string) {
    if (viewer.kind === 'user') return await readVideo(db, viewer, id)
    const shared = await readSharedVideo(db, viewer)
    refuseExpired(shared.collection, circumstances())
    return shared
  }

  /** Changes the review of a version while nobody else does. */
  async function change(
    viewer: Reviewer,
    id: string,
    act: (transaction: Transaction<Tables>, review: Review, collection: CollectionRow) => Promise<Review>,
  ) {
    const { video, collection } = await open(viewer, id)
    const review = await db
      .transaction()
      .execute(async (transaction) => act(transaction, await holdReview(transaction, video), collection))
      .catch((error) => {
        // The person or the guest has just been deleted.
        throw error.code === FOREIGN_KEY_VIOLATION ? new ProductError('not_found') : error
      })
    return presentApprovals(review, { ...circumstances(), viewer, collection })
  }

  route(approvals.get, async ({ params, viewer }) => {
    const { video, collection } = await open(viewer, params.video_id)
    return presentApprovals(await readReview(db, video.id), { ...circumstances(), viewer, collection })
  })

  route(approvals.request, async ({ params, body, viewer }) => {
    const about = await readVideo(db, viewer, params.video_id)
    const review = await askForReview(services, viewer, about, body)
    return presentApprovals(review, { ...circumstances(), viewer, collection: about.collection })
  })

  route(approvals.decide, async ({ params, body, viewer }) => {
    const { video, collection } = await open(viewer, params.video_id)
    authorizeVerdict({ viewer, video, collection }, circumstances())
    const actor = await actorOf(db, viewer, body.guest_name)
    const given = { actor, verdict: body.verdict, note: body.note || null }
    return await change(viewer, params.video_id, async (transaction, earlier) => {
      authorizeVerdict({ viewer, video: earlier.video, collection }, circumstances())
      const review = await addVerdict(transaction, earlier, given)
      const actor_name = actor.user_id === null ? guestName(actor.guest_name) : await nameOf(transaction, actor.user_id)
      const company_id = collection.company_id ?? viewer.company_id
      await notifyVerdict(transaction, queue, company_id, {
        ...{ ...given, review, actor_name },
        ...{ user_id: actor.user_id, is_guest: actor.user_id === null },
      })
      return review
    })
  })

  route(approvals.setStatus, async ({ params, body, viewer }) =>
    change(viewer, params.video_id, async (transaction, review, collection) => {
      authorizeStatus({ viewer, video: review.video, collection }, decidersOf(review).length > 0, circumstances())
      return await setStatus(transaction, review, { ...body, user_id: viewer.user_id })
    }),
  )

  route(approvals.log, async ({ params, query, viewer }) => {
    authorizeLog(viewer)
    const { video } = await open(viewer, params.video_id)
    const rows = await listLog(db, video.stack_id)
    const ids = rows.flatMap(({ before, after }) =>
      [before?.reviewers, after.reviewers, after.link_ended].flatMap((some) => some ?? []),
    )
    const names = await reviewerNames(db, [...new Set(ids)])
    const entries = rows.map((row) => presentEntry(row, names))
    return query.format === 'csv' ? { file: logFile(video.file_name, entries) } : { entries: newestOf(entries) }
  })
}

const KEY = 'A verdict needs the key of a browser, so that you can take it back'

/**
 * Who decides: a member, the guest for whom the link was made, or a guest by their name and the key of their browser.
 * @throws ProductError validation_failed, invalid_share_token
 */
async function actorOf(db: Database, viewer: Reviewer, given: string | undefined): Promise<Actor> {
  if (viewer.kind === 'user') return { user_id: viewer.user_id }
  const { link_id } = viewer
  const { name, asked } = await whoActs(db, link_id, given)
  if (asked) return { user_id: null, guest_id: asked.id, guest_name: asked.name, link_id, email: asked.email }
  const guest_id = await guestOf(db, viewer, name)
  if (guest_id === null) throw invalidField('x-guest-key', KEY)
  return { user_id: null, guest_id, guest_name: name, link_id, email: null }
}
