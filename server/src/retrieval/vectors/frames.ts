import { sql } from 'kysely'
import type { ReferenceDescription } from '../../engines/engine.ts'
import type { Database } from '../../platform/db/database.ts'
import { readVector } from '../../platform/db/vectors/vectors.ts'

/** A stored picture of a video; it shows the frames from its time on. */
export interface StoredFrame {
  readonly sample_id: number
  readonly video_id: string
  /** Seconds. */
  readonly time: number
  /** Storage key of a small picture of it. */
  readonly thumbnail_key: string | null
}

/**
 * The picture of a moment: the last one before it in the same shot, else the nearest.
 * @param time seconds
 * @returns null when the video has no stored picture for that time, as during indexing
 */
export async function readFrame(db: Database, video_id: string, time: number): Promise<StoredFrame | null> {
  const { rows } = await sql<StoredFrame>`
    select sample.id as sample_id, sample.video_id, sample.time, sample.thumbnail_key
    from samples as sample left join shots on shots.video_id = sample.video_id and shots.number = sample.shot
    where sample.video_id = ${video_id} and not exists (
      select from video_stages as pass
      where pass.video_id = ${video_id} and pass.stage = 'samples' and pass.until < ${time}::float8)
    order by coalesce(shots.start_time <= ${time}::float8 and shots.end_time > ${time}::float8, false) desc,
      sample.time <= ${time}::float8 desc, abs(sample.time - ${time}::float8)
    limit 1`.execute(db)
  return rows[0] ?? null
}

/** An engine's stored description of a picture, for comparisons; null if there is none. */
export async function readDescription(
  db: Database,
  engine: string,
  { sample_id }: StoredFrame,
): Promise<ReferenceDescription | null> {
  const [vector, stored] = await Promise.all([
    readVector(db, { engine, rows_of: 'samples' }, sample_id),
    db
      .selectFrom('descriptors')
      .select('descriptor')
      .where('sample_id', '=', sample_id)
      .where('engine', '=', engine)
      .executeTakeFirst(),
  ])
  // Descriptors are also stored among the vectors.
  if (stored) return { descriptor: floatsOf(stored.descriptor) }
  return vector && { vector }
}

/** @param stored float4, little endian */
const floatsOf = (stored: Buffer): Float32Array =>
  Float32Array.from({ length: stored.length >> 2 }, (_, at) => stored.readFloatLE(at * 4))
