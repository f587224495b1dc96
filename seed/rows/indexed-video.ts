import type { Insertable } from 'kysely'
import type { Concept } from '../../server/src/engines/engine.ts'
import type { Database } from '../../server/src/platform/db/database.ts'
import type { Shots, Videos } from '../../server/src/platform/db/schema.ts'
import { cueRows, spanRows, type TimedLine } from './lines.ts'
import { videoRow } from './videos.ts'

/** A picture that was looked at. */
export interface SampledPicture {
  /** Seconds. */
  readonly time: number
  readonly concepts?: readonly Partial<Concept>[]
  readonly descriptor?: Float32Array
}

/** The results of indexing a video; times in seconds. */
export interface IndexResults {
  readonly said?: readonly TimedLine[]
  /** Of what is said, a BCP 47 tag; English by default. */
  readonly language?: string
  readonly written?: readonly TimedLine[]
  /** Objects; each has its own shot, and a sample at the beginning of it. */
  readonly seen?: readonly TimedLine[]
  /** In shots of ten seconds; in place of `seen`. */
  readonly samples?: readonly SampledPicture[]
}

/** The engines that indexed a video. */
const ENGINES = { speech: 'heard-1', ocr: 'read-1', visual: 'concepts-1' } as const
/** Seconds. */
const SHOT = 10

/**
 * Adds a video of 100 seconds to a collection as if it had been indexed. It has no file.
 * @param values columns that differ from the defaults
 * @returns its id
 */
export async function addIndexedVideo(
  db: Database,
  collection_id: string,
  { said = [], language, written = [], seen = [], samples = [] }: IndexResults = {},
  values: Partial<Insertable<Videos>> = {},
): Promise<string> {
  const row = videoRow(collection_id, { duration: 100, ...values })
  const { id } = row
  await db.insertInto('videos').values(row).execute()
  const stages = Object.entries(ENGINES).map(([stage, engine]) => ({ video_id: id, stage, engine }))
  await db.insertInto('video_stages').values(stages).execute()
  const cues = cueRows(id, ENGINES.speech, said, language)
  if (cues.length > 0) await db.insertInto('cues').values(cues).execute()
  const spans = spanRows(id, ENGINES.ocr, written)
  if (spans.length > 0) await db.insertInto('text_spans').values(spans).execute()
  for (const [number, [start_time, end_time, name]] of seen.entries()) {
    const shot = { video_id: id, number, start_time, end_time }
    await addSample(db, shot, { time: start_time, concepts: [{ name, confidence: 0.9 }] })
  }
  for (const sample of samples) {
    const number = Math.floor(sample.time / SHOT)
    const shot = { video_id: id, number, start_time: number * SHOT, end_time: (number + 1) * SHOT }
    await addSample(db, shot, sample)
  }
  return id
}

/** Adds a sample, and its shot unless another sample did. */
async function addSample(
  db: Database,
  shot: Insertable<Shots>,
  { time, concepts = [], descriptor }: SampledPicture,
): Promise<void> {
  const { video_id, number } = shot
  await db
    .insertInto('shots')
    .values(shot)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id: sample_id } = await db
    .insertInto('samples')
    .values({ video_id, time, shot: number, thumbnail_key: `videos/${video_id}/samples/${time}.jpg` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = { sample_id, video_id, engine: ENGINES.visual }
  for (const { name = '', kind = 'object', confidence = 0.6, colours } of concepts)
    await db
      .insertInto('concepts')
      .values({ ...made, name, kind, confidence, box: null, colours: colours ? [...colours] : null })
      .execute()
  if (descriptor)
    await db
      .insertInto('descriptors')
      .values({ ...made, descriptor: Buffer.from(descriptor.buffer) })
      .execute()
}
