import type { ITEM_STATES } from '@footnote/contract/nouns/output/selects.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { isReadOnly, refuseReadOnly } from '../../identity/companies/policy.ts'
import {
  type Circumstances,
  type CollectionFacts,
  canReadCollection,
  isExpired,
} from '../../library/collections/policy.ts'
import type { PlaybackFacts } from '../../library/videos/policy.ts'

/** The facts of selects that their rules need. */
export interface SelectsFacts {
  readonly company_id: string
  /** The maker; null: a deleted account. */
  readonly user_id: string | null
}

/** The company reads, plays and exports. */
export const canReadSelects = (viewer: UserViewer, { company_id }: SelectsFacts): boolean =>
  company_id === viewer.company_id

/** The viewer's rights, for answers. The caller has checked that they may read the selects. */
export function selectsRights(viewer: UserViewer, { user_id }: SelectsFacts, circumstances: Circumstances) {
  const seated = !isReadOnly(viewer, circumstances)
  return { change: seated && user_id === viewer.user_id, render: seated, duplicate: seated }
}

/** The maker changes. The caller has checked that they may read. @throws ProductError forbidden, limit_seats */
export function authorizeSelectsChange(viewer: UserViewer, selects: SelectsFacts, circumstances: Circumstances): void {
  if (selects.user_id !== viewer.user_id) throw new ProductError('forbidden')
  refuseReadOnly(viewer, circumstances)
}

/** The facts of an item's video and of the collection of that video. */
interface ItemFacts {
  readonly video: PlaybackFacts
  readonly collection: CollectionFacts
}

/**
 * Whether a viewer can watch an item. Whoever may not read its video gets the same answer as for a deleted one.
 * @param subject undefined: the video or its collection is gone
 */
export function itemState(
  viewer: UserViewer,
  subject: ItemFacts | undefined,
  circumstances: Circumstances,
): (typeof ITEM_STATES)[number] {
  if (!subject || subject.video.status === 'DELETING' || !canReadCollection(viewer, subject.collection)) return 'GONE'
  if (isExpired(subject.collection, circumstances)) return 'EXPIRED'
  return subject.video.playback === 'PREPARING' ? 'PENDING' : 'READY'
}
