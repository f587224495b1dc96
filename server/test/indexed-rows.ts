import type { Database } from '../src/db/database.ts'

/** Everything that indexing has written of a video, without what differs between two videos of the same file. */
export async function indexedRows(db: Database, id: string) {
  const key = (value: string | null) => value?.replaceAll(id, 'ID') ?? null
  const { storage_key, created_at, collection_id, file_name, playback, ...video } = await db
    .selectFrom('videos')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const shots = await db.selectFrom('shots').selectAll().where('video_id', '=', id).orderBy('number').execute()
  const samples = await db.selectFrom('samples').selectAll().where('video_id', '=', id).orderBy('time').execute()
  const times = new Map(samples.map((sample) => [sample.id, sample.time]))
  const concepts = await db.selectFrom('concepts').selectAll().where('video_id', '=', id).execute()
  const descriptors = await db.selectFrom('descriptors').selectAll().where('video_id', '=', id).execute()
  const cues = await db.selectFrom('cues').selectAll().where('video_id', '=', id).orderBy('number').execute()
  const spans = await db.selectFrom('text_spans').selectAll().where('video_id', '=', id).orderBy('number').execute()
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
      // The rest of a video is decoded after it is indexed, in its own time.
      playback: playback === 'UNCHECKED' ? 'READY' : playback,
    },
    shots: plain(shots),
    samples: plain(samples.map(withoutId)),
    concepts: ofSample(concepts),
    descriptors: ofSample(descriptors),
    cues: plain(cues.map(withoutId)),
    spans: plain(spans.map(withoutId)),
    stages: stages.map(({ stage, engine }) => ({ stage, engine })),
    charges: charges.map(({ seconds, bytes, company_id }) => ({ seconds, bytes, company_id })),
  }
}
