import { type Comment, comments } from '@footnote/contract/nouns/review/comments.ts'
import { type CommentRange, commentFrames, commentRange } from '@footnote/contract/shared/frames.ts'
import { shownName } from '@footnote/contract/shared/guests.ts'
import { type Cast, type Participant, RATE } from './cast.ts'

/** A comment or reply as a person sees it. Whoever sees it sees the same. */
export interface CommentView extends CommentRange {
  readonly id: string
  /** Null for a root. */
  readonly parent: string | null
  /** Empty for a reply. */
  readonly number: string
  /** With '(guest)' after the name of a guest. */
  readonly author: string
  readonly text: string
  /** First and last frame. */
  readonly frames: { readonly first: number; readonly last: number }
  readonly resolved: boolean
  readonly deleted: boolean
  readonly edited: boolean
  readonly drawing: boolean
  readonly team: boolean
  readonly replies: number
}

export function seenOf(comment: Comment): CommentView {
  const { id, first_name, last_name, is_guest } = comment
  const range = commentRange(comment)
  return {
    id,
    ...range,
    parent: comment.parent_comment_id,
    number: comment.number ?? '',
    author: shownName({ name: `${first_name} ${last_name}`.trim(), is_guest }),
    text: comment.content,
    frames: commentFrames({ rate: RATE, times: null }, range),
    resolved: comment.resolved_at !== null,
    deleted: comment.deleted_at !== null,
    edited: comment.is_edited,
    drawing: comment.has_drawing,
    team: comment.visibility === 'team',
    replies: comment.reply_count,
  }
}

/** Roots in time order, and every reply after what it answers. */
export type Sight = readonly CommentView[]

/** What the server answers a person about the comments of a version, or about open ones of earlier versions. */
export async function readComments(
  { client }: Pick<Cast, 'client'>,
  who: Participant,
  video: string,
  earlier?: 'open',
): Promise<Comment[]> {
  const caller = who.as(video)
  const roots: Comment[] = []
  for (let page = 1, more = true; more; page += 1) {
    const query = { page, page_size: 100, ...(earlier && { earlier }) }
    const { items, total } = await client.call(comments.list, { params: { video_id: video }, query }, caller)
    roots.push(...items)
    more = page * 100 < total
  }
  const below = async (comment: Comment): Promise<Comment[]> => {
    if (comment.reply_count === 0) return [comment]
    const params = { video_id: comment.video_id, comment_id: comment.id }
    const { replies } = await client.call(comments.replies, { params }, caller)
    const all = [comment]
    for (const reply of replies) all.push(...(await below(reply)))
    return all
  }
  const all: Comment[] = []
  for (const root of roots) all.push(...(await below(root)))
  return all
}

/**
 * How two people, or two ways of one person, differ: a line for each comment and value.
 * @param who the person, and how they look
 */
export function differences(who: string, seen: Sight, than: string, expected: Sight): string[] {
  const wanted = new Map(expected.map((comment) => [comment.id, comment]))
  const there = new Set(seen.map(({ id }) => id))
  const missing = expected.filter(({ id }) => !there.has(id))
  const values = seen.flatMap((comment) => {
    const other = wanted.get(comment.id)
    if (!other) return [`${who} sees ${named(comment)}, and ${than} does not.`]
    return (Object.keys(comment) as (keyof CommentView)[])
      .filter((key) => JSON.stringify(comment[key]) !== JSON.stringify(other[key]))
      .map((key) => `${named(other)}: ${key} is ${said(comment[key])} for ${who}, and ${said(other[key])} for ${than}.`)
  })
  const order = (sight: Sight) => sight.map(({ id }) => id).join()
  const sorted = missing.length === 0 && values.length === 0 && order(seen) !== order(expected)
  return [
    ...missing.map((comment) => `${than} sees ${named(comment)}, and ${who} does not.`),
    ...values,
    ...(sorted ? [`${who} sees another order than ${than}: ${numbers(seen)} and ${numbers(expected)}.`] : []),
  ]
}

const named = ({ number, id, text }: CommentView): string => `${number ? `number ${number}` : `reply ${id}`} '${text}'`
const said = (value: unknown): string => JSON.stringify(value)
const numbers = (sight: Sight): string => sight.map(({ number, text }) => number || text).join(' ')
