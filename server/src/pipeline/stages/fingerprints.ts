import { readFile } from 'node:fs/promises'
import { sql, type Transaction } from 'kysely'
import { FINGERPRINTS, fingerprintOf } from '../../engines/visual/fingerprint/fingerprint.ts'
import { readLuma } from '../../engines/visual/fingerprint/plain-picture.ts'
import { withJobFolder } from '../../platform/confinement/job-folder.ts'
import { whenReachable } from '../../platform/db/connections.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { type StoredVector, storeVectors } from '../../platform/db/vectors/vectors.ts'
import { PassingError } from '../../platform/errors.ts'
import type { Log } from '../../platform/queue/jobs.ts'
import type { Storage } from '../../platform/storage/storage.ts'

/** The set of the fingerprints. */
export const FINGERPRINT_SET = { engine: FINGERPRINTS, rows_of: 'samples' } as const

/** Samples without fingerprints to read at a time. */
const AT_ONCE = 200

/** The fingerprint of a sample's small picture; null for a flat one. @param file path of a JPEG */
export async function readFingerprint(file: string): Promise<Float32Array | null> {
  return fingerprintOf(await readLuma(await readFile(file)))
}

interface Unread {
  readonly id: number
  readonly video_id: string
  readonly thumbnail_key: string
}

/** What reads the small pictures of samples. */
export interface FingerprintTools {
  readonly db: Database
  readonly storage: Pick<Storage, 'local'>
  readonly log: Log
  /** Absolute path of the folder for jobs' private folders. */
  readonly work_dir: string
}

/**
 * Makes the fingerprints of samples from before there were any, from their small pictures, one video at a time. Waits
 * while database or storage cannot be reached. Several workers may run this at once.
 */
export async function fingerprintOlder(tools: FingerprintTools, signal: AbortSignal): Promise<void> {
  for (let after: number | null = 0; after !== null && !signal.aborted; ) {
    const last: number = after
    after = await whenReachable(() => fingerprintNext(tools, last, signal), Number.POSITIVE_INFINITY)
  }
}

/** @returns the last sample that it looked at; null if there was none left, or when aborted */
async function fingerprintNext(tools: FingerprintTools, after: number, signal: AbortSignal): Promise<number | null> {
  const unread = await nextUnread(tools.db, after)
  const [first] = unread
  if (!first) return null
  const vectors = await withJobFolder(tools.work_dir, (folder) => readAll(tools, unread, folder, signal))
  if (signal.aborted) return null
  await tools.db.transaction().execute((transaction) => storeOlder(transaction, first.video_id, vectors))
  return unread.at(-1)?.id ?? null
}

/** Some samples of one video, in order. A picture that cannot be read is not read again before the next start. */
async function nextUnread(db: Database, after: number): Promise<Unread[]> {
  const { rows } = await sql<Unread>`
    with next as (
      select video_id from samples where not fingerprinted and thumbnail_key is not null and id > ${after}
      order by id limit 1)
    select id, samples.video_id, thumbnail_key from samples join next using (video_id)
    where not fingerprinted and thumbnail_key is not null and id > ${after} order by id limit ${AT_ONCE}`.execute(db)
  return rows
}

async function readAll(
  { storage, log }: FingerprintTools,
  unread: readonly Unread[],
  folder: string,
  signal: AbortSignal,
): Promise<Map<number, Float32Array | null>> {
  const read = new Map<number, Float32Array | null>()
  for (const { id, video_id, thumbnail_key } of unread) {
    if (signal.aborted) break
    try {
      read.set(id, await readFingerprint(await storage.local(thumbnail_key, folder)))
    } catch (error) {
      if (error instanceof PassingError) throw error
      log.warn({ video_id, err: error }, 'no fingerprint of a stored picture')
    }
  }
  return read
}

async function storeOlder(
  transaction: Transaction<Tables>,
  video_id: string,
  read: ReadonlyMap<number, Float32Array | null>,
): Promise<void> {
  // Takes the same lock as storing a stage, so that no stage changes the video meanwhile.
  await sql`select from videos where id = ${video_id} for no key update`.execute(transaction)
  const { rows } = await sql<{ id: number }>`
    update samples set fingerprinted = true
    where id = any(${[...read.keys()]}::bigint[]) and not fingerprinted
    returning id`.execute(transaction)
  const vectors = rows.flatMap(({ id }): StoredVector[] => {
    const vector = read.get(Number(id))
    return vector ? [{ row_id: Number(id), video_id, vector }] : []
  })
  await storeVectors(transaction, FINGERPRINT_SET, vectors)
}
