import { sql } from 'kysely'
import type { Database } from '../src/platform/db/database.ts'

/** A word of a set of lines, with the numbers of the lines that have it, lowest first. */
interface KeptWord {
  readonly source: string
  readonly video_id: string
  readonly engine: string
  readonly language: string
  readonly lexeme: string
  readonly numbers: string
}

/** The stored words of lines, and the words that no line has. */
export async function keptWords(db: Database) {
  const words = await sql<KeptWord>`
    select source, video_id, engine, language, lexeme, encode(word_lines.numbers, 'hex') as numbers
    from word_lines join line_sets as kept on kept.id = set_id join line_words as word on word.id = word_id
    order by source, video_id, engine, language, lexeme`.execute(db)
  const sets = await sql`
    select source, video_id, engine, lines, numbers, languages, longest from line_sets
    order by source, video_id, engine`.execute(db)
  const unused = await sql<{ lexeme: string }>`
    select lexeme from line_words where id not in (select word_id from word_lines)`.execute(db)
  return { words: words.rows, sets: sets.rows, unused: unused.rows }
}

/** The same, counted from the lines themselves. */
export async function countedWords(db: Database) {
  const words = await sql<KeptWord>`
    select source, video_id, engine, language, lexeme,
      encode(string_agg(int4send(number), ''::bytea order by number), 'hex') as numbers
    from lines, unnest(tsv) group by source, video_id, engine, language, lexeme
    order by source, video_id, engine, language, lexeme`.execute(db)
  const sets = await sql`
    select source, video_id, engine, count(*)::integer as lines, max(number) + 1 as numbers,
      array_agg(distinct language) as languages, max(end_time - start_time) as longest
    from lines group by source, video_id, engine order by source, video_id, engine`.execute(db)
  return { words: words.rows, sets: sets.rows, unused: [] }
}
