import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'

/** Rows per statement: PostgreSQL allows at most 65,535 parameters. */
const CHUNK = 1_000

/** Calls `insert` with at most a thousand rows at a time, and not at all without rows. */
export async function inChunks<Row>(rows: readonly Row[], insert: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) await insert(rows.slice(start, start + CHUNK))
}

/** Removes an engine's rows of a video from one table. @param engine null for rows without an engine */
export async function removeRows(
  transaction: Transaction<Tables>,
  table: 'concepts' | 'descriptors' | 'cues' | 'text_spans',
  video_id: string,
  engine: string | null,
): Promise<void> {
  if (engine !== null)
    await transaction.deleteFrom(table).where('video_id', '=', video_id).where('engine', '=', engine).execute()
}
