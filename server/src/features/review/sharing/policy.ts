import {
  DOWNLOADS,
  type Download,
  type EmailRule,
  type LinkKind,
} from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer, Viewer } from '../../../platform/route.ts'
import { refuseReadOnly } from '../../identity/companies/policy.ts'
import { type Circumstances, type CollectionFacts, refuseExpired } from '../../library/collections/policy.ts'
import type { VideoFacts } from '../../library/videos/policy.ts'

/** The facts that rules about a link need. */
export interface LinkFacts {
  /** The person who made the link. */
  readonly user_id: string
  /** The company of that person. */
  readonly company_id: string
  /** The owners of the videos or of the collection that it names; samples have none. */
  readonly owner_ids: readonly string[]
}

/** What decides whether a guest has to open a link before they see anything. */
export interface LockFacts {
  readonly password_hash: string | null
  readonly email_rule: string
  readonly max_views: number | null
}

/** What decides what guests have to say of themselves. */
export interface NeedFacts extends Pick<LockFacts, 'password_hash'> {
  readonly kind: LinkKind
  readonly email_rule: EmailRule
}

/** @throws ProductError collection_expired, limit_seats, video_not_ready during deletion */
export function authorizeShare(
  viewer: Viewer,
  video: VideoFacts,
  collection: CollectionFacts,
  circumstances: Circumstances,
): void {
  refuseExpired(collection, circumstances)
  refuseReadOnly(viewer, circumstances)
  if (video.status === 'DELETING') throw new ProductError('video_not_ready', { detail: 'The video is being deleted.' })
}

/**
 * In the company of a link, its maker, the admins, and the owner of all that it names may change or end it; nobody else
 * sees it.
 */
export const canManageLink = (viewer: UserViewer, link: LinkFacts): boolean =>
  link.company_id === viewer.company_id &&
  (viewer.is_admin ||
    link.user_id === viewer.user_id ||
    (link.owner_ids.length > 0 && link.owner_ids.every((id) => id === viewer.user_id)))

/** Whether guests need a pass. Views are counted when it is given, so a limit of them needs one, too. */
export const isLocked = ({ password_hash, email_rule, max_views }: LockFacts): boolean =>
  password_hash !== null || email_rule === 'required' || email_rule === 'confirmed' || max_views !== null

/**
 * What the maker of a link asks of its guests.
 * @param asked whether it was made for one person, who need not say who they are
 */
export const needsOf = (
  { kind, password_hash, email_rule }: NeedFacts,
  asked: boolean,
): { readonly password: boolean; readonly name: boolean; readonly email: EmailRule } => {
  const email = asked ? 'none' : email_rule
  return {
    password: password_hash !== null,
    // Whatever is sent into a box says who sent it.
    name: kind === 'box' || email === 'required' || email === 'confirmed',
    email,
  }
}

/** Whether a link shows one video, rather than a list of them or none. */
export const showsOne = (kind: LinkKind): boolean => kind === 'version' || kind === 'stack' || kind === 'selects'

/** Whether an address may open a link. @param allowed addresses, and `@` with a domain; empty for everybody */
export const isAllowed = (email: string, allowed: readonly string[]): boolean =>
  allowed.length === 0 || allowed.includes(email) || allowed.includes(email.slice(email.lastIndexOf('@')))

/** Whether a link that allows downloads up to `most` allows this one. */
export const allowsDownload = (most: Download, download: Download): boolean =>
  DOWNLOADS.indexOf(download) <= DOWNLOADS.indexOf(most)
