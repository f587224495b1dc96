import { PLANS, type PlanType } from '@footnote/contract/shared/limits.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/route.ts'
import { isReadOnly, refuseReadOnly } from '../../identity/companies/policy.ts'

/** The facts that rules about a collection need. */
export interface CollectionFacts {
  readonly company_id: string | null
  readonly user_id: string | null
  readonly sample: boolean
  readonly created_at: Date
  /** Start of the retention, if a video came from an older collection. */
  readonly retained_from: Date | null
  /** Plan of the company. */
  readonly plan: PlanType
}

/** Further facts that rules about uploading need. */
export interface UploadFacts extends CollectionFacts {
  /** Owner of the first uploaded video; null when the collection is empty. */
  readonly first_video: { readonly user_id: string | null } | null
}

/** The settings and the time that rules depend on. */
export interface Circumstances {
  /** False lifts expiry and every limit. */
  readonly billing: boolean
  readonly now: Date
}

/** A rule about something in a collection. */
export type Rule<Subject, Answer = void> = (
  viewer: Viewer,
  subject: Subject,
  collection: CollectionFacts,
  circumstances: Circumstances,
) => Answer

/** Everyone sees sample collections; only the company sees its own. */
export const isSeenBy = (companyId: string, collection: Pick<CollectionFacts, 'sample' | 'company_id'>): boolean =>
  collection.sample || collection.company_id === companyId

export const canReadCollection = (
  viewer: Viewer,
  collection: Pick<CollectionFacts, 'sample' | 'company_id'>,
): boolean => viewer.kind === 'user' && isSeenBy(viewer.company_id, collection)

/** Start of the retention: creation of the collection, or of an older one that a video came from. */
export const retainedFrom = ({ created_at, retained_from }: CollectionFacts): Date =>
  retained_from && retained_from < created_at ? retained_from : created_at

/** End of the plan's retention; null without one. An upgrade lifts it; samples never expire. */
export function expiryOf(collection: CollectionFacts, { billing }: Pick<Circumstances, 'billing'>): Date | null {
  const { retention } = PLANS[collection.plan]
  if (!billing || collection.sample || retention === null) return null
  return new Date(retainedFrom(collection).getTime() + retention * 1000)
}

/** Whether the plan's retention has ended. */
export function isExpired(collection: CollectionFacts, circumstances: Circumstances): boolean {
  const expiry = expiryOf(collection, circumstances)
  return expiry !== null && circumstances.now > expiry
}

/** Owners rename and delete. */
const ownsCollection = (viewer: Viewer, collection: CollectionFacts): boolean =>
  viewer.kind === 'user' && !collection.sample && collection.user_id === viewer.user_id

/** The owner uploads. So does the person who uploaded the first video, or anyone if the collection is empty. */
function mayUpload(viewer: Viewer, collection: UploadFacts): boolean {
  if (viewer.kind !== 'user' || collection.sample || !canReadCollection(viewer, collection)) return false
  const { first_video } = collection
  return ownsCollection(viewer, collection) || first_video === null || first_video.user_id === viewer.user_id
}

/** The viewer's rights, for answers. The calls themselves use `authorize…` below. */
export function collectionRights(viewer: Viewer, collection: UploadFacts, circumstances: Circumstances) {
  const open = !isExpired(collection, circumstances) && !isReadOnly(viewer, circumstances)
  const owner = open && ownsCollection(viewer, collection)
  return { rename: owner, delete: owner, upload: open && mayUpload(viewer, collection) }
}

/** @throws ProductError forbidden, collection_expired, limit_seats */
export function authorizeChange(viewer: Viewer, collection: CollectionFacts, circumstances: Circumstances): void {
  if (!ownsCollection(viewer, collection)) throw new ProductError('forbidden')
  refuseExpired(collection, circumstances)
  refuseReadOnly(viewer, circumstances)
}

/** @throws ProductError forbidden, collection_expired, limit_seats */
export function authorizeUpload(viewer: Viewer, collection: UploadFacts, circumstances: Circumstances): void {
  if (collection.sample) throw new ProductError('forbidden')
  refuseExpired(collection, circumstances)
  if (!mayUpload(viewer, collection)) throw new ProductError('forbidden')
  refuseReadOnly(viewer, circumstances)
}

/** @throws ProductError collection_expired */
export function refuseExpired(collection: CollectionFacts, circumstances: Circumstances): void {
  if (isExpired(collection, circumstances)) throw new ProductError('collection_expired')
}
