import type { Comment, CommentPage } from '@footnote/contract/nouns/review/comments.ts'
import { type CommentsApi, commentsApi } from '../comments-api.ts'
import { DiscussionStore } from '../discussion/discussion-store.ts'
import { ownName } from '../list/author.ts'

/**
 * The open comments of earlier versions and their threads, and the calls about them. Each call about a comment goes to
 * the version that the comment is of.
 * @param page the calls of the version on the page
 * @param list the comments with their places in the version on the page
 * @param onChanged called after a change by this page
 */
export function createEarlierStore(
  page: CommentsApi,
  list: () => CommentPage | undefined,
  onChanged: () => void,
): { api: CommentsApi; store: DiscussionStore } {
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
    list: async () => {
      const read = list()
      if (!read) throw new Error('The comments are not read yet.')
      keep(read.items)
      // Whoever has more reads them on their own version.
      return { ...read, total: read.items.length }
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
    change: (id, name, body) => inPlace(id, of(id).change(id, name, body)),
    drawing: (id) => of(id).drawing(id),
    remove: async (id) => {
      await of(id).remove(id)
      onChanged()
    },
    restore: (id) => inPlace(id, of(id).restore(id)),
    suggest: page.suggest,
    people: page.people,
  }
  return { api, store: new DiscussionStore(api, () => ownName(false)) }
}
