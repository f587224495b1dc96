import { talkApi } from '../src/app/gallery/talk-api.ts'
import type { CommentsApi } from '../src/features/review/comments/comments-api.ts'
import type { FollowVideo } from '../src/lib/calls/events.ts'

/** The calls of a discussion without comments, as a guest has them. A test replaces those that it is about. */
export const aCommentsApi: CommentsApi = { ...talkApi([]), suggest: null, people: null }

/** A stream that opens, and on which nothing happens. */
export const quietStream: FollowVideo = (listener) => listener.onOpen(false)
