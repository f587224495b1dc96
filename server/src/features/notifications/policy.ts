import type { UserViewer } from '../../platform/route.ts'
import { type Circumstances, type CollectionFacts, canReadCollection } from '../collections/policy.ts'
import { isFetchable, type VideoFacts } from '../videos/policy.ts'

/** A clip is fetched by who may fetch its video at that moment: by who has left the company no longer. */
export const mayFetchClip = (
  viewer: UserViewer,
  video: VideoFacts,
  collection: CollectionFacts,
  circumstances: Circumstances,
): boolean => canReadCollection(viewer, collection) && isFetchable(video, collection, circumstances)

/** The data of an account are for people who signed in, as is asking for them: no key takes them along. */
export const mayFetchExport = (viewer: UserViewer): boolean => viewer.session_id !== null
