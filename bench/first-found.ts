import { sql } from 'kysely'
import type { Database } from '../server/src/platform/db/database.ts'
import { ENDS, LOOK, type Modalities, statusOf, withIndexing } from './index-run.ts'
import type { Product } from './product-at.ts'

/** When searches first find something in a video, in seconds after its upload. */
export interface FirstFound {
  /** The first row that a search can find. */
  readonly any: number
  /** Its first seconds, by every chosen modality; null for a version that stores nothing before a stage ends. */
  readonly all: number | null
}

/**
 * Indexes a video as `measure` does, but only until searches find its first moments.
 * @param folder for all files of the run
 */
export async function measureFirst(
  product: Product,
  folder: string,
  video: string,
  modalities: Modalities,
): Promise<FirstFound> {
  return await withIndexing(product, folder, video, modalities, async ({ db, id, started }) => {
    let any: number | null = null
    for (;;) {
      const { status, error, searchable_until } = await statusOf(db, id)
      const seconds = (performance.now() - started) / 1000
      if (any === null && (await isFound(db, id))) any = seconds
      if (any !== null && searchable_until !== null) return { any, all: seconds }
      if (any !== null && status === 'SUCCESS') return { any, all: null }
      if (ENDS.includes(status)) throw new Error(`The video ended ${status}: ${error}`)
      await new Promise((resolve) => setTimeout(resolve, LOOK))
    }
  })
}

/** Whether a search finds anything in a video: a row of the engine that answers for it. */
async function isFound(db: Database, id: string): Promise<boolean> {
  const found = (stage: string, table: string) => sql`
    exists (select from video_stages as done join ${sql.table(table)} as row using (video_id, engine)
      where done.video_id = ${id} and done.stage = ${stage})`
  const { rows } = await sql<{ found: boolean }>`
    select ${found('speech', 'cues')} or ${found('visual', 'concepts')} or ${found('ocr', 'text_spans')} as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}
