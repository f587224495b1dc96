import { sql } from 'kysely'
import type { Sender } from '../../seed/rows/senders.ts'
import type { Database } from '../src/platform/db/database.ts'
import type { Product } from './product.ts'
import { searchMatches } from './search-calls.ts'

/** Texts of the lines that are found for exact words, and not by their meaning. */
export async function findExactLines(
  api: Pick<Product, 'get'>,
  viewer: Sender,
  collection_id: string,
  query: string,
): Promise<string[]> {
  const asked = { index_id: collection_id, query, search_type: 'CONVERSATION', as_typed: 'true' }
  return (await searchMatches(api, viewer, asked)).matches.map((match) => match.text)
}

/** Texts of the lines of a video that have a vector, in order. */
export async function embeddedLines(db: Database, video_id: string): Promise<string[]> {
  const { rows: sets } = await sql<{ number: number }>`
    select number from vector_engines where rows_of = 'cues'`.execute(db)
  const texts = sets.map(async ({ number }) => {
    const { rows } = await sql<{ text: string }>`
      select cues.text from cues join ${sql.table(`vectors_${number}`)} as wide on wide.row_id = cues.id
      where cues.video_id = ${video_id} order by cues.number`.execute(db)
    return rows.map((row) => row.text)
  })
  return (await Promise.all(texts)).flat()
}
