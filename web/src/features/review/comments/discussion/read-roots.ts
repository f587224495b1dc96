import type { Comment, CommentPage } from '@footnote/contract/nouns/review/comments.ts'
import type { CommentsApi } from '../comments-api.ts'
import { EMPTY, withPage } from './discussion.ts'

/** All root comments in time order, read page by page, and how many of them are open. @throws ApiError as the call does */
export async function readRoots(
  { list }: Pick<CommentsApi, 'list'>,
  signal: AbortSignal,
): Promise<{ roots: readonly Comment[]; counts: CommentPage['counts'] }> {
  let discussion = EMPTY
  for (let page = 1; ; page += 1) {
    const { items, total, page_size, counts } = await list(page, signal)
    discussion = withPage(discussion, items)
    if (page * page_size >= total) return { roots: discussion.roots, counts }
  }
}
