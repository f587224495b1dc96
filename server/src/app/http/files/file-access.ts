import { findViewerAgain } from '../../../features/identity/api-keys/queries.ts'
import { idsBeingDeleted } from '../../../features/library/videos/queries.ts'
import { refuseFile } from '../../../features/review/sharing/queries.ts'
import type { Database } from '../../../platform/db/database.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { AddressedFile, Holder } from '../../../platform/storage/file-addresses.ts'

/** Milliseconds that a lookup is reused; running answers are checked as often. */
const MEMORY = 5_000
/** Maximum number of remembered people and sessions. */
const REMEMBERED = 10_000

/** The video's id in the key of its files. */
const VIDEO = /^videos\/([0-9a-f-]{36})\//

/**
 * Decides whether a signed address still works: its session, API key or share link is valid, its person is still in the
 * company, and nobody is deleting the video. A page of a hundred pictures costs one lookup.
 */
export class FileAccess {
  readonly #db: Database
  readonly #companies = new Memory<string | null>()
  readonly #deleted = new Memory<ReadonlySet<string>>()

  constructor(db: Database) {
    this.#db = db
  }

  /** @throws ProductError address_invalid, invalid_share_token, link_locked, not_found */
  async check({ holder, key }: AddressedFile): Promise<void> {
    if ('link_id' in holder) {
      // Never cached: people expect a link that was changed to stop at once.
      await refuseFile(this.#db, holder, key)
      return
    }
    const { user_id, session_id, key_id, company_id } = holder
    const name = `${user_id} ${session_id ?? ''} ${key_id ?? ''}`
    const company = await this.#companies.get(name, () => this.#companyOf(holder))
    if (company !== company_id) throw new ProductError('address_invalid')
    const video = VIDEO.exec(key)?.[1]
    if (video && (await this.#deleted.get('', () => idsBeingDeleted(this.#db))).has(video))
      throw new ProductError('not_found')
  }

  /** The company of a person; null when the session or the API key has ended. */
  async #companyOf({ user_id, session_id, key_id }: Exclude<Holder, { link_id: string }>): Promise<string | null> {
    const key = key_id === null ? {} : { api_key: { id: key_id } }
    return (await findViewerAgain(this.#db, { user_id, session_id, ...key }))?.company_id ?? null
  }
}

/** Caches lookups for a short time. Requests during a lookup wait for the same answer. */
class Memory<T> {
  readonly #known = new Map<string, { readonly until: number; readonly value: Promise<T> }>()

  async get(name: string, look: () => Promise<T>): Promise<T> {
    const known = this.#known.get(name)
    if (known && known.until > performance.now()) return await known.value
    if (this.#known.size >= REMEMBERED) this.#known.clear()
    // Counted from before the lookup, which may miss a change that happens during it.
    const entry = { until: performance.now() + MEMORY, value: look() }
    this.#known.set(name, entry)
    try {
      return await entry.value
    } catch (error) {
      if (this.#known.get(name) === entry) this.#known.delete(name)
      throw error
    }
  }
}
