import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { APPLICATION_ROLE } from '../server/src/app/supervisor/application-role.ts'
import type { TextEngine } from '../server/src/engines/engine.ts'
import { NOT_INDEXED } from '../server/src/features/library/videos/commands.ts'
import type { Database } from '../server/src/platform/db/database.ts'
import type { Tables } from '../server/src/platform/db/schema.ts'
import { storeVectors } from '../server/src/platform/db/vectors/vectors.ts'
import { cosine, type ExactNeighbour, keepNearest } from './nearest.ts'
import { PARAPHRASES, type TextData, vectorsNear } from './scale-data.ts'

export const VIDEOS = 1_000
/** Videos in one transaction. */
const AT_ONCE = 20
/** Lines that the engine embeds; the vectors of the others are near theirs. */
const EMBEDDED = 600
/** Seconds between the starts of two lines. */
const PACE = 4
/** The visual engine without weights. */
const SEEN_BY = 'concepts-1'
/** Lines for each stored sample of a picture. */
const LINES_A_SAMPLE = 4

/** Ids of the lines with the vectors nearest to a question's, best first. */
export interface Exact {
  readonly question: string
  readonly nearest: ExactNeighbour[]
}

/**
 * Fills a collection with videos, their spoken lines and the vectors of the lines.
 * @param db connected as administrator of the cluster
 * @returns the nearest lines to each paraphrase
 */
export async function fill(
  db: Database,
  { collection_id, user_id }: { collection_id: string; user_id: string },
  lines: number,
  { texts, engine, seen }: { texts: TextData; engine: TextEngine; seen: readonly Float32Array[] },
): Promise<Exact[]> {
  const bases = await embed(
    engine,
    Array.from({ length: EMBEDDED }, () => texts.line()),
    'passage',
  )
  // A line of made-up words is not understood: its vector has zeros only, which have no direction.
  const next = vectorsNear(
    bases.filter((vector) => vector.some(Boolean)),
    texts.random,
  )
  const look = vectorsNear(seen, texts.random)
  const asked = await embed(engine, PARAPHRASES, 'query')
  const exact = PARAPHRASES.map((question): Exact => ({ question, nearest: [] }))
  for (let done = 0; done < VIDEOS; done += AT_ONCE) {
    await db.transaction().execute(async (transaction) => {
      await sql`set local synchronous_commit = off`.execute(transaction)
      await passTriggers(transaction)
      const videos = Array.from({ length: AT_ONCE }, (_, at) => ({
        ...{ id: randomUUID(), file_name: `${done + at}.mp4`, storage_key: 'videos/none' },
        ...{ ...NOT_INDEXED, file_extension: 'mp4', file_size: 1, collection_id, user_id },
        ...{ status: 'SUCCESS', duration: (lines / VIDEOS) * PACE },
      }))
      await transaction.insertInto('videos').values(videos).execute()
      await sql`
        insert into stacks (id, collection_id, last_version) select stack_id, collection_id, version from videos
        where id = any(${videos.map(({ id }) => id)}::uuid[])`.execute(transaction)
      const stages = [
        { stage: 'speech', engine: 'measured' },
        { stage: 'speech_embedding', engine: engine.id },
        { stage: 'visual', engine: SEEN_BY },
      ]
      await transaction
        .insertInto('video_stages')
        .values(videos.flatMap(({ id }) => stages.map((stage) => ({ video_id: id, ...stage }))))
        .execute()
      await addSamples(
        transaction,
        videos.map(({ id }) => id),
        lines / VIDEOS / LINES_A_SAMPLE,
        look,
      )
      const said = Array.from({ length: (AT_ONCE * lines) / VIDEOS }, () => texts.line())
      const { rows } = await sql<{ id: number; video_id: string }>`
        insert into cues (video_id, engine, number, start_time, end_time, text, language, words)
        select (${videos.map(({ id }) => id)}::uuid[])[1 + at / ${lines / VIDEOS}::int], 'measured', number,
          number * ${PACE}::float8, number * ${PACE}::float8 + ${PACE - 0.5}::float8, text, 'en',
          (select jsonb_agg(jsonb_build_object('word', word, 'start', number * ${PACE}::float8, 'end', number * ${PACE}::float8 + 1, 'confidence', 0.9))
            from string_to_table(text, ' ') as word)
        from (select text, (place - 1)::int as at, ((place - 1) % ${lines / VIDEOS}::int)::int as number
          from unnest(${said}::text[]) with ordinality as line(text, place)) as line
        returning id, video_id`.execute(transaction)
      const vectors = rows.map(({ id, video_id }) => ({ row_id: id, video_id, vector: next() }))
      for (const { row_id, vector } of vectors)
        for (const [at, question] of asked.entries())
          keepNearest((exact[at] as Exact).nearest, row_id, cosine(vector, question))
      await storeVectors(transaction, { engine: engine.id, rows_of: 'cues' }, vectors)
    })
    if (done % 100 === 0) console.log(`${done + AT_ONCE} of ${VIDEOS} videos have been filled`)
  }
  await db.transaction().execute(keepWords)
  await sql`vacuum analyze`.execute(db)
  return exact
}

