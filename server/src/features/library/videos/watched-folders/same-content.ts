import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import type { Services } from '../../../services.ts'
import type { FoundFile } from './scan-folder.ts'

/** Bytes to hash before other work of the process gets a turn. */
const BLOCK = 1024 ** 2

/** What a collection has of somebody's content. */
export interface SameContent {
  /** Null for a video that was deleted: its files do not come back. */
  readonly video_id: string | null
}

/** A video that may have the content of a file. */
interface Candidate {
  readonly id: string
  readonly storage_key: string
  readonly sha256: string | null
}

/**
 * Looks for the content of a file among the videos that its owner has, or had, in a collection. Only where the size is
 * there too is anything read: the file, and a video whose hash is not known yet.
 */
export class ContentSearch {
  readonly #services: Pick<Services, 'db' | 'storage'>
  readonly #owner: UserViewer
  readonly #collection_id: string
  readonly #file: Pick<FoundFile, 'size'> & { readonly handle: FileHandle }
  readonly #signal: AbortSignal | undefined
  /** Videos of another content, which may have lost their file. */
  readonly #others = new Set<string>()
  #sha256: Promise<string> | undefined

  constructor(
    services: Pick<Services, 'db' | 'storage'>,
    owner: UserViewer,
    collection_id: string,
    file: Pick<FoundFile, 'size'> & { readonly handle: FileHandle },
    signal: AbortSignal | undefined,
  ) {
    this.#services = services
    this.#owner = owner
    this.#collection_id = collection_id
    this.#file = file
    this.#signal = signal
  }

  /** Takes over a hash that was computed on the way, so that the file is not read for it. */
  know(sha256: string): void {
    this.#sha256 = Promise.resolve(sha256)
  }

  /** The hash of the file; null if nobody needed it. */
  async known(): Promise<string | null> {
    return (await this.#sha256) ?? null
  }

  /**
   * @param but a video that does not count
   * @returns null for content that is new
   */
  async find(but: string | null): Promise<SameContent | null> {
    const { db } = this.#services
    if (await this.#ofThisSize(db, but).limit(1).executeTakeFirst()) {
      const own = await this.#own()
      for (const candidate of await this.#candidates(db, own, but)) {
        if ((candidate.sha256 ?? (await this.#hashOf(candidate))) === own) return { video_id: candidate.id }
        this.#others.add(candidate.id)
      }
    }
    return (await this.#hadBefore()) ? { video_id: null } : null
  }

  /** Whether a video that may have this content has come since the last search. Call it with the collection locked. */
  async hasMore(transaction: Kysely<Tables>, but: string | null): Promise<boolean> {
    const own = await this.known()
    if (own !== null) return (await this.#candidates(transaction, own, but)).length > 0
    return (await this.#ofThisSize(transaction, but).limit(1).executeTakeFirst()) !== undefined
  }

  /** Videos of the owner with the size of the file, the oldest first. */
  #ofThisSize(db: Kysely<Tables>, but: string | null) {
    return db
      .selectFrom('videos')
      .select(['id', 'storage_key', 'sha256'])
      .where('collection_id', '=', this.#collection_id)
      .where('user_id', '=', this.#owner.user_id)
      .where('file_size', '=', this.#file.size)
      .where('status', '!=', 'DELETING')
      .where('id', 'is distinct from', but)
      .orderBy('created_at')
  }

  /** Those of them that have the content, or whose content nobody knows. */
  async #candidates(db: Kysely<Tables>, own: string, but: string | null): Promise<Candidate[]> {
    const rows = await this.#ofThisSize(db, but)
      .where((is) => is.or([is('sha256', '=', own), is('sha256', 'is', null)]))
      .execute()
    return rows.filter(({ id }) => !this.#others.has(id))
  }

  async #hadBefore(): Promise<boolean> {
    const rows = await this.#services.db
      .selectFrom('imported_files')
      .select('sha256')
      .where('collection_id', '=', this.#collection_id)
      .where('user_id', '=', this.#owner.user_id)
      .where('size', '=', this.#file.size)
      .where('sha256', 'is not', null)
      .where(
        sql<boolean>`not exists (select from videos
          where videos.id = imported_files.video_id and videos.status <> 'DELETING')`,
      )
      .execute()
    if (rows.length === 0) return false
    const own = await this.#own()
    return rows.some(({ sha256 }) => sha256 === own)
  }

  #own(): Promise<string> {
    this.#sha256 ??= (async () => {
      const hash = createHash('sha256')
      const end = Math.max(0, this.#file.size - 1)
      const content = this.#file.handle.createReadStream({ start: 0, end, autoClose: false, highWaterMark: BLOCK })
      await pipeline(content, hash, this.#signal ? { signal: this.#signal } : {})
      return hash.digest('hex')
    })()
    return this.#sha256
  }

  /** Nobody waits for its validation, which may be hours away; the hash is kept for the next file of this size. */
  async #hashOf({ id, storage_key }: Candidate): Promise<string | null> {
    const { db, storage } = this.#services
    const hash = createHash('sha256')
    try {
      await pipeline(await storage.read(storage_key), hash, this.#signal ? { signal: this.#signal } : {})
    } catch (error) {
      // Its deletion was faster.
      if (error instanceof ProductError && error.code === 'not_found') return null
      throw error
    }
    const sha256 = hash.digest('hex')
    await db.updateTable('videos').set({ sha256 }).where('id', '=', id).where('sha256', 'is', null).execute()
    return sha256
  }
}
