import type { FoundComment } from '@footnote/contract/nouns/comments/imports.ts'
import type { ManyCommentsEvent } from '@footnote/contract/nouns/comments.ts'
import { type FrameTiming, frameStart } from '@footnote/contract/shared/frames.ts'
import type * as z from 'zod/mini'
import type { EventSource } from '../comments/present.ts'
import { MANY_CHANNEL, type ManyNotice } from '../comments/queries.ts'
import type { PlannedComment } from './plan.ts'

/** A comment of a file, before it is imported. */
export const presentFound = (
  { line, content, author, first, last, depth, visibility, resolved, present }: PlannedComment,
  timing: FrameTiming,
): FoundComment => ({
  line,
  content,
  author,
  start_time: frameStart(timing, first),
  end_time: last > first ? frameStart(timing, last) : null,
  depth,
  visibility,
  resolved,
  present,
})

/** That many comments changed at once. A link hears nothing of what only the team sees. */
export const manyEvents = (): EventSource<'comments', ManyNotice, z.infer<typeof ManyCommentsEvent>> => ({
  channel: MANY_CHANNEL,
  event: 'comments',
  concerns: (notice, { viewer, discussion }) =>
    discussion.video.id === notice.video_id &&
    discussion.company_id === notice.company_id &&
    (notice.public || viewer.kind === 'user'),
  read: async () => ({}),
  present: () => ({}),
})
