import { ProductError } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/route.ts'
import { isReadOnly, refuseReadOnly } from '../../identity/companies/policy.ts'
import { type CollectionFacts, isExpired, type Rule, refuseExpired } from '../collections/policy.ts'

/** The facts of a stack that its rules need. */
export interface StackFacts {
  /** Ids of the owners of its versions. */
  readonly version_owners: readonly string[]
}

/** Whether the viewer owns a version of the stack, or its collection. */
export const keeps = (viewer: Viewer, stack: StackFacts, collection: CollectionFacts): boolean =>
  viewer.kind === 'user' &&
  !collection.sample &&
  (collection.user_id === viewer.user_id || stack.version_owners.includes(viewer.user_id))

/** Whether the viewer may add versions to a stack and take them out. The caller has checked that they may read it. */
export const canStack: Rule<StackFacts, boolean> = (viewer, stack, collection, circumstances) =>
  keeps(viewer, stack, collection) && !isExpired(collection, circumstances) && !isReadOnly(viewer, circumstances)

/** @throws ProductError forbidden, collection_expired, limit_seats */
export const authorizeStacking: Rule<StackFacts> = (viewer, stack, collection, circumstances) => {
  if (collection.sample) throw new ProductError('forbidden')
  refuseExpired(collection, circumstances)
  if (!keeps(viewer, stack, collection)) throw new ProductError('forbidden')
  refuseReadOnly(viewer, circumstances)
}
