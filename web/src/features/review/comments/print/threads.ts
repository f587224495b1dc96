import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import type { CommentsApi } from '../comments-api.ts'
import { readRoots } from '../discussion/read-roots.ts'
import { type CommentFilter, passes } from '../list/filter.ts'

/** A root with all replies below it, each after the comment that it answers. */
export interface Thread {
  readonly comment: Comment
  readonly replies: readonly Comment[]
}

/** Calls for replies that run at the same time: 200 threads must not crowd out the pictures. */
const AT_ONCE = 4

/**
 * Reads the threads that a filter shows, in time order.
 * @param team whether team-only threads belong to it
 * @returns the threads, and how many team-only ones the filter shows
 * @throws ApiError as the calls do
 */
export async function readThreads(
  api: Pick<CommentsApi, 'list' | 'replies'>,
  filter: CommentFilter,
  team: boolean,
  signal: AbortSignal,
): Promise<{ threads: readonly Thread[]; team_only: number }> {
  const { roots } = await readRoots(api, signal)
  const shown = roots.filter((root) => passes(filter, root))
  const printed = shown.filter(({ visibility }) => team || visibility !== 'team')
  const threads = printed.map((comment) => ({ comment, replies: [] as Comment[] }))
  const waiting = threads.filter(({ comment }) => comment.reply_count > 0)
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      next.replies = await repliesTo(api, next.comment.id, signal)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { threads, team_only: shown.filter(({ visibility }) => visibility === 'team').length }
}

async function repliesTo(api: Pick<CommentsApi, 'replies'>, id: string, signal: AbortSignal): Promise<Comment[]> {
  const all: Comment[] = []
  for (const reply of await api.replies(id, signal)) {
    all.push(reply)
    if (reply.reply_count > 0) all.push(...(await repliesTo(api, reply.id, signal)))
  }
  return all
}