const embed = (engine: TextEngine, texts: readonly string[], role: 'query' | 'passage') =>
  Array.fromAsync(engine.embed(texts, role))

/**
 * The triggers would count the words of a million lines one by one; `keepWords` counts them once at the end. The rows
 * are consistent, so they need no check either.
 */
async function passTriggers(transaction: Transaction<Tables>): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(transaction)
  // New tables must have the same owner as in the product.
  await sql`set local role ${sql.id(APPLICATION_ROLE)}`.execute(transaction)
}

/** Counts the words of all lines at once, with the same result as the triggers on lines. */
async function keepWords(transaction: Transaction<Tables>): Promise<void> {
  await sql`set local work_mem = '512MB'`.execute(transaction)
  await passTriggers(transaction)
  await sql`
    insert into line_sets (video_id, source, engine, lines, numbers, languages, longest)
    select video_id, 'cues', engine, count(*), max(number) + 1, array_agg(distinct language), max(end_time - start_time)
    from cues group by video_id, engine`.execute(transaction)
  await sql`
    insert into line_words (language, lexeme)
    select distinct language, lexeme from cues, unnest(tsv)`.execute(transaction)
  await sql`analyze line_sets, line_words, cues`.execute(transaction)
  await sql`
    insert into word_lines (word_id, set_id, numbers)
    select word.id, kept.id, string_agg(int4send(line.number), ''::bytea order by line.number)
    from cues as line join line_sets as kept on kept.video_id = line.video_id and kept.engine = line.engine
      cross join unnest(line.tsv) as cut join line_words as word on word.language = line.language and word.lexeme = cut.lexeme
    group by word.id, kept.id`.execute(transaction)
}

/** Samples of videos, with vectors like those of the visual engine without weights. */
async function addSamples(
  transaction: Transaction<Tables>,
  video_ids: readonly string[],
  count: number,
  look: () => Float32Array,
): Promise<void> {
  const { rows } = await sql<{ id: number; video_id: string }>`
    insert into samples (video_id, time, shot, thumbnail_key)
    select video_id, at * ${PACE * LINES_A_SAMPLE}::float8, at, format('videos/%s/samples/%s.jpg', video_id, at)
    from unnest(${video_ids}::uuid[]) as video_id, generate_series(0, ${count}::int - 1) as at
    returning id, video_id`.execute(transaction)
  const described = rows.map(({ id, video_id }) => ({ row_id: id, video_id, vector: look() }))
  await sql`
    insert into descriptors (sample_id, video_id, engine, descriptor, by_signature)
    select sample_id, video_id, ${SEEN_BY}, descriptor, true
    from unnest(${described.map(({ row_id }) => row_id)}::bigint[], ${described.map(({ video_id }) => video_id)}::uuid[],
      ${described.map(({ vector }) => Buffer.from(vector.buffer))}::bytea[]) as described(sample_id, video_id, descriptor)`.execute(
    transaction,
  )
  await storeVectors(transaction, { engine: SEEN_BY, rows_of: 'samples' }, described)
}
