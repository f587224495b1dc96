import { findViewerAgain } from '../../../features/api-keys/queries.ts'
import { findOpenLink } from '../../../features/sharing/queries.ts'
import { idsBeingDeleted } from '../../../features/videos/queries.ts'
import type { Database } from '../../../platform/db/database.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { AddressedFile, Holder } from '../../../platform/storage/file-addresses.ts'

/** What was found out is good for so long, in milliseconds; an answer on its way is looked at as often. */
const MEMORY = 5_000
/** Most people and sign-ins that are remembered at once. */
const REMEMBERED = 10_000

/** Videos by the keys of their files. */
const VIDEO = /^videos\/([0-9a-f-]{36})\//

/**
 * Whether an address that was given out may still be fetched: its sign-in, key or link has not ended, its person is in the
 * company still, its video is not being deleted. A page of a hundred pictures is one look.
 */
export class FileAccess {
  readonly #db: Database
  readonly #companies = new Memory<string | null>()
  readonly #deleted = new Memory<ReadonlySet<string>>()

  constructor(db: Database) {
    this.#db = db
  }

  /** @throws ProductError address_invalid, invalid_share_token, not_found */
  async check({ holder, key }: AddressedFile): Promise<void> {
    if ('link_id' in holder) {
      // Not remembered: who revokes a link expects it to end at once.
      if (!(await findOpenLink(this.#db, { id: holder.link_id }))) throw new ProductError('invalid_share_token')
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

  /** The company that a person is in; null where the sign-in or the key has ended. */
  async #companyOf({ user_id, session_id, key_id }: Exclude<Holder, { link_id: string }>): Promise<string | null> {
    const key = key_id === null ? {} : { api_key: { id: key_id } }
    return (await findViewerAgain(this.#db, { user_id, session_id, ...key }))?.company_id ?? null
  }
}

/** Remembers for a short while what was looked up. Who asks while it is looked up waits for the same answer. */
class Memory<T> {
  readonly #known = new Map<string, { readonly until: number; readonly value: Promise<T> }>()

  async get(name: string, look: () => Promise<T>): Promise<T> {
    const known = this.#known.get(name)
    if (known && known.until > performance.now()) return await known.value
    if (this.#known.size >= REMEMBERED) this.#known.clear()
    // Counted from before the look: what ends meanwhile may have been missed.
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
