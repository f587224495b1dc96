import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { aCommentByMara } from '../../../../seed/answers/discussion.ts'
import type { CommentsApi } from '../../features/review/comments/comments-api.ts'

const words = ['lettering', 'lettering is the shot', 'let it breathe', 'let us']

const PEOPLE = ['Mara Lindqvist', 'Tomás Rey', 'Priya Nair'].map((name, place) => ({
  user_id: `p${place}`,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.org`,
}))

/** An API with fixed answers, for a panel of the gallery. */
export function talkApi(comments: readonly Comment[]): CommentsApi {
  const roots = comments.filter(({ depth }) => depth === 0)
  const done = roots.filter(({ resolved_at }) => resolved_at !== null).length
  const known = (id: string) => comments.find((one) => one.id === id) ?? aCommentByMara(id, {})
  let made = 0
  return {
    list: async (page) => {
      const items = roots.slice((page - 1) * 50, page * 50)
      return {
        items,
        index_id: 'gallery',
        page,
        page_size: 50,
        total: roots.length,
        counts: { open: roots.length - done, resolved: done },
      }
    },
    replies: async (id) => comments.filter(({ parent_comment_id }) => parent_comment_id === id),
    create: async ({ content, start_time, end_time, parent_comment_id }) => {
      made += 1
      const parent = comments.find(({ id }) => id === parent_comment_id)
      const place = { start_time: start_time ?? parent?.start_time ?? 0, end_time: end_time ?? null }
      const thread = { parent_comment_id: parent?.id ?? null, depth: parent ? parent.depth + 1 : 0 }
      const created_at = new Date().toISOString()
      return aCommentByMara(`n${made}`, { ...place, ...thread, content: content ?? '', created_at })
    },
    drawing: async () => null,
    restore: async (id) => known(id),
    change: async (id, _name, body) => {
      const comment = known(id)
      return {
        ...comment,
        ...body,
        mentions: comment.mentions,
        ...('content' in body && { is_edited: true }),
        ...('resolved' in body && {
          resolved_at: body.resolved ? new Date().toISOString() : null,
          resolved_by: body.resolved ? 'Mara Lindqvist' : null,
        }),
      }
    },
    remove: async () => undefined,
    suggest: async (query) => {
      const last = query.split(' ').at(-1) ?? ''
      const head = query.slice(0, query.length - last.length)
      return words.filter((word) => word.startsWith(last.toLowerCase())).map((word) => head + word)
    },
    people: {
      find: async (query) => PEOPLE.filter(({ name }) => name.toLowerCase().startsWith(query.toLowerCase())),
      remember: () => undefined,
    },
  }
}
