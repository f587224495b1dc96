import type { Comment, CommentPage } from '@footnote/contract/nouns/review/comments.ts'
import { type CommentsApi, commentsApi } from '../comments-api.ts'
import { DiscussionStore } from '../discussion/discussion-store.ts'
import { ownName } from '../list/author.ts'

/**
 * The open comments of earlier versions and their threads. Each call goes to the version that the comment is of.
 * @param base the calls of the version on the page
 * @param list the comments with their places in the version on the page
 * @param onChanged called after a change by this page
 */
export function createEarlierStore(
  base: CommentsApi,
  list: () => CommentPage | undefined,
  onChanged: () => void,
): DiscussionStore {
  const known = new Map<string, Comment>()
  const keep = (comments: readonly Comment[]) => {
    for (const comment of comments) known.set(comment.id, comment)
  }
  const of = (id: string | null | undefined) => commentsApi(known.get(id ?? '')?.video_id ?? '', '', null)
  /** An answer has the place in the comment's own version. */
  const inPlace = async (id: string, changing: Promise<Comment>): Promise<Comment> => {
    const changed = await changing
    onChanged()
    const { start_time, end_time, carried } = known.get(id) ?? changed
    return { ...changed, start_time, end_time, carried }
  }
  const api: CommentsApi = {
    ...base,
    list: async () => {
      const page = list()
      if (!page) throw new Error('The comments are not read yet.')
      keep(page.items)
      // Whoever has more reads them on their own version.
      return { ...page, total: page.items.length }
    },
    replies: async (id, signal) => {
      const replies = await of(id).replies(id, signal)
      keep(replies)
      return replies
    },
    create: async (comment) => {
      const created = await of(comment.parent_comment_id).create(comment)
      keep([created])
      onChanged()
      return created
    },
    update: (id, content, drawing) => inPlace(id, of(id).update(id, content, drawing)),
    resolve: (id, resolved) => inPlace(id, of(id).resolve(id, resolved)),
    drawing: (id) => of(id).drawing(id),
    remove: async (id) => {
      await of(id).remove(id)
      onChanged()
    },
    restore: (id) => inPlace(id, of(id).restore(id)),
  }
  return new DiscussionStore(api, () => ownName(false))
}
