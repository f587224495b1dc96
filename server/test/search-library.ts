import { addCollection } from '../../seed/rows/collections.ts'
import { addIndexedVideo, type IndexResults } from '../../seed/rows/indexed-video.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { createTestDatabase } from './test-database.ts'

/** A fresh database with one collection, filled as by indexing. Times in seconds. */
export async function makeSearchLibrary() {
  const url = await createTestDatabase()
  const db = openDatabase(url)
  const collection_id = await addCollection(db, null, { name: 'Library', ocr: true })
  return {
    db,
    url,
    collection_id,
    addVideo: (indexed: IndexResults) => addIndexedVideo(db, collection_id, indexed),
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
