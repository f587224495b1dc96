import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

const MOST_STEMS = 100_000
const known = new Map<string, string>()

/**
 * Stems of plain words as the database's full-text search makes them; a stop word is its own.
 * @returns a function that gives the stem of each of these words
 */
export async function readStems(db: Database, words: Iterable<string>): Promise<(word: string) => string> {
  const unknown = [...new Set(words)].filter((word) => !known.has(word))
  if (known.size + unknown.length > MOST_STEMS) known.clear()
  if (unknown.length > 0) {
    const { rows } = await sql<{ word: string; stem: string | null }>`
      select word, (ts_lexize('english_stem', word))[1] as stem from unnest(${unknown}::text[]) as word`.execute(db)
    for (const { word, stem } of rows) known.set(word, stem ?? word)
  }
  return (word) => known.get(word) ?? word
}
