import { sql } from 'kysely'
import { whenReachable } from '../../platform/db/connections.ts'
import type { Database } from '../../platform/db/database.ts'
import { storeVectors } from '../../platform/db/vectors/vectors.ts'

interface DescriptorRow {
  readonly sample_id: number
  readonly engine: string
  readonly descriptor: Buffer
}

/**
 * Adds descriptors from before signatures existed to the vectors of their engines, one video at a time. Until then each
 * search by picture reads them all. Waits while the database cannot be reached. Several workers may run this at once.
 */
export async function indexDescriptors(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await whenReachable(() => indexNext(db), Number.POSITIVE_INFINITY)));
}

/** @returns whether there was another video */
async function indexNext(db: Database): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    // Takes the same lock as storing a stage, so that no stage changes the video meanwhile.
    const next = await sql<{ id: string }>`
      select id from videos
      where exists (select from descriptors where video_id = videos.id and not by_signature)
      limit 1 for update skip locked`.execute(transaction)
    const video_id = next.rows[0]?.id
    if (!video_id) return false
    const { rows } = await sql<DescriptorRow>`
      select sample_id, engine, descriptor from descriptors where video_id = ${video_id} and not by_signature
      order by sample_id`.execute(transaction)
    for (const [engine, described] of Map.groupBy(rows, (row) => row.engine)) {
      const vectors = described.map(({ sample_id, descriptor }) => ({
        row_id: sample_id,
        video_id,
        vector: toFloats(descriptor),
      }))
      await storeVectors(transaction, { engine, rows_of: 'samples' }, vectors)
    }
    await transaction.updateTable('descriptors').set({ by_signature: true }).where('video_id', '=', video_id).execute()
    return true
  })
}

function toFloats(packed: Buffer): Float32Array {
  return Float32Array.from({ length: packed.length >> 2 }, (_, at) => packed.readFloatLE(at * 4))
}
