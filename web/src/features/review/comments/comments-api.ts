import type { Mentionable } from '@footnote/contract/nouns/review/comments/people.ts'
import {
  type Comment,
  type CommentPage,
  type CreateComment,
  comments,
  type MentionedPerson,
} from '@footnote/contract/nouns/review/comments.ts'
import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import type * as z from 'zod/mini'
import { call, type ShareAccess } from '../../../lib/calls/client.ts'
import { readGuestName } from '../../../lib/guest.ts'
import { mentionsIn, rememberPeople } from './writing/mentions/picked.ts'

/** A comment as the form sends it. */
export type NewComment = Omit<z.input<typeof CreateComment>, 'guest_name'>

type Calls = typeof comments
type ChangeNames = {
  [Name in keyof Calls]: Calls[Name] extends {
    params: z.ZodMiniType<object, { video_id: string; comment_id: string }>
    body: z.ZodMiniType
    response: typeof Comment
  }
    ? Name
    : never
}
/** A call that changes one comment. `carry` is none: it names the version in which the comment gets a place. */
export type ChangeName = Exclude<ChangeNames[keyof Calls], 'carry'>
/** What each of those calls sends. */
export type Changes = { [Name in ChangeName]: z.input<Calls[Name]['body']> }

/** The calls about one video's comments, with one viewer's access. */
export interface CommentsApi {
  list: (page: number, signal: AbortSignal) => Promise<CommentPage>
  replies: (comment_id: string, signal?: AbortSignal) => Promise<Comment[]>
  create: (comment: NewComment) => Promise<Comment>
  /** Changes a comment by a call of the contract. */
  change: <Name extends ChangeName>(comment_id: string, name: Name, body: Changes[Name]) => Promise<Comment>
  /** The drawing of a comment; null without one. */
  drawing: (comment_id: string) => Promise<Drawing | null>
  remove: (comment_id: string) => Promise<void>
  /** Undoes a deletion of a moment ago. */
  restore: (comment_id: string) => Promise<Comment>
  /** Null for guests, who get no suggestions. */
  suggest: ((query: string, signal: AbortSignal) => Promise<string[]>) | null
  /** People to mention; null for guests, whom a link does not tell who has an account. */
  people: PeopleToMention | null
}

export interface PeopleToMention {
  /** Members who may read the video, by the beginning of a name or an address. */
  find: (query: string, signal: AbortSignal) => Promise<Mentionable[]>
  /** Keeps people whom texts of new and changed comments may mention by `@` and their name. */
  remember: (people: readonly MentionedPerson[]) => void
}

/** @param share the share link that opened the page; null for a signed-in user */
export function commentsApi(video_id: string, index_id: string, share: ShareAccess | null): CommentsApi {
  const params = { video_id }
  return {
    list: (page, signal) => {
      const query = { page: String(page), page_size: String(COMMENTS.page_size), sort: 'timeline' as const }
      return call(comments.list, { params, query }, signal, share)
    },
    replies: async (comment_id, signal) =>
      (await call(comments.replies, { params: { video_id, comment_id } }, signal, share)).replies,
    create: (comment) => {
      const body = share
        ? { ...comment, guest_name: readGuestName() }
        : { ...comment, mentions: mentionsIn(comment.content) }
      return call(comments.create, { params, body }, undefined, share)
    },
    change: (comment_id, name, change) => {
      const given: Changes[ChangeName] = change
      const body = !share && 'content' in given ? { ...given, mentions: mentionsIn(given.content) } : given
      return call<Calls[ChangeName]>(comments[name], { params: { video_id, comment_id }, body }, undefined, share)
    },
    drawing: async (comment_id) =>
      (await call(comments.drawing, { params: { video_id, comment_id } }, undefined, share)).drawing,
    remove: async (comment_id) => {
      await call(comments.delete, { params: { video_id, comment_id } }, undefined, share)
    },
    restore: (comment_id) => call(comments.restore, { params: { video_id, comment_id } }, undefined, share),
    suggest: share
      ? null
      : async (query, signal) =>
          (await call(comments.suggestions, { params: { index_id }, query: { query } }, signal)).suggestions,
    people: share
      ? null
      : {
          find: async (query, signal) =>
            (await import('./writing/mentions/people.ts')).findPeople(video_id, query, signal),
          remember: rememberPeople,
        },
  }
}
