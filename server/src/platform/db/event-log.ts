import type { ReviewEvents } from '@footnote/contract/nouns/review/live.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'

/** Channel on which processes hear that the log of a video has become longer; migration 076 sends it. */
export const EVENT_CHANNEL = 'footnote_events'
export interface LogMessage {
  readonly video_id: string
  /** Number of the last event. */
  readonly last: number
}

/** An event before it is in the log of its video. */
interface NewEvent {
  readonly name: keyof ReviewEvents
  /** What its reader needs to read the rest when it sends the event: ids, not words. */
  readonly facts: object
}

/** Writes events into the logs of videos, in the transaction of what they report. Open pages hear of them after the commit. */
export async function logEvents(
  db: Kysely<Tables>,
  events: readonly (NewEvent & { readonly video_id: string })[],
): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('events')
    .values(events.map(({ facts, ...event }) => ({ ...event, facts: JSON.stringify(facts) })))
    .execute()
}

/** Writes an event into the logs of all versions in a stack. */
export async function logStackEvent(db: Kysely<Tables>, stack_id: string, event: NewEvent): Promise<void> {
  await db
    .insertInto('events')
    .columns(['video_id', 'name', 'facts'])
    .expression(
      db
        .selectFrom('videos')
        .select(['id', ...valuesOf(event)])
        .where('stack_id', '=', stack_id),
    )
    .execute()
}

/** Writes an event into the logs of the versions that are later than a video. */
export async function logLaterEvent(db: Kysely<Tables>, video_id: string, event: NewEvent): Promise<void> {
  await db
    .insertInto('events')
    .columns(['video_id', 'name', 'facts'])
    .expression(
      db
        .selectFrom('videos')
        .innerJoin('videos as earlier', 'earlier.stack_id', 'videos.stack_id')
        .select(['videos.id', ...valuesOf(event)])
        .where('earlier.id', '=', video_id)
        .whereRef('videos.version', '>', 'earlier.version'),
    )
    .execute()
}

const valuesOf = ({ name, facts }: NewEvent) =>
  [sql<string>`${name}::text`.as('name'), sql<string>`${JSON.stringify(facts)}::jsonb`.as('facts')] as const

/** Begins the log of a video, unless it has begun. @returns the number of its last event, or the one before its first */
export async function beginLog(db: Kysely<Tables>, video_id: string): Promise<number> {
  const { last } = await db
    .insertInto('event_logs')
    .values({ video_id, last: sql<number>`event_log_begins()` })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet((log) => ({ last: log.ref('event_logs.last') })))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** Days and events of a video that its log keeps. */
const KEPT = { days: 7, events: 10_000 } as const

/** Shortens logs, and removes those of videos that are gone. */
export async function removeOldEvents(db: Kysely<Tables>): Promise<void> {
  const absent = (of: 'event_logs' | 'events') =>
    sql<boolean>`not exists (select from videos where videos.id = ${sql.ref(`${of}.video_id`)})`
  await db.deleteFrom('event_logs').where(absent('event_logs')).execute()
  await db
    .deleteFrom('events')
    .where((event) =>
      event.or([
        absent('events'),
        event('created_at', '<', sql<Date>`now() - make_interval(days => ${KEPT.days})`),
        event(
          'number',
          '<=',
          event
            .selectFrom('event_logs')
            .whereRef('video_id', '=', 'events.video_id')
            .select((log) => log('last', '-', KEPT.events).as('oldest')),
        ),
      ]),
    )
    .execute()
}
