import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../../platform/db/database.ts'
import type { Tables } from '../../../../platform/db/schema.ts'
import { ProductError } from '../../../../platform/errors.ts'
import { DATABASE_TIME } from './queries.ts'

/** Milliseconds between two signs of life of a writer; a writer of another process learns from it that it was replaced. */
const BEAT = 2_000
/** A writer stops this many milliseconds before others take it for dead: its last write may still be under way. */
const MARGIN = 3_000
/** Milliseconds between two looks whether the writer before has ended. */
const LOOK = 250

const LEASE_END = sql<Date>`${DATABASE_TIME} + make_interval(secs => ${RESUMABLE.lease})`

/** Ends the writers of this process at once when a newer request replaces them, by the upload's id. */
const writing = new Map<string, Lease>()

/**
 * The right of one request to write to an upload. The newest request always gets it. It may write once the one before
 * has ended, or gave no sign of life for `RESUMABLE.lease` seconds.
 */
export class Lease implements AsyncDisposable {
  readonly #db: Database
  readonly #upload: string
  readonly #token: string
  readonly #expires: boolean
  readonly #lost = new AbortController()
  #beat: NodeJS.Timeout | undefined
  #until: Date | null = null
  #deadline = 0

  private constructor(db: Database, upload: string, expires: boolean) {
    this.#db = db
    this.#upload = upload
    this.#token = randomUUID()
    this.#expires = expires
  }

  /**
   * Replaces the upload's writer. Call with the upload locked, then `begin` after the transaction.
   * @param expires whether the lease ends with the upload's time
   */
  static async take(db: Database, transaction: Transaction<Tables>, upload: string, expires = true): Promise<Lease> {
    const lease = new Lease(db, upload, expires)
    await transaction.updateTable('uploads').set({ writer: lease.#token }).where('id', '=', upload).execute()
    return lease
  }

  /** Aborted when another request has replaced this one. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /**
   * Waits until the writer before has ended.
   * @throws ProductError upload_taken when a newer request came meanwhile, not_found when the upload was removed
   */
  async begin(): Promise<void> {
    const before = writing.get(this.#upload)
    if (before) before.#lose()
    writing.set(this.#upload, this)
    while (!(await this.#renew(sql<boolean>`coalesce(writer_until <= ${DATABASE_TIME}, true)`))) {
      this.check()
      await this.confirm(this.#db)
      await wait(LOOK)
    }
    this.#beat = setInterval(() => void this.#keep(), BEAT)
  }

  /** @throws ProductError upload_taken when this request may no longer write */
  check(): void {
    if (this.#until && performance.now() > this.#deadline) this.#lose()
    if (this.#lost.signal.aborted) throw new ProductError('upload_taken')
  }

  /**
   * Restricts an update of the upload to its newest writer.
   * @throws ProductError upload_taken, upload_expired, not_found
   */
  async confirm(db: Kysely<Tables>): Promise<void> {
    const row = await db
      .selectFrom('uploads')
      .select(['writer', sql<boolean>`expires_at <= ${DATABASE_TIME}`.as('expired')])
      .where('id', '=', this.#upload)
      .executeTakeFirstOrThrow(() => new ProductError('not_found'))
    if (row.writer !== this.#token) throw new ProductError('upload_taken')
    if (row.expired && this.#expires) throw new ProductError('upload_expired')
  }

  /** Lets the next request begin. Does nothing for a request that never wrote. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#beat)
    if (writing.get(this.#upload) === this) writing.delete(this.#upload)
    if (!this.#until) return
    const until = this.#until
    this.#until = null
    await this.#db
      .updateTable('uploads')
      .set({ writer_until: DATABASE_TIME })
      .where('id', '=', this.#upload)
      .where('writer_until', '=', until)
      .execute()
      // Without the database the lease ends by itself.
      .catch(() => undefined)
  }

  async #keep(): Promise<void> {
    try {
      if (!(await this.#renew(sql<boolean>`true`)) && this.#until) this.#lose()
    } catch {
      // The deadline counts while the database is unreachable.
    }
  }

  /** @returns false when this is not the writer, or the condition does not hold */
  async #renew(condition: ReturnType<typeof sql<boolean>>): Promise<boolean> {
    const asked = performance.now()
    const renewed = await this.#db
      .updateTable('uploads')
      .set({ writer_until: LEASE_END, active_at: DATABASE_TIME })
      .where('id', '=', this.#upload)
      .where('writer', '=', this.#token)
      .where(condition)
      .returning('writer_until')
      .executeTakeFirst()
    if (!renewed) return false
    this.#until = renewed.writer_until
    this.#deadline = asked + RESUMABLE.lease * 1000 - MARGIN
    return true
  }

  #lose(): void {
    this.#lost.abort(new ProductError('upload_taken'))
  }
}
