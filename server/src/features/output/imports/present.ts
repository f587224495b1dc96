import type { FoundComment } from '@footnote/contract/nouns/review/comments/imports.ts'
import { type FrameTiming, frameStart } from '@footnote/contract/shared/frames.ts'
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
