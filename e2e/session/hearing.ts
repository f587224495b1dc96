import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { openEvents, type ReceivedEvent } from '../../server/test/event-stream.ts'
import {
  type Discussion,
  EMPTY,
  withReplies,
  withRoots,
} from '../../web/src/features/review/comments/discussion/discussion.ts'
import { withEvent } from '../../web/src/features/review/comments/discussion/discussion-store.ts'
import type { Cast, Participant } from './cast.ts'
import { readComments, type Sight, seenOf } from './seen.ts'

type Stream = Awaited<ReturnType<typeof openEvents>>

/** A person whose page has every thread open: the list as it was at first, and whatever the stream of events said since. */
export class Hearing {
  readonly who: Participant
  readonly video: string
  readonly #cast: Pick<Cast, 'client'>
  readonly #stream: Stream
  #discussion: Discussion = EMPTY
  #applied = 0

  private constructor(cast: Pick<Cast, 'client'>, who: Participant, video: string, stream: Stream) {
    this.#cast = cast
    this.who = who
    this.video = video
    this.#stream = stream
  }

  static async begin(cast: Pick<Cast, 'client' | 'product'>, who: Participant, video: string): Promise<Hearing> {
    const hearing = new Hearing(cast, who, video, await openEvents(cast.product.origin, video, who.as(video)))
    await hearing.#read()
    return hearing
  }

  /** Everything that the stream said. */
  get events(): readonly ReceivedEvent[] {
    return this.#stream.events
  }

  close(): void {
    this.#stream.close()
  }

  /** The comments as the events have left them; each reply follows what it answers. */
  async comments(): Promise<Comment[]> {
    for (; this.#applied < this.events.length; this.#applied += 1) {
      const { event, data } = this.events[this.#applied]!
      if (event === 'comment') this.#discussion = withEvent(this.#discussion, data)
      if (event === 'comments' || event === 'missed') await this.#read()
    }
    const { roots } = this.#discussion
    const all: Comment[] = []
    for (const root of roots) all.push(...(await this.#below(root)))
    return all
  }

  async sight(): Promise<Sight> {
    return (await this.comments()).map(seenOf)
  }

  async #read(): Promise<void> {
    const all = await readComments(this.#cast, this.who, this.video)
    this.#discussion = withRoots(
      this.#discussion,
      all.filter(({ depth }) => depth === 0),
    )
    for (const { id, reply_count } of all) if (reply_count > 0) this.#open(id, all)
  }

  #open(id: string, all: readonly Comment[]): void {
    const replies = all.filter(({ parent_comment_id }) => parent_comment_id === id)
    this.#discussion = withReplies(this.#discussion, id, replies)
  }

  /** A comment and what is below it. The first reply to a comment is read when it has come, as a press on 'Show' does. */
  async #below(comment: Comment): Promise<Comment[]> {
    const { id, reply_count } = comment
    if (reply_count > 0 && !this.#discussion.replies.has(id))
      this.#open(id, await readComments(this.#cast, this.who, this.video))
    const replies = this.#discussion.replies.get(id)
    const all = [{ ...comment, reply_count: replies?.length ?? reply_count }]
    for (const reply of replies ?? []) all.push(...(await this.#below(reply)))
    return all
  }
}
