import { approvals } from '@footnote/contract/nouns/review/approvals.ts'
import { type Comment, comments } from '@footnote/contract/nouns/review/comments.ts'
import { shareLinks } from '@footnote/contract/nouns/review/sharing/links.ts'
import { expect } from 'vitest'
import { RefusedCall } from '../contract-client.ts'
import { type Cast, FRAMES, type Participant, RATE, tokenOf } from './cast.ts'
import type { Hearing } from './hearing.ts'
import type { Ledger } from './ledger.ts'
import { readComments } from './seen.ts'

const DRAWING = { v: 1 as const, shapes: [{ t: 'rect' as const, c: 'red' as const, w: 0.02, p: [0.2, 0.2, 0.8, 0.7] }] }
/** A place in a frame, in seconds: neither its start nor its end. */
const within = (frame: number): number => ((frame + 0.4) * RATE.den) / RATE.num
const WORDS = ['Warmer', 'Größer', 'Медленнее', 'لاحقا', 'もっと', 'Hold on']
/** Acts on a comment that somebody else can delete in the same moment. */
const ON_COMMENTS = ['reply', 'edit', 'draw', 'resolve', 'delete', 'undo', 'carry', 'earlier'] as const
/** What everybody but the viewer does; what is listed more often happens more often. */
const KINDS = [
  ...ON_COMMENTS,
  ...(['comment', 'comment', 'comment', 'reply', 'resolve', 'delete'] as const),
  ...(['verdict', 'request', 'link'] as const),
]
type Kind = (typeof KINDS)[number] | 'refusal'
const isOnComment = (kind: Kind): boolean => ON_COMMENTS.some((one) => one === kind)

/** Random acts of six people. All follow from one seed. */
export class Acts {
  readonly counts: Record<string, number> = {}
  readonly #cast: Cast
  readonly #ledger: Ledger
  readonly #chance: () => number
  #texts = 0

  constructor(cast: Cast, ledger: Ledger, chance: () => number) {
    this.#cast = cast
    this.#ledger = ledger
    this.#chance = chance
  }

