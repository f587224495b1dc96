import type { RequestReview } from '@footnote/contract/nouns/review/approvals.ts'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Tables } from '../../../platform/db/schema.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import type { CollectionRow } from '../../library/collections/queries.ts'
import type { VideoRow } from '../../library/videos/queries.ts'
import type { Services } from '../../services.ts'
import { mailGuest } from './ask-by-mail.ts'
import { holdReview, type NewReviewer, requestReview } from './commands.ts'
import { isUndecided, notifyAsked } from './notify.ts'
import { authorizeRequest } from './policy.ts'
import { decidersOf, membersAmong, nameOf, type Review, readReview } from './queries.ts'

const NOT_HERE = 'Only members of your company can be asked by their account'

/** The version that people are asked about, and its collection. */
interface About {
  readonly video: VideoRow
  readonly collection: CollectionRow
}

/**
 * Asks people for verdicts in place of those before, and tells them: members by a notification, others by a mail with a
 * link of their own. With a message, also those who were asked before and have not decided.
 * @throws ProductError validation_failed, rate_limited, and as `authorizeRequest`
 */
export async function askForReview(
  services: Pick<Services, 'db' | 'queue' | 'config' | 'mails'>,
  viewer: UserViewer,
  { video, collection }: About,
  body: z.output<typeof RequestReview>,
): Promise<Review> {
  const { db, queue, config, mails } = services
  const circumstances = { billing: config.billing, now: new Date() }
  authorizeRequest({ viewer, video, collection }, circumstances)
  const people = await peopleOf(services, viewer, body.reviewers)
  const message = body.message ?? ''
  const known = await readReview(db, video.id)
  const emails = people.flatMap(({ email }) => (email && isTold(known, message, email) ? [email] : []))
  const claim = await mails.claim(viewer.user_id, emails)
  if (!claim.granted) throw new ProductError('rate_limited', claim)
  const act = async (transaction: Transaction<Tables>) => {
    const earlier = await holdReview(transaction, video)
    authorizeRequest({ viewer, video: earlier.video, collection }, circumstances)
    const due_at = dueOf(body.due_at, earlier.due_at)
    const review = await requestReview(transaction, earlier, { user_id: viewer.user_id, people, due_at })
    const asking = { review, actor_name: await nameOf(transaction, viewer.user_id), message }
    await notifyAsked(transaction, queue, earlier, { ...asking, user_id: viewer.user_id, is_guest: false })
    for (const reviewer of review.reviewers)
      if (reviewer.email && isTold(earlier, message, reviewer.email))
        await mailGuest(transaction, services, { ...asking, reviewer, sender: viewer })
    return review
  }
  return await db
    .transaction()
    .execute(act)
    .catch(async (error) => {
      await claim.giveBack()
      throw error
    })
}

/** Whether a guest gets a mail: they are asked now or again, or there is a message and they have not decided. */
function isTold(earlier: Review, message: string, email: string): boolean {
  const asked = decidersOf(earlier).find((reviewer) => reviewer.email === email)
  return !asked || (message !== '' && isUndecided(earlier, asked))
}

/** The people of a request, each once: members by their account, also if their address is given. */
async function peopleOf(
  { db }: Pick<Services, 'db'>,
  { company_id }: UserViewer,
  asked: z.output<typeof RequestReview>['reviewers'],
): Promise<NewReviewer[]> {
  const members = await membersAmong(db, company_id, asked)
  const people = new Map<string, NewReviewer>()
  for (const one of asked) {
    const member = members.find(({ id, email }) => ('user_id' in one ? id === one.user_id : email === one.email))
    if (member) people.set(member.id, { user_id: member.id, email: null, name: null })
    else if ('user_id' in one) throw invalidField('reviewers', NOT_HERE)
    else people.set(one.email, { user_id: null, ...one })
  }
  return [...people.values()]
}

/** A new due date must be in the future. @throws ProductError validation_failed */
function dueOf(text: string | null, earlier: Date | null): Date | null {
  if (text === null) return null
  const due = new Date(text)
  if (due.getTime() !== earlier?.getTime() && due <= new Date())
    throw invalidField('due_at', 'The due date must be in the future')
  return due
}
