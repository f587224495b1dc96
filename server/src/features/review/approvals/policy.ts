import { ProductError } from '../../../platform/errors.ts'
import type { Reviewer } from '../../../platform/route.ts'
import { isReadOnly, refuseReadOnly } from '../../identity/companies/policy.ts'
import { type Circumstances, type CollectionFacts, isExpired, refuseExpired } from '../../library/collections/policy.ts'
import { authorizeStacking, canStack } from '../../library/versions/policy.ts'
import type { VideoFacts } from '../../library/videos/policy.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** When a verdict is due, for mails: a server does not know the time zone of their readers. */
export const dueSentence = (due: Date): string => `Your verdict is due on ${DAY.format(due)} UTC.`

/** The facts of a version that rules about its review need. */
export interface ReviewedVersion extends VideoFacts {
  readonly current: boolean
  /** Ids of the owners of the versions of its stack. */
  readonly version_owners: readonly string[]
}

/** Somebody who looks at a version, and its collection. */
interface Look {
  readonly viewer: Reviewer
  readonly video: ReviewedVersion
  readonly collection: CollectionFacts
}

const SAMPLE = 'A sample has no review. You can comment on it.'
const OF_LINK = 'This link does not allow you to approve.'
const LOG_OF_LINK = 'Only members of the team see the log.'

/** Members give verdicts, and guests of a link for approving. */
const mayDecide = (viewer: Reviewer): boolean => viewer.kind === 'user' || viewer.permission === 'approver'

/** Who decides sees who else does. Links for watching and commenting show the status alone. */
export const canSeePeople = mayDecide

/** The team reads every note; a link shows only what its own guest wrote. @param me whether the viewer wrote it */
export const canReadNote = (viewer: Reviewer, me: boolean): boolean => viewer.kind === 'user' || me

/** What the viewer may do, for answers. @param asked whether anybody is asked */
export function reviewRights({ viewer, video, collection }: Look, asked: boolean, circumstances: Circumstances) {
  const open = video.current && video.status !== 'DELETING' && !collection.sample
  const request = open && canStack(viewer, video, collection, circumstances)
  return {
    decide: open && mayDecide(viewer) && !isExpired(collection, circumstances) && !isReadOnly(viewer, circumstances),
    request,
    set: request && !asked,
  }
}

/** @throws ProductError forbidden, collection_expired, limit_seats, video_not_ready during deletion, not_current */
export function authorizeVerdict({ viewer, video, collection }: Look, circumstances: Circumstances): void {
  if (!mayDecide(viewer)) throw new ProductError('forbidden', { detail: OF_LINK })
  if (collection.sample) throw new ProductError('forbidden', { detail: SAMPLE })
  refuseExpired(collection, circumstances)
  refuseReadOnly(viewer, circumstances)
  refuseOther(video)
}

/**
 * Keepers ask for verdicts and set due dates.
 * @throws ProductError forbidden, collection_expired, limit_seats, video_not_ready during deletion, not_current
 */
export function authorizeRequest({ viewer, video, collection }: Look, circumstances: Circumstances): void {
  if (collection.sample) throw new ProductError('forbidden', { detail: SAMPLE })
  authorizeStacking(viewer, video, collection, circumstances)
  refuseOther(video)
}

/** Keepers set the status while nobody is asked. @throws ProductError reviewers_decide, and as `authorizeRequest` */
export function authorizeStatus(look: Look, asked: boolean, circumstances: Circumstances): void {
  authorizeRequest(look, circumstances)
  if (asked) throw new ProductError('reviewers_decide')
}

/** The log names everybody. @throws ProductError forbidden */
export function authorizeLog(viewer: Reviewer): void {
  if (viewer.kind === 'share') throw new ProductError('forbidden', { detail: LOG_OF_LINK })
}

/** @throws ProductError video_not_ready, not_current */
function refuseOther({ status, current }: ReviewedVersion): void {
  if (status === 'DELETING') throw new ProductError('video_not_ready', { detail: 'The video is being deleted.' })
  if (!current) throw new ProductError('not_current')
}
