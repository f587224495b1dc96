import { BLANK_COMMENT, type Comment, type CommentSort, NO_RIGHTS } from '@footnote/contract/nouns/review/comments.ts'
import { type Author, NO_AUTHOR } from '../list/author.ts'
import { type CommentFilter, passes } from '../list/filter.ts'

/** The loaded comments of a video. */
export interface Discussion {
  /** In time order; comments with the same start in the order of their creation. */
  readonly roots: readonly Comment[]
  /** Direct replies, oldest first, of each comment whose replies are loaded. */
  readonly replies: ReadonlyMap<string, readonly Comment[]>
  /** Ids of events that `reply_count` already includes: an own reply arrives as an answer and as an event. */
  readonly counted: ReadonlySet<string>
  /** Deleted comments that stay visible because somebody writes a reply or an edit there. */
  readonly gone: ReadonlySet<string>
}

export const EMPTY: Discussion = { roots: [], replies: new Map(), counted: new Set(), gone: new Set() }

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
const byAge = (one: Comment, other: Comment): number =>
  compare(one.created_at, other.created_at) || compare(one.id, other.id)
const byTime = (one: Comment, other: Comment): number => one.start_time - other.start_time || byAge(one, other)

/** The known object if nothing changed, so that React does not draw it again. */
const keptOr = (known: Comment | undefined, fresh: Comment): Comment =>
  known && JSON.stringify(known) === JSON.stringify(fresh) ? known : fresh

function merged(known: readonly Comment[], fresh: readonly Comment[]): Map<string, Comment> {
  const all = new Map(known.map((comment) => [comment.id, comment]))
  for (const comment of fresh) all.set(comment.id, keptOr(all.get(comment.id), comment))
  return all
}

/** Adds a loaded page of roots. */
export const withPage = (discussion: Discussion, page: readonly Comment[]): Discussion => ({
  ...discussion,
  roots: [...merged(discussion.roots, page).values()].sort(byTime),
})

/** Replaces all roots by the loaded ones. */
export function withRoots(discussion: Discussion, roots: readonly Comment[]): Discussion {
  const known = merged(discussion.roots, roots)
  const ids = new Set(roots.map(({ id }) => id))
  const kept = [...known.values()].filter(({ id }) => ids.has(id)).sort(byTime)
  const gone = discussion.roots.filter(({ id }) => !ids.has(id))
  return { ...discussion, replies: withoutThreads(discussion.replies, gone), counted: new Set(), roots: kept }
}

/** Replaces the replies to a comment by the loaded ones. */
export function withReplies(discussion: Discussion, id: string, replies: readonly Comment[]): Discussion {
  const before = discussion.replies.get(id) ?? []
  const known = merged(before, replies)
  const ids = new Set(replies.map((reply) => reply.id))
  const gone = before.filter((reply) => !ids.has(reply.id))
  const all = new Map(withoutThreads(discussion.replies, gone))
  all.set(
    id,
    replies.map((reply) => known.get(reply.id) ?? reply),
  )
  return { ...discussion, replies: all }
}

/** Adds a comment, or replaces its earlier version. */
export function withComment(discussion: Discussion, comment: Comment): Discussion {
  const { parent_comment_id: parent } = comment
  if (parent === null) return withPage(discussion, [comment])
  const siblings = discussion.replies.get(parent)
  if (!siblings) return counting(discussion, parent, `+${comment.id}`, 1)
  const replies = new Map(discussion.replies)
  replies.set(parent, [...merged(siblings, [comment]).values()].sort(byAge))
  return { ...discussion, replies }
}

/**
 * Applies what changed about a comment, except how many replies it has. The server reads a comment after it has changed,
 * so its count may include replies whose events are still to come, and these count themselves. An unknown comment stays
 * unknown.
 */
export function withChange(discussion: Discussion, comment: Comment): Discussion {
  const known = findPeer(discussion, comment)
  return known ? withComment(discussion, { ...comment, reply_count: known.reply_count }) : discussion
}

/** The known state of a comment. */
function findPeer(discussion: Discussion, { parent_comment_id: parent, id }: Comment): Comment | undefined {
  const peers = parent === null ? discussion.roots : discussion.replies.get(parent)
  return peers?.find((peer) => peer.id === id)
}

/** Removes a comment and the replies below it. */
export function withoutComment(discussion: Discussion, comment: Comment): Discussion {
  const { parent_comment_id: parent, id } = comment
  const replies = new Map(withoutThreads(discussion.replies, [comment]))
  const others = (list: readonly Comment[]) => list.filter((one) => one.id !== id)
  if (parent === null) return { ...discussion, replies, roots: others(discussion.roots) }
  const siblings = replies.get(parent)
  if (!siblings) return counting({ ...discussion, replies }, parent, `-${id}`, -1)
  replies.set(parent, others(siblings))
  return { ...discussion, replies }
}

