import type { UserViewer } from '../../../platform/route.ts'
import { type Circumstances, type CollectionFacts, canReadCollection } from '../../library/collections/policy.ts'
import { isFetchable, type VideoFacts } from '../../library/videos/policy.ts'

/** A person may fetch a clip as long as they may fetch its video, so not after leaving the company. */
export const mayFetchClip = (
  viewer: UserViewer,
  video: VideoFacts,
  collection: CollectionFacts,
  circumstances: Circumstances,
): boolean => canReadCollection(viewer, collection) && isFetchable(video, collection, circumstances)

/** Only a signed-in person requests and fetches an account's data, never an API key. */
export const mayFetchExport = (viewer: UserViewer): boolean => viewer.session_id !== null

/** A person may fetch rendered selects as long as they are in the company of the selects. */
export const mayFetchSelects = (
  reader: Pick<UserViewer, 'company_id'>,
  companyId: string | null | undefined,
): boolean => companyId === reader.company_id
