// Past 250 lines: what is read, heard, sent and held changes one state, and is right together only.
import type { Comment, CommentEvent, StreamEnded } from '@footnote/contract/nouns/comments.ts'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { randomKey } from '../../../lib/random-key.ts'
import type { CommentsApi, NewComment } from '../comments-api.ts'
import {
  type Discussion,
  EMPTY,
  findComment,
  isAnswerTo,
  livingRoots,
  sendingComment,
  withChange,
  withComment,
  withoutComment,
  withPage,
  withReplies,
  withRoots,
} from './discussion.ts'
import { withHeld, withoutReleased } from './held.ts'
import { follow } from './live.ts'

export interface DiscussionState {
  readonly discussion: Discussion
  /** Roots that there are, read or not. */
  readonly total: number
  /** `begun` while the rest is being read: what is there can be shown. */
  readonly reading: 'nothing' | 'begun' | 'all' | 'failed'
  /** Whether changes by others are heard of. */
  readonly connected: boolean
}

/** Milliseconds that the list waits for the stream of events: read after it, the list misses nothing. */
const PATIENCE = 1_000
/** Milliseconds that a connection may be away before anybody is told. */
const GRACE = 1_500
/** Milliseconds until a list that is shown, and could not be brought up to date, is read again. */
const AGAIN = 5_000

/** Everything that is known of the comments of a video; kept up to date by what the server tells. */
export class DiscussionStore {
  readonly #api: CommentsApi
  readonly #listeners = new Set<() => void>()
  readonly #author: () => Pick<Comment, 'first_name' | 'last_name'>
  /** Own comments that are shown and not answered yet. */
  readonly #sending = new Set<Comment>()
  #state: DiscussionState = { discussion: EMPTY, total: 0, reading: 'nothing', connected: true }
  #reading: AbortController | null = null
  /** What was heard while the list was being read, which may be older. */
  #meanwhile: CommentEvent[] = []
  #lost: ReturnType<typeof setTimeout> | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  /** Comments at which somebody writes. */
  readonly #held: string[] = []
  #onEnded: (reason: StreamEnded) => void = () => undefined

  /** @param author under whose name own comments are shown until the server has answered */
  constructor(api: CommentsApi, author: () => Pick<Comment, 'first_name' | 'last_name'>) {
    this.#api = api
    this.#author = author
  }

