// Past 250 lines: reads, events, sends and holds all change one state, and it is correct only with all of them.
import type { Comment, CommentEvent, CommentPage } from '@footnote/contract/nouns/review/comments.ts'
import type { StreamEnded } from '@footnote/contract/nouns/review/live.ts'
import { ApiError } from '../../../../lib/calls/api-error.ts'
import type { FollowVideo, ReviewEvent } from '../../../../lib/calls/events.ts'
import { randomKey } from '../../../../lib/random-key.ts'
import type { ChangeName, Changes, CommentsApi, NewComment } from '../comments-api.ts'
import type { Author } from '../list/author.ts'
import {
  type Discussion,
  EMPTY,
  findComment,
  isAnswerTo,
  livingRoots,
  sendingComment,
  withChange,
  withComment,
  withDeletion,
  withoutComment,
  withPage,
  withReplies,
  withRoots,
} from './discussion.ts'
import { withHeld, withoutReleased } from './held.ts'

export interface DiscussionState {
  readonly discussion: Discussion
  /** Number of roots, loaded or not. */
  readonly total: number
  /** Number of resolved roots, loaded or not. */
  readonly resolved: number
  /** `begun` while further pages load: the first can be shown. */
  readonly reading: 'nothing' | 'begun' | 'all' | 'failed'
  /** Whether events arrive. */
  readonly connected: boolean
}

/** Milliseconds that the list waits for the stream of events: loaded after it opens, the list misses nothing. */
const PATIENCE = 1_000
/** Milliseconds without a connection before the pane says so. */
const GRACE = 1_500
/** Milliseconds before a visible list that failed to update is loaded again. */
const AGAIN = 5_000

/** The comments of a video as far as they are loaded, kept up to date by the server's events. */
export class DiscussionStore {
  /** Name under which own comments and changes are shown until the server answers. */
  readonly author: () => Author
  readonly #api: CommentsApi
  readonly #listeners = new Set<() => void>()
  /** Own comments that are visible, but not answered yet. */
  readonly #sending = new Set<Comment>()
  #state: DiscussionState = { discussion: EMPTY, total: 0, resolved: 0, reading: 'nothing', connected: true }
  #reading: AbortController | null = null
  /** Events during a load of the list. The list may be older than they are. */
  #meanwhile: CommentEvent[] = []
  /** Whether the stream is open, so that what happens after a read arrives after it. */
  #open = false
  /**
   * Whether to read the list when the stream opens: the last read failed, or was made without an open stream, so that events
   * which are sent then may be in it already.
   */
  #due = true
  #lost: ReturnType<typeof setTimeout> | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  /**
   * Ids of comments whose count of replies may be ahead of the events: lists and events have comments as they are when they
   * are read, and events of those replies may still come.
   */
  readonly #ahead = new Set<string>()
  /** Ids of comments whose replies were read. */
  readonly #opened = new Set<string>()
  /** Ids of comments with an open box for a reply or an edit. */
  readonly #held: string[] = []
  #onEnded: (reason: StreamEnded) => void = () => undefined

  constructor(api: CommentsApi, author: () => Author) {
    this.#api = api
    this.author = author
  }

