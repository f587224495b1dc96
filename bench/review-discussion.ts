import { randomUUID } from 'node:crypto'
import { type Shape, shareOf } from '@footnote/contract/shared/drawing/drawing.ts'
import { sql } from 'kysely'
import { NOT_INDEXED } from '../server/src/features/library/videos/commands.ts'
import type { NewComment } from '../server/src/features/review/comments/commands.ts'
import type { Database } from '../server/src/platform/db/database.ts'

/** Seconds. */
export const DURATION = 3_600
export const ROOTS = 1_000
/** Roots of ten that have a drawing. */
const DRAWN = 3
/** Lengths of chains of replies under the roots in turn: 1.5 replies for each comment, none too deep. */
const CHAINS = [0, 1, 0, 3, 2, 0, 1, 3, 2, 3]
const WORDS =
  'the cut here comes late hold this shot longer colour is warm too in second half check audio level on that line'.split(
    ' ',
  )

/** A line by hand of 200 points, and an arrow. */
const SHAPES = JSON.stringify([
  { t: 'pen', c: 'yellow', w: 0.006, p: Array.from({ length: 400 }, (_, at) => shareOf(0.1 + (at % 97) / 130)) },
  { t: 'arrow', c: 'red', w: 0.008, p: [0.2, 0.2, 0.6, 0.5] },
] satisfies Shape[])

type Row = Omit<NewComment, 'drawing' | 'mentions'> & { readonly id: string; readonly has_drawing: boolean }

/**
 * Comments with replies along an hour; some have a range, some a drawing, some are resolved.
 * @returns roots, and replies after the comments that they answer
 */
export function discussion(video_id: string, company_id: string, user_id: string): Row[] {
  const rows: Row[] = []
  const common = { video_id, company_id, user_id, guest_name: null, guest_id: null }
  const add = (parent: Row | null, start_time: number, root: number): Row => {
    const number = rows.length
    const length = 4 + (number % 30)
    const row = {
      ...common,
      id: randomUUID(),
      parent_comment_id: parent?.id ?? null,
      depth: parent ? parent.depth + 1 : 0,
      content: Array.from({ length }, (_, word) => WORDS[(number * 7 + word * 3) % WORDS.length]).join(' '),
      start_time,
      end_time: number % 4 === 0 ? Math.min(DURATION, start_time + 5) : null,
      resolved_at: parent || root % 10 < 7 ? null : new Date(),
      has_drawing: !parent && root % 10 < DRAWN,
    }
    rows.push(row)
    return row
  }
  for (let root = 0; root < ROOTS; root += 1) {
    // Spread in no order, as people comment: multiples of a prime that does not divide the hour's milliseconds.
    const start = ((root * 1_299_709) % (DURATION * 1_000)) / 1_000
    let parent = add(null, start, root)
    for (let reply = 0; reply < (CHAINS[root % CHAINS.length] ?? 0); reply += 1) parent = add(parent, start, root)
  }
  return rows
}

/** Stores the discussion of a video. */
export async function storeDiscussion(db: Database, rows: readonly Row[]): Promise<void> {
  for (let depth = 0; depth <= 3; depth += 1) {
    const level = rows.filter((row) => row.depth === depth)
    for (let start = 0; start < level.length; start += 1_000)
      await db
        .insertInto('comments')
        .values(level.slice(start, start + 1_000))
        .execute()
  }
  const drawn = rows.filter(({ has_drawing }) => has_drawing).map(({ id }) => ({ comment_id: id, shapes: SHAPES }))
  await db.insertInto('drawings').values(drawn).execute()
  // Autovacuum does the same soon after so many new rows.
  await sql`vacuum analyze comments`.execute(db)
}

/** A row for a video of an hour whose file nobody requests. @returns its id */
export async function storeVideo(db: Database, collection_id: string, user_id: string): Promise<string> {
  const id = randomUUID()
  const file = { file_name: 'hour.mp4', file_extension: 'mp4', file_size: 1, storage_key: `videos/${id}/original.mp4` }
  await db
    .insertInto('videos')
    .values({ ...NOT_INDEXED, ...file, id, collection_id, user_id, status: 'SUCCESS', duration: DURATION })
    .execute()
  return id
}