  read = (): DiscussionState => this.#state

  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads the comments and goes on hearing of them. @param onEnded told once when that is over @returns the way to stop */
  start(onEnded: (reason: StreamEnded) => void): () => void {
    const stop = new AbortController()
    const impatient = setTimeout(() => void this.load(), PATIENCE)
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
    })
    const listener = {
      onOpen: () => {
        clearTimeout(impatient)
        clearTimeout(this.#lost)
        this.#lost = undefined
        this.#set({ connected: true })
        void this.load()
      },
      onLost: () => {
        this.#lost ??= setTimeout(() => this.#set({ connected: false }), GRACE)
      },
      onComment: (event: CommentEvent) => this.#hear(event),
      onEnded: (reason: StreamEnded) => this.#onEnded(reason),
    }
    void this.#glance(stop.signal)
    void follow(this.#api.events, listener, stop.signal)
    return () => stop.abort()
  }

  /** Reads all roots, page by page, and again the replies that are known. */
  async load(): Promise<void> {
    clearTimeout(this.#again)
    this.#reading?.abort()
    const reading = new AbortController()
    this.#reading = reading
    this.#meanwhile = []
    const known = this.#state.reading === 'all'
    if (!known) this.#set({ reading: this.#state.discussion.roots.length > 0 ? 'begun' : 'nothing' })
    const roots: Comment[] = []
    try {
      for (let page = 1, more = true; more; page += 1) {
        const { items, total, page_size } = await this.#api.list(page, reading.signal)
        roots.push(...items)
        more = page * page_size < total
        // The first page is enough to begin with: drawing each of the others would keep it waiting.
        if (page === 1) this.#begin(items, total)
      }
      this.#reading = null
      this.#apply((discussion) => withRoots(discussion, roots), { reading: 'all' })
      await this.#catchUp()
    } catch (error) {
      if (reading.signal.aborted) return
      this.#reading = null
      this.#failed('comments', error)
      if (known) this.#again = setTimeout(() => void this.load(), AGAIN)
      else this.#apply((discussion) => withPage(discussion, roots), { reading: 'failed' })
    }
  }

  /** Shows the first comments while the stream of events opens; they are read again when it has. */
  async #glance(signal: AbortSignal): Promise<void> {
    const page = await this.#api.list(1, signal).catch(() => null)
    if (page && this.#state.reading === 'nothing') this.#begin(page.items, page.total)
  }

  #begin(items: readonly Comment[], total: number): void {
    if (this.#state.reading === 'all') return
    this.#apply((discussion) => withPage(discussion, items), { total, reading: 'begun' })
  }

  /** Reads the direct replies to a comment. @throws what the call throws */
  async loadReplies(id: string): Promise<void> {
    try {
      const replies = await this.#api.replies(id)
      this.#apply((discussion) => (findComment(discussion, id) ? withReplies(discussion, id, replies) : discussion))
    } catch (error) {
      this.#failed('replies', error)
      throw error
    }
  }

  /** Writes a comment, which is shown at once and is gone again when it fails. @throws what the call throws */
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

  /** @returns the comment as it is shown; null for a reply where replies are not shown */
  #show({ start_time, end_time, parent_comment_id, ...comment }: NewComment): Comment | null {
    const parent = parent_comment_id ? findComment(this.#state.discussion, parent_comment_id) : undefined
    if (parent_comment_id && !(parent && this.#state.discussion.replies.has(parent.id))) return null
    const place = parent ?? { start_time: start_time ?? 0, end_time: end_time ?? null }
    const shown = sendingComment(
      { ...comment, start_time: place.start_time, end_time: place.end_time, parent_comment_id: parent?.id ?? null },
      this.#author(),
      comment.idempotency_key ?? randomKey(),
    )
    this.#sending.add(shown)
    this.#apply((discussion) => withComment(discussion, shown))
    return shown
  }

  /** @throws what the call throws */
  async update(id: string, content: string): Promise<void> {
    const changed = await this.#checked(this.#api.update(id, content))
    this.#apply((discussion) => withChange(discussion, changed))
  }

  /** What somebody else has just deleted is gone all the same. @throws what the call throws */
  async remove(comment: Comment): Promise<void> {
    await this.#checked(this.#api.remove(comment.id)).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    })
    this.#apply((discussion) => withoutComment(discussion, comment))
  }

  /** Keeps a comment in its place, deleted or not, while somebody writes at it. @returns the way to let it go */
  hold(id: string): () => void {
    this.#held.push(id)
    return () => {
      this.#held.splice(this.#held.indexOf(id), 1)
      this.#apply((discussion) => withoutReleased(discussion, this.#held))
    }
  }

  #hear(event: CommentEvent): void {
    if (this.#reading) this.#meanwhile.push(event)
    // It may be heard of before it is answered.
    const own = event.kind === 'created' ? [...this.#sending].filter((one) => isAnswerTo(one, event.comment)) : []
    this.#apply((discussion) => withEvent(own.reduce(withoutComment, discussion), event))
  }

  /** What was heard while the list was read is said again; where that may count a reply twice, the replies are read. */
  async #catchUp(): Promise<void> {
    const heard = this.#meanwhile
    this.#meanwhile = []
    // What goes from a page that was read moves one that was not read into it.
    if (heard.some(({ kind, comment }) => kind === 'deleted' && comment.depth === 0)) return await this.load()
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
      // The video may be gone, or only the comment: the list tells.
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
    this.#state = {
      ...next,
      total: reading === 'all' ? livingRoots(discussion).length : Math.max(total, discussion.roots.length),
    }
    for (const listener of this.#listeners) listener()
  }
}

function withEvent(discussion: Discussion, { kind, comment }: CommentEvent): Discussion {
  if (kind === 'deleted') return withoutComment(discussion, comment)
  return kind === 'created' ? withComment(discussion, comment) : withChange(discussion, comment)
}
