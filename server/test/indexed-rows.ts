import { sql } from 'kysely'
import type { Database } from '../src/platform/db/database.ts'

/** Everything that indexing has written for a video, without values that differ between two videos of the same file. */
export async function indexedRows(db: Database, id: string) {
  const key = (value: string | null) => value?.replaceAll(id, 'ID') ?? null
  const row = await db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { storage_key, created_at, replaces_since, collection_id, stack_id, file_name, playback, ...video } = row
  const shots = await db.selectFrom('shots').selectAll().where('video_id', '=', id).orderBy('number').execute()
  const samples = await db.selectFrom('samples').selectAll().where('video_id', '=', id).orderBy('time').execute()
  const times = new Map(samples.map((sample) => [sample.id, sample.time]))
  const concepts = await db.selectFrom('concepts').selectAll().where('video_id', '=', id).execute()
  const descriptors = await db.selectFrom('descriptors').selectAll().where('video_id', '=', id).execute()
  const cues = await db.selectFrom('cues').selectAll().where('video_id', '=', id).orderBy('number').execute()
  const spans = await db.selectFrom('text_spans').selectAll().where('video_id', '=', id).orderBy('number').execute()
  const vectors = await vectorsOf(db, id)
  const stages = await db.selectFrom('video_stages').selectAll().where('video_id', '=', id).orderBy('stage').execute()
  const charges = await db.selectFrom('usage_charges').selectAll().where('video_id', '=', id).execute()
  const ofSample = <Row extends { sample_id: number }>(rows: Row[]) =>
    rows
      .map(({ sample_id, ...row }) => JSON.stringify({ ...row, time: times.get(sample_id) }))
      .map((text) => text.replaceAll(id, 'ID'))
      .sort()
  const withoutId = <Row extends { id: number }>({ id: _id, ...row }: Row) => row
  const plain = (rows: object[]) => rows.map((row) => JSON.parse(JSON.stringify(row).replaceAll(id, 'ID')))
  return {
    video: {
      ...plain([video])[0],
      file: key(storage_key),
      // The check of the video's other pictures runs later, at its own time.
      playback: playback === 'UNCHECKED' ? 'READY' : playback,
    },
    shots: plain(shots),
    samples: plain(samples.map(withoutId)),
    concepts: ofSample(concepts),
    descriptors: ofSample(descriptors),
    cues: plain(cues.map(withoutId)),
    spans: plain(spans.map(withoutId)),
    vectors,
    stages: stages.map(({ stage, engine }) => ({ stage, engine })),
    charges: charges.map(({ seconds, bytes, company_id }) => ({ seconds, bytes, company_id })),
  }
}

/** The video's embeddings, each with the time of its row. */
async function vectorsOf(db: Database, id: string): Promise<string[]> {
  const { rows: sets } = await sql<{ engine: string; rows_of: string; number: number }>`
    select engine, rows_of, number from vector_engines order by engine, rows_of`.execute(db)
  const found = await Promise.all(
    sets.map(async ({ engine, rows_of, number }) => {
      const time = sql.ref(rows_of === 'samples' ? 'line.time' : 'line.start_time')
      const { rows } = await sql<{ time: number; vector: Buffer }>`
        select ${time} as time, wide.vector from ${sql.table(`vectors_${number}`)} as wide
          join ${sql.table(rows_of)} as line on line.id = wide.row_id
        where line.video_id = ${id} order by time`.execute(db)
      return rows.map((row) => `${engine} ${rows_of} ${row.time} ${row.vector.toString('base64')}`)
    }),
  )
  return found.flat()
}