  read = (): DiscussionState => this.#state

  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Loads the comments and follows their events.
   * @param follow how the page hears of them
   * @param onEnded called once when there is nothing more to follow
   * @param onNews called with each event, and with null after events may have been missed
   * @returns a function that stops it
   */
  start(
    follow: FollowVideo,
    onEnded: (reason: StreamEnded) => void,
    onNews: (news: ReviewEvent | null) => void,
  ): () => void {
    const stop = new AbortController()
    // What the page has read before an opening that came soon is as new as the stream.
    let outdated = false
    const impatient = setTimeout(() => {
      outdated = true
      void this.load()
    }, PATIENCE)
    this.#onEnded = (reason) => {
      if (stop.signal.aborted) return
      stop.abort()
      onEnded(reason)
    }
    stop.signal.addEventListener('abort', () => {
      clearTimeout(impatient)
      clearTimeout(this.#lost)
      clearTimeout(this.#again)
      this.#reading?.abort()
      this.#open = false
    })
    void this.#glance(stop.signal)
    follow(
      {
        onOpen: (resumed) => {
          clearTimeout(impatient)
          clearTimeout(this.#lost)
          this.#lost = undefined
          this.#open = true
          this.#set({ connected: true })
          if (!resumed || this.#due) void this.load()
          if (!resumed && outdated) onNews(null)
          outdated = true
        },
        onClosed: (why) => {
          this.#open = false
          if (this.#reading) this.#due = true
          if (why === 'lost') this.#lost ??= setTimeout(() => this.#set({ connected: false }), GRACE)
        },
        onEvent: (event) => {
          if (event.name === 'comment') this.#hear(event.data)
          if (event.name === 'comments') void this.load()
          onNews(event)
        },
        onEnded: (reason) => this.#onEnded(reason),
      },
      stop.signal,
    )
    return () => stop.abort()
  }

  /** Loads all roots page by page, and the known replies again. */
  async load(): Promise<void> {
    clearTimeout(this.#again)
    this.#reading?.abort()
    const reading = new AbortController()
    this.#reading = reading
    this.#meanwhile = []
    this.#due = !this.#open
    const known = this.#state.reading === 'all'
    if (!known) this.#set({ reading: this.#state.discussion.roots.length > 0 ? 'begun' : 'nothing' })
    const roots: Comment[] = []
    try {
      for (let page = 1, more = true; more; page += 1) {
        const { items, total, counts, page_size } = await this.#api.list(page, reading.signal)
        roots.push(...items)
        more = page * page_size < total
        // Shows the first page at once, but not each of the others, because drawing them would delay the rest.
        if (page === 1) this.#begin(items, counts)
      }
      this.#reading = null
      this.#apply((discussion) => withRoots(discussion, roots), { reading: 'all' })
      this.#ahead.clear()
      for (const { id, reply_count } of roots) if (reply_count > 0) this.#ahead.add(id)
      await this.#catchUp(new Set(roots.map(({ id }) => id)).size < roots.length)
    } catch (error) {
      if (reading.signal.aborted) return
      this.#reading = null
      this.#due = true
      this.#failed('comments', error)
      if (known) this.#again = setTimeout(() => void this.load(), AGAIN)
      else this.#apply((discussion) => withPage(discussion, roots), { reading: 'failed' })
    }
  }

  /** Shows the first page while the stream of events opens; the list is loaded again after that. */
  async #glance(signal: AbortSignal): Promise<void> {
    const page = await this.#api.list(1, signal).catch(() => null)
    if (page && this.#state.reading === 'nothing') this.#begin(page.items, page.counts)
  }

  #begin(items: readonly Comment[], { open, resolved }: CommentPage['counts']): void {
    if (this.#state.reading === 'all') return
    this.#apply((discussion) => withPage(discussion, items), { total: open + resolved, resolved, reading: 'begun' })
  }

  /** Loads the direct replies to a comment. @throws every error of the call */
  async loadReplies(id: string): Promise<void> {
    try {
      const replies = await this.#api.replies(id)
      this.#opened.add(id)
      this.#apply((discussion) => (findComment(discussion, id) ? withReplies(discussion, id, replies) : discussion))
    } catch (error) {
      this.#failed('replies', error)
      throw error
    }
  }

  /** Posts a comment. It is visible at once, and disappears if posting fails. @throws every error of the call */
  async post(comment: NewComment): Promise<Comment> {
    const shown = this.#show(comment)
    try {
      const made = await this.#checked(this.#api.create(comment))
      this.#apply((discussion) => withComment(shown ? withoutComment(discussion, shown) : discussion, made))
      return made
    } catch (error) {
      if (shown) this.#apply((discussion) => withoutComment(discussion, shown))
      throw error
    } finally {
      if (shown) this.#sending.delete(shown)
    }
  }

  /** @returns the comment as shown, or null for a reply among replies that are not visible */
  #show({ start_time, end_time, parent_comment_id, ...comment }: NewComment): Comment | null {
    const parent = parent_comment_id ? findComment(this.#state.discussion, parent_comment_id) : undefined
    if (parent_comment_id && !(parent && this.#state.discussion.replies.has(parent.id))) return null
    const { content, visibility = 'everyone' } = comment
    const place = parent ?? { start_time: start_time ?? 0, end_time: end_time ?? null, visibility }
    const shown = sendingComment(
      {
        content,
        start_time: place.start_time,
        end_time: place.end_time,
        visibility: place.visibility,
        has_drawing: comment.drawing != null,
        parent_comment_id: parent?.id ?? null,
      },
      this.author(),
      comment.idempotency_key ?? randomKey(),
    )
    this.#sending.add(shown)
    this.#apply((discussion) => withComment(discussion, shown))
    return shown
  }

  /** A loaded root. */
  root(id: string): Comment | undefined {
    return this.#state.discussion.roots.find((root) => root.id === id)
  }

  /**
   * Changes a comment.
   * @param shown fields that show at once, and go back if the call fails; none without it
   * @throws every error of the call
   */
  async change<Name extends ChangeName>(
    id: string,
    name: Name,
    body: Changes[Name],
    shown?: Partial<Comment>,
  ): Promise<void> {
    const before = shown && findComment(this.#state.discussion, id)
    if (before) this.#apply((discussion) => withChange(discussion, { ...before, ...shown }))
    try {
      const changed = await this.#checked(this.#api.change(id, name, body))
      this.#apply((discussion) => withChange(discussion, changed))
    } catch (error) {
      if (before) this.#apply((discussion) => withChange(discussion, before))
      throw error
    }
  }

  /** Succeeds, too, if somebody else has just deleted it. @throws every other error of the call */
  async remove(comment: Comment): Promise<void> {
    await this.#checked(this.#api.remove(comment.id)).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    })
    this.#apply((discussion) => withDeletion(discussion, comment))
  }

  /** Undoes a deletion of a moment ago. @throws every error of the call */
  async restore(id: string): Promise<void> {
    const restored = await this.#api.restore(id)
    this.#apply((discussion) => withComment(discussion, restored))
  }

  /**
   * Keeps a comment in its place, deleted or not, while somebody writes a reply or an edit.
   * @returns a function that releases it
   */
  hold(id: string): () => void {
    this.#held.push(id)
    return () => {
      this.#held.splice(this.#held.indexOf(id), 1)
      this.#apply((discussion) => withoutReleased(discussion, this.#held))
    }
  }

  #hear(event: CommentEvent): void {
    if (this.#reading) this.#meanwhile.push(event)
    // The event of an own comment may come before the answer to its post.
    const own = event.kind === 'created' ? [...this.#sending].filter((one) => isAnswerTo(one, event.comment)) : []
    this.#apply((discussion) => withEvent(own.reduce(withoutComment, discussion), event))
    const { id, parent_comment_id: parent, reply_count } = event.comment
    if (event.kind === 'created' && reply_count > 0) this.#ahead.add(id)
    // A thread that comes back has lost its replies, and may still be open: the list draws a change later than it happens.
    if (event.kind === 'created' && this.#opened.has(id)) this.#readUnread(id)
    if (event.kind !== 'updated' && parent !== null && this.#ahead.delete(parent)) this.#readUnread(parent)
  }

  #readUnread(id: string): void {
    if (!this.#state.discussion.replies.has(id)) void this.loadReplies(id).catch(() => undefined)
  }

  /**
   * Applies the events that came while the list was loading. If one could count a reply twice, the replies are loaded
   * again.
   * @param repeated whether a root is on two of the loaded pages, so that another one may be on none
   */
  async #catchUp(repeated: boolean): Promise<void> {
    const heard = this.#meanwhile
    this.#meanwhile = []
    // A root deleted from a loaded page moves one from an unread page into it, and one with another place moves between
    // pages, so the list must load again.
    const hasMoved = ({ kind }: CommentEvent) => kind === 'deleted' || (repeated && kind === 'updated')
    if (heard.some((event) => event.comment.depth === 0 && hasMoved(event))) return await this.load()
    const unsure = new Set(this.#state.discussion.replies.keys())
    for (const event of heard) {
      const { parent_comment_id: parent } = event.comment
      if (parent === null || event.kind === 'updated') this.#apply((discussion) => withEvent(discussion, event))
      else if (findComment(this.#state.discussion, parent)) unsure.add(parent)
    }
    await Promise.all([...unsure].map((id) => this.loadReplies(id).catch(() => undefined)))
  }

  async #checked<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer
    } catch (error) {
      // The video or only the comment may be deleted: loading the list shows which.
      if (error instanceof ApiError && error.status === 404) void this.load()
      throw error
    }
  }

  #failed(what: string, error: unknown): void {
    console.warn(what, error)
    if (error instanceof ApiError && error.status === 404 && what === 'comments')
      this.#onEnded({ code: error.code, detail: error.detail })
  }

  #apply(change: (discussion: Discussion) => Discussion, besides: Partial<DiscussionState> = {}): void {
    const before = this.#state.discussion
    this.#set({ ...besides, discussion: withHeld(before, change(before), this.#held) })
  }

  #set(change: Partial<DiscussionState>): void {
    const next = { ...this.#state, ...change }
    const { reading, total, discussion } = next
    const roots = livingRoots(discussion)
    this.#state =
      reading === 'all'
        ? { ...next, total: roots.length, resolved: roots.filter(({ resolved_at }) => resolved_at !== null).length }
        : { ...next, total: Math.max(total, discussion.roots.length) }
    for (const listener of this.#listeners) listener()
  }
}

/** Applies what the stream of events says about a comment. */
export function withEvent(discussion: Discussion, { kind, comment }: CommentEvent): Discussion {
  if (kind === 'deleted') return withoutComment(discussion, comment)
  return kind === 'created' ? withComment(discussion, comment) : withChange(discussion, comment)
}
