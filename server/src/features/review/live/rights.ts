import { atMost } from '../../../platform/at-most.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import { PassingError, ProductError } from '../../../platform/errors.ts'
import type { Reviewer } from '../../../platform/route.ts'
import { findViewerAgain } from '../../identity/api-keys/queries.ts'
import type { Circumstances } from '../../library/collections/policy.ts'
import { findDiscussionRow } from '../comments/queries.ts'
import { findOpenLink } from '../sharing/queries.ts'
import { linkShows } from '../sharing/shown/queries.ts'
import { type Listener, streamedDiscussion } from './queries.ts'

/** Reads in parallel, so that other calls find free connections. */
export const AT_ONCE = 4

/** What a changed row is about that decides rights. Migration 075 sends it. */
export type RightsMessage = { readonly [About in 'user' | 'company' | 'link' | 'collection' | 'stack']?: string }
export const RIGHTS_CHANNEL = 'footnote_rights'

/** Whether such a change may have given rights to a listener, or taken some. */
export const mayConcern = (message: RightsMessage, { viewer, discussion }: Listener): boolean =>
  viewer.company_id === message.company ||
  (viewer.kind === 'user' ? viewer.user_id === message.user : viewer.link_id === message.link) ||
  (discussion !== null &&
    (discussion.collection.company_id === message.company ||
      discussion.collection.id === message.collection ||
      discussion.video.stack_id === message.stack))

/** Reads the rights of many listeners as of now: each person, each link and each video once. */
export class RightsReader {
  readonly #db: Reader
  readonly #circumstances: Circumstances
  readonly #turn = atMost(AT_ONCE)
  readonly #reads = new Map<string, Promise<unknown>>()
  /** Why the database did not answer; asking it for all the others would only take time. */
  #failure: { readonly error: unknown } | null = null

  constructor(db: Reader, circumstances: Circumstances) {
    this.#db = db
    this.#circumstances = circumstances
  }

  /**
   * The listener as of now, by the rules of the call that opened the stream, and when a link ends by itself.
   * @throws ProductError the error that the call would get now
   */
  async read({ viewer: before, discussion }: Listener): Promise<Listener & { readonly ends_at: Date | null }> {
    const { viewer, ends_at } = await this.#viewer(before)
    if (discussion === null) return { viewer, discussion, ends_at }
    const { id } = discussion.video
    const row = await this.#once(id, () => findDiscussionRow(this.#db, id))
    return { viewer, discussion: streamedDiscussion(viewer, row, this.#circumstances), ends_at }
  }

  /** @throws ProductError unauthenticated, invalid_share_token, link_locked */
  async #viewer(before: Reviewer): Promise<{ readonly viewer: Reviewer; readonly ends_at: Date | null }> {
    if (before.kind === 'user') {
      const key = before.session_id ?? before.api_key?.id ?? ''
      const viewer = await this.#once(key, () => findViewerAgain(this.#db, before))
      if (!viewer) throw new ProductError('unauthenticated')
      return { viewer, ends_at: null }
    }
    const link = await this.#once(before.link_id, () => findOpenLink(this.#db, { id: before.link_id }))
    const shows =
      link && (await this.#once(`${link.id} ${before.video_id}`, () => linkShows(this.#db, link.id, before.video_id)))
    if (!shows) throw new ProductError('invalid_share_token')
    // A new password ends the pages of those who have only the old one.
    if (link.pass_version !== before.pass_version) throw new ProductError('link_locked')
    const { permission, show_versions, expires_at } = link
    return { viewer: { ...before, permission, show_versions }, ends_at: expires_at }
  }

  /** @param key id of the row that is read */
  #once<Row>(key: string, read: () => Promise<Row>): Promise<Row> {
    const known = this.#reads.get(key)
    // The same id is always that of the same kind of row.
    if (known) return known as Promise<Row>
    const reading = this.#turn(async () => {
      if (this.#failure) throw this.#failure.error
      try {
        return await read()
      } catch (error) {
        if (error instanceof PassingError) this.#failure = { error }
        throw error
      }
    })
    this.#reads.set(key, reading)
    return reading
  }
}
