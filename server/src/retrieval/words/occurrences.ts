import type { Token } from '@footnote/contract/shared/language/tokens.ts'
import { sql } from 'kysely'
import { isEnglishWord } from '../../engines/text/english-words.ts'
import { floats, uuids } from '../../platform/db/arrays.ts'
import type { Database } from '../../platform/db/database.ts'
import type { TextLine, TextSource } from '../text-line.ts'
import { exactWords, type Phrase, placesOf } from './exact-words.ts'
import { byTime, isNear } from './line-runs.ts'
import { isCompact } from './word-kinds.ts'

/** Videos to look through first for a limited number of occurrences, and the factor for each further step. */
const STEP = { first: 16, factor: 4 } as const

/**
 * The exact occurrences of a phrase: lines that contain it, and pairs of consecutive spoken lines that contain it
 * together, each pair as one line with the number of its first. Speech is split anywhere; a screen text never is.
 * @param most number of occurrences that suffice: the rest of the videos is not looked through
 * @returns by video and time
 */
export async function occurrencesOf(
  db: Database,
  source: TextSource,
  video_ids: readonly string[],
  phrase: Phrase,
  most = Number.POSITIVE_INFINITY,
): Promise<TextLine[]> {
  if (phrase.length === 0) return []
  let found: TextLine[] = []
  let size: number = most === Number.POSITIVE_INFINITY ? video_ids.length : STEP.first
  for (let start = 0; start < video_ids.length && found.length < most; start += size, size *= STEP.factor)
    found = found.concat(await occurrencesIn(db, source, video_ids.slice(start, start + size), phrase))
  return found.sort(byTime)
}

async function occurrencesIn(
  db: Database,
  source: TextSource,
  video_ids: readonly string[],
  phrase: Phrase,
): Promise<TextLine[]> {
  const found = new Map<string, TextLine>()
  for (const line of await linesLike(db, source, video_ids, phrase)) found.set(keyOf(line), line)
  const holding = [...found.values()].filter((line) => holds(line, phrase))
  if (source.table === 'text_spans' || phrase.length === 1) return holding
  const pairs = [...found.values()].flatMap((line) => {
    const next = found.get(keyOf({ ...line, number: line.number + 1 }))
    if (!next || !isNear(line, next) || holds(line, phrase) || holds(next, phrase)) return []
    const pair = { ...line, end_time: next.end_time, text: `${line.text} ${next.text}` }
    return holds(pair, phrase) ? [pair] : []
  })
  return [...holding, ...pairs]
}

/** Whether a line contains a phrase. */
export const holds = ({ text }: Pick<TextLine, 'text'>, phrase: Phrase): boolean =>
  placesOf(exactWords(text), phrase).length > 0

/** The texts of the lines during some times, in the order of the times. Times in seconds. */
export async function textsDuring(
  db: Database,
  { table, stage }: TextSource,
  spans: readonly Pick<TextLine, 'video_id' | 'start_time' | 'end_time'>[],
): Promise<string[][]> {
  const { rows } = await sql<{ place: number; text: string }>`
    select place, line.text
    from unnest(${uuids(spans.map(({ video_id }) => video_id))}, ${floats(spans.map(({ start_time }) => start_time))},
        ${floats(spans.map(({ end_time }) => end_time))}) with ordinality as wanted(video_id, start_time, end_time, place)
      cross join lateral (
        select one.text from line_sets as kept
          join shown_lines as done on done.video_id = kept.video_id and done.stage = ${stage} and done.engine = kept.engine
          join ${sql.table(table)} as one on one.video_id = kept.video_id and one.engine = kept.engine
        where kept.video_id = wanted.video_id and kept.source = ${table}
          and one.end_time > wanted.start_time and one.start_time < wanted.end_time
          -- Bounds the times that are looked at in the index: no line takes longer.
          and one.start_time > wanted.start_time - kept.longest offset 0
      ) as line`.execute(db)
  const texts: string[][] = spans.map(() => [])
  for (const { place, text } of rows) texts[place - 1]?.push(text)
  return texts
}

const keyOf = ({ video_id, number }: Pick<TextLine, 'video_id' | 'number'>) => `${video_id} ${number}`

/** Lines that may contain a phrase, alone or with the next line: a superset that the trigram indexes find. */
async function linesLike(
  db: Database,
  source: TextSource,
  video_ids: readonly string[],
  phrase: Phrase,
): Promise<TextLine[]> {
  const table = sql.table(source.table)
  const language = source.table === 'cues' ? sql`line.language` : sql`'en'::text`
  const columns = sql`line.video_id, line.number, line.start_time, line.end_time, line.text, ${language} as language`
  const standing = sql`${table} as line join shown_lines as done
    on done.video_id = line.video_id and done.stage = ${source.stage} and done.engine = line.engine
      and line.video_id = any(${uuids(video_ids)})`
  const whole = sql`select ${columns} from ${standing} where plain_text(line.text) like any(${patternsOf(phrase)})`
  if (source.table === 'text_spans' || phrase.length === 1) return (await sql<TextLine>`${whole}`.execute(db)).rows
  // The longer of the outer words, which fewer lines have, is looked for; then the other in the line beside it. Before
  // there are statistics, PostgreSQL would compare all lines of a video with all others.
  const [first, last] = [phrase[0], phrase.at(-1)] as [Token, Token]
  const by_last = last.plain.length > first.plain.length
  const [near, far, step] = by_last ? [last, first, sql`-1`] : [first, last, sql`1`]
  const both = by_last ? sql`beside.plain || ' ' || near.plain` : sql`near.plain || ' ' || beside.plain`
  const { rows } = await sql<TextLine>`
    with near as materialized (
      select line.video_id, line.engine, line.number, plain_text(line.text) as plain
      from ${standing} where plain_text(line.text) like ${like([near])}
    ), broken as (
      select near.video_id, near.engine, least(near.number, beside.number) as number
      from near cross join lateral (
        select number, plain_text(text) as plain from ${table}
        where video_id = near.video_id and engine = near.engine and number = near.number + ${step} offset 0
      ) as beside
      where beside.plain like ${like([far])} and ${both} like ${like(phrase)}
    )
    ${whole}
    union
    select ${columns} from broken join ${table} as line
      on line.video_id = broken.video_id and line.engine = broken.engine
        and line.number between broken.number and broken.number + 1`.execute(db)
  return rows
}

/** Runs of letters, and of digits: signs may separate them. */
const RUNS = /\p{N}+|[^\p{N}]+/gu
/** Shorter words are not written in two. */
const LEAST_LETTERS = 4

const runsOf = (words: Phrase): string[] => words.flatMap(({ plain }) => plain.match(RUNS) ?? [])

/** An SQL pattern for words in order; words have letters and digits only, so nothing needs escaping. */
const like = (words: Phrase): string => `%${runsOf(words).join('%')}%`

/** The same, and a single word that no dictionary has also in two parts: 'followup' as 'follow-up'. */
function patternsOf(phrase: Phrase): string[] {
  const [word = '', ...others] = runsOf(phrase)
  const whole = others.length > 0 || word.length < LEAST_LETTERS || isCompact(word) || isEnglishWord(word)
  if (whole) return [like(phrase)]
  const split = Array.from({ length: word.length - 1 }, (_, at) => `%${word.slice(0, at + 1)}%${word.slice(at + 1)}%`)
  return [like(phrase), ...split]
}