  #pick<T>(among: readonly T[]): T | undefined {
    return among[Math.floor(this.#chance() * among.length)]
  }

  /** Lets up to three people act at once. */
  async round(hearings: readonly Hearing[]): Promise<void> {
    const actors = hearings.toSorted(() => this.#chance() - 0.5).slice(0, 1 + Math.floor(this.#chance() * 3))
    const seen = await Promise.all(actors.map((actor) => actor.comments()))
    // What each does is chosen before anybody begins, so that the seed alone decides it.
    const chosen = actors.map(({ who, video }, place) => this.#choose(who, video, seen[place] ?? []))
    await Promise.all(chosen.map((act) => act && this.#did(act)))
  }

  async #did([kind, act]: readonly [Kind, () => Promise<unknown>]): Promise<void> {
    try {
      await act()
      this.#count(kind)
    } catch (error) {
      if (!isOnComment(kind) || !(error instanceof RefusedCall) || error.status !== 404) throw error
      this.#count('too late')
    }
  }

  #count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  #text(): string {
    this.#texts += 1
    return `${this.#pick(WORDS)!} ${String(this.#texts).padStart(5, '0')}.`
  }

  #choose(who: Participant, video: string, seen: readonly Comment[]) {
    const kind = who === this.#cast.viewer ? 'refusal' : this.#pick(KINDS)!
    const act = this.#act(kind, who, video, seen)
    return act && ([kind, act] as const)
  }

  #act(kind: Kind, who: Participant, video_id: string, seen: readonly Comment[]): (() => Promise<unknown>) | null {
    const { client } = this.#cast
    const [caller, chance] = [who.as(video_id), this.#chance()]
    // Mostly what was written last, so that people meet at one comment.
    const able = (right: keyof Comment['can'], roots = false) => {
      const fit = seen.filter(({ can, depth }) => can[right] && (!roots || depth === 0))
      const by_age = fit.toSorted((one, other) => one.created_at.localeCompare(other.created_at))
      return this.#pick(this.#chance() < 0.5 ? by_age.slice(-2) : by_age)
    }
    const on = (comment: Comment) => ({ params: { video_id, comment_id: comment.id } })
    const name = who.guest_name === undefined ? {} : { guest_name: who.guest_name }
    const ofVideo = { params: { video_id } }
    switch (kind) {
      case 'comment': {
        const first = Math.floor(this.#chance() * FRAMES)
        const last = Math.min(FRAMES - 1, first + Math.floor(this.#chance() * 30))
        const range = this.#chance() < 0.5 ? { end_time: within(last) } : {}
        const team = who.account && chance < 0.4 ? { visibility: 'team' as const } : {}
        const drawing = this.#chance() < 0.2 ? { drawing: DRAWING } : {}
        const body = { content: this.#text(), start_time: within(first), ...range, ...team, ...drawing, ...name }
        // Some go back to an earlier version.
        const on_video = this.#chance() < 0.8 ? video_id : this.#pick(this.#cast.versions)!
        const sent = { params: { video_id: on_video }, body }
        return async () => this.#ledger.written(await client.call(comments.create, sent, who.as(on_video)))
      }
      case 'reply': {
        const to = able('reply')
        const body = { content: this.#text(), parent_comment_id: to?.id ?? null, ...name }
        return to
          ? async () => this.#ledger.written(await client.call(comments.create, { ...ofVideo, body }, caller))
          : null
      }
      case 'edit':
      case 'draw': {
        const own = able('edit', kind === 'draw')
        const content = this.#text()
        const drawing = kind === 'draw' ? { drawing: own?.has_drawing ? null : DRAWING } : {}
        if (!own) return null
        return async () => {
          await client.call(comments.update, { ...on(own), body: { content, ...drawing } }, caller)
          this.#ledger.changed(own.id, content)
        }
      }
      case 'resolve': {
        const root = able('resolve')
        const body = { resolved: root?.resolved_at === null }
        return root ? () => client.call(comments.resolve, { ...on(root), body }, caller) : null
      }
      case 'delete':
      case 'undo': {
        const own = able('delete')
        if (!own) return null
        return async () => {
          await client.call(comments.delete, on(own), caller)
          this.#ledger.deleted(own.id)
          if (kind === 'delete') return
          await client.call(comments.restore, on(own), caller)
          this.#ledger.restored(own.id)
        }
      }
      case 'carry':
      case 'earlier':
        return who.account ? () => this.#earlier(who, video_id, kind, chance) : null
      case 'verdict': {
        if (who !== this.#cast.colleague && who !== this.#cast.approver) return null
        const verdict = this.#pick(['approved', 'changes_requested', 'withdrawn'] as const)!
        return () => client.call(approvals.decide, { ...ofVideo, body: { verdict, note: 'As said.' } }, caller)
      }
      case 'request':
        return who === this.#cast.owner
          ? () => this.#cast.request(video_id, chance < 0.5 ? null : '2036-01-01T12:00:00Z')
          : null
      case 'link':
        return who.account ? () => this.#link(who, video_id) : null
      case 'refusal':
        return chance < 0.2 ? () => this.#refusal(video_id) : null
    }
  }

  /** Places or resolves an open comment of an earlier version. */
  async #earlier(who: Participant, video_id: string, kind: 'carry' | 'earlier', chance: number): Promise<void> {
    const { client } = this.#cast
    const open = (await readComments(this.#cast, who, video_id, 'open')).filter(({ depth }) => depth === 0)
    const comment = open[Math.floor(chance * open.length)]
    if (!comment) return
    const caller = who.as(video_id)
    const start_time = within(Math.floor(chance * FRAMES))
    const params = { video_id: kind === 'carry' ? video_id : comment.video_id, comment_id: comment.id }
    if (kind === 'carry') await client.call(comments.carry, { params, body: { start_time } }, caller)
    else await client.call(comments.resolve, { params, body: { resolved: true } }, caller)
  }

  /** Makes a link, reads by it, and ends it. */
  async #link(who: Participant, video_id: string): Promise<void> {
    const { client } = this.#cast
    const [params, query] = [{ video_id }, {}]
    const body = { permission: 'viewer' as const, expires_in_days: 7 as const }
    const { share_url, id } = await client.call(shareLinks.createForVideo, { params, body }, who.as(video_id))
    const reader = { share_token: tokenOf(share_url) }
    const { items } = await client.call(comments.list, { params, query }, reader)
    if (items.some(({ visibility, number }) => visibility === 'team' || number?.startsWith('T')))
      throw new Error(`A new link shows a team-only comment: ${JSON.stringify(items)}`)
    await client.call(shareLinks.revoke, { params: { id } }, who.as(video_id))
    expect(await client.refusal(comments.list, { params, query }, reader)).toBe('invalid_share_token')
  }

  /** Whoever may only watch cannot write. */
  async #refusal(video_id: string): Promise<void> {
    const { client, viewer } = this.#cast
    const body = { content: 'Not mine to say.', start_time: 1, guest_name: 'Noor' }
    expect(await client.refusal(comments.create, { params: { video_id }, body }, viewer.as(video_id))).toBe('forbidden')
  }
}
