import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { RequestReview } from '@footnote/contract/nouns/approvals.ts'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Tables } from '../../platform/db/schema.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Reviewer, Route, UserViewer } from '../../platform/route.ts'
import { type Circumstances, refuseExpired } from '../collections/policy.ts'
import type { CollectionRow } from '../collections/queries.ts'
import type { Services } from '../services.ts'
import { readSharedVideo, readVideo } from '../videos/queries.ts'
import { type Asked, addVerdict, holdReview, requestReview, setStatus } from './commands.ts'
import { logFile } from './log-file.ts'
import { notifyAsked, notifyVerdict } from './notify.ts'
import { authorizeLog, authorizeRequest, authorizeStatus, authorizeVerdict } from './policy.ts'
import { presentApprovals, presentEntry } from './present.ts'
import { listLog, membersAmong, nameOf, type Review, readReview, reviewerNames } from './queries.ts'

/** Serves approvals: who is asked, verdicts, the status of a version, and the log. */
export function approvalRoutes(route: Route, { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>): void {
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
    const review = await db.transaction().execute(async (transaction) => {
      return await act(transaction, await holdReview(transaction, video), collection)
    })
    return presentApprovals(review, { ...circumstances(), viewer, collection })
  }

  route(approvals.get, async ({ params, viewer }) => {
    const { video, collection } = await open(viewer, params.video_id)
    return presentApprovals(await readReview(db, video.id), { ...circumstances(), viewer, collection })
  })

  route(approvals.request, async ({ params, body, viewer }) =>
    change(viewer, params.video_id, async (transaction, earlier, collection) => {
      const { video } = earlier
      authorizeRequest({ viewer, video, collection }, circumstances())
      const people = await peopleOf(transaction, viewer, body.reviewers)
      const due_at = dueOf(body.due_at, earlier.due_at)
      const review = await requestReview(transaction, earlier, { user_id: viewer.user_id, people, due_at })
      const actor_name = await nameOf(transaction, viewer.user_id)
      const asking = { review, user_id: viewer.user_id, actor_name, message: body.message?.toWellFormed() ?? '' }
      await notifyAsked(transaction, queue, earlier, asking)
      return review
    }),
  )

  route(approvals.decide, async ({ params, body, viewer }) =>
    change(viewer, params.video_id, async (transaction, earlier, collection) => {
      const { video } = earlier
      authorizeVerdict({ viewer, video, collection }, circumstances())
      const { user_id } = viewer as UserViewer
      const given = { user_id, verdict: body.verdict, note: body.note?.toWellFormed() || null }
      const review = await addVerdict(transaction, earlier, given)
      const actor_name = await nameOf(transaction, user_id)
      const company_id = collection.company_id ?? viewer.company_id
      await notifyVerdict(transaction, queue, company_id, { ...given, review, actor_name })
      return review
    }),
  )

  route(approvals.setStatus, async ({ params, body, viewer }) =>
    change(viewer, params.video_id, async (transaction, review, collection) => {
      authorizeStatus({ viewer, video: review.video, collection }, review.reviewers.length > 0, circumstances())
      return await setStatus(transaction, review, { ...body, user_id: viewer.user_id })
    }),
  )

  route(approvals.log, async ({ params, query, viewer }) => {
    authorizeLog(viewer)
    const { video } = await open(viewer, params.video_id)
    const rows = await listLog(db, video.stack_id)
    const ids = rows.flatMap(({ before, after }) => [...(before?.reviewers ?? []), ...(after.reviewers ?? [])])
    const names = await reviewerNames(db, [...new Set(ids)])
    const entries = rows.map((row) => presentEntry(row, names))
    return query.format === 'csv' ? { file: logFile(video.file_name, entries) } : { entries }
  })
}

type AskedBody = z.output<typeof RequestReview>['reviewers']

const NOT_HERE = 'Only members of your company can be asked by their account'
const BY_MAIL = 'Only members of your company can be asked'

/** The people of a request, each once. @throws ProductError validation_failed */
async function peopleOf(
  transaction: Transaction<Tables>,
  { company_id }: UserViewer,
  asked: AskedBody,
): Promise<Asked[]> {
  const members = await membersAmong(transaction, company_id, asked)
  const people = new Map<string, Asked>()
  for (const { user_id, email } of asked) {
    const member = members.find((one) => (user_id ? one.id === user_id : one.email === email))
    if (!member) throw invalidField('reviewers', user_id ? NOT_HERE : BY_MAIL)
    people.set(member.id, { user_id: member.id, email: null, name: null })
  }
  return [...people.values()]
}

/** A new due date lies ahead. @throws ProductError validation_failed */
function dueOf(text: string | null, earlier: Date | null): Date | null {
  if (text === null) return null
  const due = new Date(text)
  if (due.getTime() !== earlier?.getTime() && due <= new Date())
    throw invalidField('due_at', 'The due date must lie ahead')
  return due
}