/** Direct replies to a comment, loaded or not. */
const answersTo = (discussion: Discussion, { id, reply_count }: Comment): number =>
  discussion.replies.get(id)?.length ?? reply_count

/** A comment that was deleted while replies to it stay, as the server shows it. */
const blanked = (comment: Comment): Comment => ({
  ...comment,
  ...BLANK_COMMENT,
  ...NO_AUTHOR,
  deleted_at: new Date().toISOString(),
  user_email: null,
  mine: false,
  can: { ...NO_RIGHTS, reply: comment.can.reply },
})

/** Deletes a comment: it stays without words above replies, and a deleted one above it goes with its last reply. */
export function withDeletion(discussion: Discussion, comment: Comment): Discussion {
  const known = findComment(discussion, comment.id) ?? comment
  if (answersTo(discussion, known) > 0) return withChange(discussion, blanked(known))
  const without = withoutComment(discussion, known)
  const above = known.parent_comment_id === null ? undefined : findComment(without, known.parent_comment_id)
  return above && above.deleted_at !== null && answersTo(without, above) === 0 ? withDeletion(without, above) : without
}

function withoutThreads(
  replies: Discussion['replies'],
  comments: readonly Pick<Comment, 'id'>[],
): Discussion['replies'] {
  const left = new Map(replies)
  const remove = (id: string) => {
    const below = left.get(id)
    left.delete(id)
    for (const reply of below ?? []) remove(reply.id)
  }
  for (const { id } of comments) remove(id)
  return left
}

/** Counts a reply that is not visible, once. */
function counting(discussion: Discussion, parent: string, event: string, by: 1 | -1): Discussion {
  const known = findComment(discussion, parent)
  if (!known || discussion.counted.has(event)) return discussion
  const counted = new Set(discussion.counted).add(event)
  // A restored comment counts again.
  counted.delete(`${by === 1 ? '-' : '+'}${event.slice(1)}`)
  const reply_count = Math.max(0, known.reply_count + by)
  return withComment({ ...discussion, counted }, { ...known, reply_count })
}

/** Prefix of the ids of comments that the server has not answered yet. */
const SENDING = 'sending-'

/**
 * A comment as it will be, with a temporary id until the server answers.
 * @param key separates it from others that are being sent
 */
export const sendingComment = (
  {
    content,
    start_time,
    end_time,
    parent_comment_id,
    visibility,
    has_drawing,
  }: Pick<Comment, 'content'> & Partial<Comment>,
  author: Author,
  key: string,
): Comment => ({
  id: SENDING + key,
  ...BLANK_COMMENT,
  // The server names its video in the answer.
  video_id: '',
  version: 0,
  carried: false,
  content,
  start_time: start_time ?? 0,
  end_time: end_time ?? null,
  parent_comment_id: parent_comment_id ?? null,
  ...author,
  user_email: null,
  created_at: new Date().toISOString(),
  deleted_at: null,
  depth: parent_comment_id == null ? 0 : 1,
  has_drawing: has_drawing ?? false,
  reply_count: 0,
  visibility: visibility ?? 'everyone',
  mine: true,
  can: NO_RIGHTS,
})

/** Whether the server has not answered yet. */
export const isSending = ({ id }: Pick<Comment, 'id'>): boolean => id.startsWith(SENDING)

/** Whether an event's comment is the own one that is being sent. Another person may have written the same text. */
export const isAnswerTo = (sent: Comment, heard: Comment): boolean =>
  heard.can.edit &&
  heard.content === sent.content &&
  heard.start_time === sent.start_time &&
  heard.parent_comment_id === sent.parent_comment_id

/** A known comment, root or reply. */
export function findComment({ roots, replies }: Discussion, id: string): Comment | undefined {
  const known = roots.find((root) => root.id === id)
  if (known) return known
  for (const list of replies.values()) {
    const reply = list.find((one) => one.id === id)
    if (reply) return reply
  }
  return undefined
}

/** The root of a comment's thread, as far as it is known. */
export function rootOf(discussion: Discussion, id: string): string | undefined {
  const comment = findComment(discussion, id)
  if (!comment) return undefined
  return comment.parent_comment_id === null ? id : rootOf(discussion, comment.parent_comment_id)
}

/** Roots without the deleted ones, in time order. */
export const livingRoots = ({ roots, gone }: Discussion): readonly Comment[] =>
  gone.size === 0 ? roots : roots.filter(({ id }) => !gone.has(id))

/** The roots of a list: those that the filter shows, in the chosen order. */
export function listedRoots(
  { roots }: Pick<Discussion, 'roots'>,
  sort: CommentSort,
  filter: CommentFilter,
): readonly Comment[] {
  const shown = roots.filter((root) => passes(filter, root))
  return sort === 'timeline' ? shown : shown.sort((one, other) => byAge(other, one))
}
