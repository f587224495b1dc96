import * as z from 'zod/mini'
import { endpointsOf } from '../../../calls/endpoint.ts'
import { Id, Timestamp } from '../../../calls/fields.ts'
import { REVIEW_STATUSES } from '../../../shared/review-status.ts'
import { VideoStatus } from '../videos.ts'

export const Version = z.object({
  video_id: z.string(),
  user_id: z.string(),
  /** From 1; a deleted version's number is not used again. */
  version: z.number(),
  file_name: z.string(),
  status: VideoStatus,
  /** Why it failed; a failed file never becomes the current version. */
  error: z.nullable(z.string()),
  /** Seconds; null until the file is validated. */
  duration: z.nullable(z.number()),
  thumbnail_url: z.nullable(z.string()),
  created_at: Timestamp,
  /** Of its uploader; empty for guests of a share link. */
  first_name: z.string(),
  last_name: z.string(),
  /** Unresolved comments without replies, as the viewer may see them. */
  open_comments: z.number(),
  review_status: z.enum(REVIEW_STATUSES),
  current: z.boolean(),
})
export type Version = z.infer<typeof Version>

/** The versions of one cut, newest first. */
export const VersionList = z.object({ stack_id: z.string(), versions: z.array(Version) })
export type VersionList = z.infer<typeof VersionList>

const ofVideo = z.object({ video_id: Id })
export const versions = endpointsOf('Versions', {
  list: {
    method: 'GET',
    path: '/api/quick-review/versions/:video_id',
    access: 'share',
    summary: 'Versions of a video; a share link shows only its own',
    params: ofVideo,
    response: VersionList,
  },
  stack: {
    method: 'POST',
    path: '/api/quick-review/stack/:video_id',
    access: 'user',
    summary: 'Make a video, with its versions, the newest versions of another one',
    params: ofVideo,
    body: z.object({ onto: Id }),
    response: VersionList,
  },
  unstack: {
    method: 'POST',
    path: '/api/quick-review/unstack/:video_id',
    access: 'user',
    summary: 'Make a version a video of its own',
    params: ofVideo,
    response: VersionList,
  },
})
