import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { type Discussion, findComment, withComment, withoutComment } from './discussion.ts'

/** A comment and those above it in its thread, the root first. */
function pathTo(discussion: Discussion, id: string): Comment[] {
  const comment = findComment(discussion, id)
  if (!comment) return []
  const { parent_comment_id: parent } = comment
  return parent === null ? [comment] : [...pathTo(discussion, parent), comment]
}

/**
 * Keeps a deleted comment in its place while somebody writes a reply or an edit there, so that the text is not lost.
 * @param before the discussion until now
 * @param after the discussion from now on
 * @param held ids of comments with an open box
 */
export function withHeld(before: Discussion, after: Discussion, held: Iterable<string>): Discussion {
  let kept = after
  const gone = new Set(after.gone)
  for (const id of held)
    for (const comment of pathTo(before, id)) {
      if (findComment(kept, comment.id)) continue
      gone.add(comment.id)
      const { parent_comment_id: parent } = comment
      if (parent !== null && !kept.replies.has(parent))
        kept = { ...kept, replies: new Map(kept.replies).set(parent, []) }
      kept = withComment(kept, comment)
    }
  return gone.size === after.gone.size ? kept : { ...kept, gone }
}

/** Removes deleted comments where nobody writes any more. @param held ids of comments with an open box */
export function withoutReleased(discussion: Discussion, held: Iterable<string>): Discussion {
  const needed = new Set([...held].flatMap((id) => pathTo(discussion, id).map((comment) => comment.id)))
  let left = discussion
  for (const id of discussion.gone) {
    if (needed.has(id)) continue
    const comment = findComment(left, id)
    if (comment) left = withoutComment(left, comment)
    left = { ...left, gone: new Set([...left.gone].filter((other) => other !== id)) }
  }
  return left
}
