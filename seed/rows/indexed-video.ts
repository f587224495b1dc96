import type { Product } from './product.ts'
import { cueRows, spanRows, type TimedLine } from './timed-lines.ts'

/** The results of indexing a video; times in seconds. Each object has its own shot. */
interface Indexed {
  readonly said?: readonly TimedLine[]
  readonly written?: readonly TimedLine[]
  readonly seen?: readonly TimedLine[]
}

/** Adds a video of 100 seconds to a collection as if it had been indexed. @returns its id */
export async function addSearchableVideo(
  { db, aVideo }: Product,
  collection_id: string,
  { said = [], written = [], seen = [] }: Indexed,
): Promise<string> {
  const id = await aVideo(null, collection_id, { duration: 100 })
  const engine = 'factory'
  const stages = ['speech', 'ocr', 'visual'].map((stage) => ({ video_id: id, stage, engine }))
  await db.insertInto('video_stages').values(stages).execute()
  if (said.length > 0)
    await db
      .insertInto('cues')
      .values(cueRows(id, engine, said))
      .execute()
  if (written.length > 0)
    await db
      .insertInto('text_spans')
      .values(spanRows(id, engine, written))
      .execute()
  for (const [number, [start_time, end_time, name]] of seen.entries()) {
    await db.insertInto('shots').values({ video_id: id, number, start_time, end_time }).execute()
    const sample = await db
      .insertInto('samples')
      .values({ video_id: id, time: start_time, shot: number, thumbnail_key: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const concept = { sample_id: sample.id, video_id: id, engine, name, kind: 'object', confidence: 0.9 }
    await db
      .insertInto('concepts')
      .values({ ...concept, box: null, colours: null })
      .execute()
  }
  return id
}
