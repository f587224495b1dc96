import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

const MOST_STEMS = 100_000
const known = new Map<string, string>()

/**
 * Stems of plain words as the database's full-text search makes them in a language; a stop word is its own, and so is every word of a
 * language that the database has no stems for.
 * @param language BCP 47 tag
 * @returns a function that gives the stem of each of these words
 */
export async function readStems(
  db: Database,
  words: Iterable<string>,
  language: string,
): Promise<(word: string) => string> {
  const key = (word: string) => `${language} ${word}`
  const unknown = [...new Set(words)].filter((word) => !known.has(key(word)))
  if (known.size + unknown.length > MOST_STEMS) known.clear()
  if (unknown.length > 0) {
    const { rows } = await sql<{ word: string; stem: string | null }>`
      select word, (ts_lexize(dictionary, word))[1] as stem
      from unnest(${unknown}::text[]) as word, stem_dictionary(${language}) as dictionary`.execute(db)
    for (const { word, stem } of rows) known.set(key(word), stem ?? word)
  }
  return (word) => known.get(key(word)) ?? word
}
