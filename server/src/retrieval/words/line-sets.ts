import { sql } from 'kysely'
import { integers, uuids } from '../../platform/db/arrays.ts'
import type { Database } from '../../platform/db/database.ts'
import type { TextLine, TextSource } from '../text-line.ts'

/** A video's lines from the engine that has finished. */
export interface LineSet {
  readonly id: number
  readonly lines: number
  /** The highest number of a line, plus one. */
  readonly numbers: number
}

/** The sets of some videos. */
export interface LineSets {
  /** In the order of the videos' ids. */
  readonly sets: readonly LineSet[]
  /** BCP 47 tags of all lines. */
  readonly languages: readonly string[]
}

/** The place of a line. */
export interface LinePlace {
  readonly set_id: number
  readonly number: number
}

/** Reads the sets of some videos. */
export async function readLineSets(
  db: Database,
  { table, stage }: TextSource,
  video_ids: readonly string[],
): Promise<LineSets> {
  // One row of lists, since a row for each of a thousand videos costs three times as much.
  const { rows } = await sql<Record<'ids' | 'lines' | 'numbers' | 'languages', string | null>>`
    select array_to_string(array_agg(kept.id order by kept.video_id), ',') as ids,
      array_to_string(array_agg(kept.lines order by kept.video_id), ',') as lines,
      array_to_string(array_agg(kept.numbers order by kept.video_id), ',') as numbers,
      string_agg(distinct array_to_string(kept.languages, ','), ',') as languages
    from line_sets as kept join shown_lines as done
      on done.video_id = kept.video_id and done.stage = ${stage} and done.engine = kept.engine
    where kept.source = ${table} and kept.video_id = any(${uuids(video_ids)})`.execute(db)
  const list = (column: keyof (typeof rows)[number]) => rows[0]?.[column]?.split(',') ?? []
  const [lines, numbers] = [list('lines'), list('numbers')]
  return {
    sets: list('ids').map((id, at) => ({ id: Number(id), lines: Number(lines[at]), numbers: Number(numbers[at]) })),
    languages: [...new Set(list('languages'))],
  }
}

/** All lines of some sets. */
export async function readSetLines(db: Database, source: TextSource, sets: readonly LineSet[]): Promise<TextLine[]> {
  const { rows } = await sql<TextLine>`
    select ${columns(source)} from line_sets as kept join ${sql.table(source.table)} as line
      on line.video_id = kept.video_id and line.engine = kept.engine
    where kept.id = any(${integers(sets.map(({ id }) => id))})`.execute(db)
  return rows
}

/** The lines at some places. */
export async function readLinesAt(db: Database, source: TextSource, places: readonly LinePlace[]): Promise<TextLine[]> {
  const { rows } = await sql<TextLine>`
    select ${columns(source)}
    from unnest(${integers(places.map(({ set_id }) => set_id))}, ${integers(places.map(({ number }) => number))}) as wanted(set_id, number)
      join line_sets as kept on kept.id = wanted.set_id
      -- The offset has each line looked up by its key: a plan that joins tables as wholes reads all lines.
      cross join lateral (
        select * from ${sql.table(source.table)} as one
        where one.video_id = kept.video_id and one.engine = kept.engine and one.number = wanted.number offset 0
      ) as line`.execute(db)
  return rows
}

function columns({ table }: TextSource) {
  const language = table === 'cues' ? sql`line.language` : sql`'en'::text`
  return sql`line.video_id, line.number, line.start_time, line.end_time, line.text, ${language} as language`
}
