import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { QueryWord } from './meaning.ts'
import { readStems } from './stems.ts'
import { isForeign } from './words.ts'

/** A line that was said or stood on the screen. Times in seconds. */
export interface TextLine {
  readonly video_id: string
  readonly number: number
  readonly start_time: number
  readonly end_time: number
  readonly text: string
  /** BCP 47 tag of the language whose full-text search it is found by. */
  readonly language: string
}

/** Lines, and in how many of all lines each of the query's words occurs. */
export interface TextCandidates {
  readonly lines: TextLine[]
  /** Number of lines in all. */
  readonly total: number
  /** In the order of the query's words. */
  readonly frequencies: number[]
}

/** Where a modality keeps its lines. */
export type TextSource = { table: 'cues'; stage: 'speech' } | { table: 'text_spans'; stage: 'ocr' }

/** Up to this many lines all are compared word by word, which also finds words that only sound alike. */
const COMPARE_ALL = 3_000
const MOST_CANDIDATES = 1_000
/** Related words that full-text search looks for, per word of the query. */
const MOST_RELATED = 40
/** pg_trgm similarity of a query word to some part of a line. */
const LEAST_SIMILARITY = 0.5
const RELATED_VALUE = 0.5

/** Lines of some videos, of the engine whose work is complete, that may answer a query. */
export async function textCandidates(
  db: Database,
  source: TextSource,
  video_ids: readonly string[],
  words: readonly QueryWord[],
): Promise<TextCandidates> {
  const table = sql.table(source.table)
  const current = sql`${table} as line join video_stages as done
    on done.video_id = line.video_id and done.stage = ${source.stage} and done.engine = line.engine`
  const chosen = sql`line.video_id = any(${video_ids}::uuid[])`
  const language = source.table === 'cues' ? sql`line.language` : sql`'en'::text`
  const columns = sql`line.video_id, line.number, line.start_time, line.end_time, line.text, ${language} as language`
  const queries = words.map(({ word }) => word)
  // Full text takes a run of letters without spaces for one word, and knows one language; in the C locale there are no trigrams of them.
  const stem = await readStems(db, queries, 'en')
  const parts = queries.map((word) => (isForeign(word) ? stem(word) : null))
  const counts = await sql<{ total: number; languages: string[] | null; frequencies: number[] }>`
    select count(*) as total, array_agg(distinct ${language}) as languages,
      array(select count(*) filter (where line.tsv @@ plainto_tsquery(text_configuration(${language}), word.plain)
          or strpos(plain_text(line.text), word.part) > 0)
        from ${current}, unnest(${queries}::text[], ${parts}::text[]) with ordinality as word(plain, part, place)
        where ${chosen} group by place order by place) as frequencies
    from ${current} where ${chosen}`.execute(db)
  const { total = 0, frequencies = [], languages } = counts.rows[0] ?? {}
  if (total <= COMPARE_ALL) {
    const { rows } = await sql<TextLine>`select ${columns} from ${current} where ${chosen}`.execute(db)
    return { lines: rows, total, frequencies: frequencies.map(Number) }
  }
  const values = words.flatMap(({ word, weight, related }) => [
    { plain: word, value: weight },
    ...related
      .slice(0, MOST_RELATED)
      .map(({ name, weight: fit }) => ({ plain: name, value: RELATED_VALUE * weight * fit })),
  ])
  const lines = await db.transaction().execute(async (transaction) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_SIMILARITY)}, true)`.execute(
      transaction,
    )
    const { rows } = await sql<TextLine>`
      with word as (
        select language, phraseto_tsquery(text_configuration(language), plain) as query, value
        from unnest(${values.map(({ plain }) => plain)}::text[], ${values.map(({ value }) => value)}::float8[]) as w(plain, value),
          unnest(${languages ?? []}::text[]) as language
      ), found as (
        select line.video_id, line.engine, line.number, sum(word.value) as value
        from ${table} as line join word on line.tsv @@ word.query and ${language} = word.language
        where ${chosen} group by 1, 2, 3
        union all
        select line.video_id, line.engine, line.number, sum(word_similarity(plain, plain_text(line.text)))
        from ${table} as line join unnest(${queries}::text[]) as plain on plain_text(line.text) %> plain
        where ${chosen} group by 1, 2, 3
        union all
        select line.video_id, line.engine, line.number, count(*)
        from ${table} as line join unnest(${parts}::text[]) as part on strpos(plain_text(line.text), part) > 0
        where ${chosen} group by 1, 2, 3
      ), best as (
        select video_id, engine, number, sum(value) as value from found group by 1, 2, 3 order by value desc limit ${MOST_CANDIDATES}
      )
      select distinct ${columns} from best join ${current}
        on line.video_id = best.video_id and line.engine = best.engine and abs(line.number - best.number) <= 1`.execute(
      transaction,
    )
    return rows
  })
  return { lines, total, frequencies: frequencies.map(Number) }
}
