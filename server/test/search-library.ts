import { randomUUID } from 'node:crypto'
import type { Concept } from '../src/engines/engine.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { createTestDatabase } from './test-database.ts'
import { cueRows, spanRows, type TimedLine } from './timed-lines.ts'

/** A sample of a test; shots are ten seconds long. */
export interface LibrarySample {
  readonly time: number
  readonly concepts?: readonly Partial<Concept>[]
  readonly descriptor?: Float32Array
}

/** A fresh database with one collection, filled as by indexing. Times in seconds. */
export async function makeSearchLibrary() {
  const url = await createTestDatabase()
  const db = openDatabase(url)
  const { id: collection_id } = await db
    .insertInto('collections')
    .values({ name: 'Library', sample: true, visual: true, ocr: true, audio: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    db,
    url,
    collection_id,
    addVideo: (options: VideoOptions) => addVideo(db, collection_id, options),
    /** Makes another engine the one that ran a stage on a video. */
    async changeEngine(video_id: string, stage: string, engine: string): Promise<void> {
      await db
        .updateTable('video_stages')
        .set({ engine })
        .where('video_id', '=', video_id)
        .where('stage', '=', stage)
        .execute()
    },
    close: () => db.destroy(),
  }
}

interface VideoOptions {
  readonly samples?: readonly LibrarySample[]
  readonly said?: readonly TimedLine[]
  /** BCP 47 tag; English by default. */
  readonly language?: string
  readonly written?: readonly TimedLine[]
}

async function addVideo(
  db: Database,
  collection_id: string,
  { samples = [], said = [], language = 'en', written = [] }: VideoOptions,
): Promise<string> {
  const id = randomUUID()
  const file = { file_name: `${id}.mp4`, file_extension: 'mp4', file_size: 1, storage_key: `videos/${id}/original` }
  await db
    .insertInto('videos')
    .values({ id, collection_id, ...file, status: 'SUCCESS', duration: 100 })
    .execute()
  const stages = [
    { stage: 'visual', engine: 'concepts-1' },
    { stage: 'speech', engine: 'heard-1' },
    { stage: 'ocr', engine: 'read-1' },
  ]
  await db
    .insertInto('video_stages')
    .values(stages.map((stage) => ({ video_id: id, ...stage })))
    .execute()
  if (said.length > 0)
    await db
      .insertInto('cues')
      .values(cueRows(id, 'heard-1', said, language))
      .execute()
  if (written.length > 0)
    await db
      .insertInto('text_spans')
      .values(spanRows(id, 'read-1', written))
      .execute()
  for (const sample of samples) await addSample(db, id, sample)
  return id
}

async function addSample(
  db: Database,
  video_id: string,
  { time, concepts = [], descriptor }: LibrarySample,
): Promise<void> {
  const shot = Math.floor(time / 10)
  await db
    .insertInto('shots')
    .values({ video_id, number: shot, start_time: shot * 10, end_time: shot * 10 + 10 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id: sample_id } = await db
    .insertInto('samples')
    .values({ video_id, time, shot, thumbnail_key: `videos/${video_id}/samples/${time}.jpg` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const seen = { sample_id, video_id, engine: 'concepts-1', box: null }
  for (const { name = '', kind = 'object', confidence = 0.6, colours } of concepts)
    await db
      .insertInto('concepts')
      .values({ ...seen, name, kind, confidence, colours: colours ? [...colours] : null })
      .execute()
  if (descriptor)
    await db
      .insertInto('descriptors')
      .values({ sample_id, video_id, engine: 'concepts-1', descriptor: Buffer.from(descriptor.buffer) })
      .execute()
}
