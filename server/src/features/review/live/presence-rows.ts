import { PRESENT } from '@footnote/contract/shared/limits.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { Presence } from '../../../platform/db/schema.ts'
import { fullName } from '../../identity/accounts/queries.ts'

/** Channel on which processes hear that the people around a video have changed; migration 078 sends its id. */
export const PRESENCE_CHANNEL = 'footnote_presence'

/** A person with an open page of a video. */
export type PresenceRow = Omit<Selectable<Presence>, 'process_id'>

interface Renewal {
  /** Whether the process was still known, so that its earlier rows are there. */
  readonly known: boolean
  /** Milliseconds until the next other process counts as dead; null when there is no other. */
  readonly next: number | null
}

/** Of processes: dead. */
const isLost = sql<boolean>`renewed_at < now() - make_interval(secs => ${PRESENT.gone})`

/**
 * Says that a process is alive, for all its pages at once; adds who came and removes who left; and removes processes that
 * died, with their people. One statement, however many pages there are.
 */
export async function renewPresence(
  db: Database,
  process_id: string,
  { came, left }: { readonly came: readonly PresenceRow[]; readonly left: readonly PresenceRow[] },
): Promise<Renewal> {
  const column = (rows: readonly PresenceRow[], name: keyof PresenceRow) => rows.map((row) => row[name])
  const { rows } = await sql<Renewal>`
    with process as (
      insert into presence_processes (id) values (${process_id})
        on conflict (id) do update set renewed_at = now() returning id
    ), dead as (
      -- Two processes that return from an outage would wait for each other.
      delete from presence_processes where id in (
        select id from presence_processes where ${isLost} and id <> ${process_id} for update skip locked)
    ), removed as (
      delete from presence using unnest(${column(left, 'video_id')}::uuid[], ${column(left, 'company_id')}::uuid[],
          ${column(left, 'person')}::text[]) as gone (video_id, company_id, person)
        where process_id = ${process_id} and presence.video_id = gone.video_id
          and presence.company_id = gone.company_id and presence.person = gone.person
    ), added as (
      insert into presence (process_id, video_id, company_id, person, user_id, link_id, key_hash)
        select process.id, came.* from process, unnest(${column(came, 'video_id')}::uuid[],
          ${column(came, 'company_id')}::uuid[], ${column(came, 'person')}::text[], ${column(came, 'user_id')}::uuid[],
          ${column(came, 'link_id')}::uuid[], ${column(came, 'key_hash')}::text[]) as came
        on conflict do nothing
    )
    select exists (select from presence_processes where id = ${process_id}) as known,
      (select (1000 * (${PRESENT.gone} - extract(epoch from now() - min(renewed_at))))::int
       from presence_processes where id <> ${process_id} and not ${isLost}) as next`.execute(db)
  return rows[0] as Renewal
}

/** Removes a process that ends, with its people. */
export async function endPresence(db: Database, process_id: string): Promise<void> {
  await db.deleteFrom('presence_processes').where('id', '=', process_id).execute()
}

/** People around videos by name, members first. A person with pages at several processes has several rows. */
export const findPresent = (db: Reader, videoIds: readonly string[]) =>
  db
    .selectFrom('presence')
    .innerJoin('presence_processes', 'presence_processes.id', 'process_id')
    .leftJoin('users', 'users.id', 'presence.user_id')
    // A link that was made for one person has no other guest.
    .leftJoin('guests', (guest) =>
      guest
        .onRef('guests.link_id', '=', 'presence.link_id')
        .on((on) =>
          on.or([on('guests.key_hash', '=', on.ref('presence.key_hash')), on('guests.email', 'is not', null)]),
        ),
    )
    .select(['video_id', 'presence.company_id', 'person', 'presence.user_id', 'guests.name as guest_name'])
    .select(fullName('users').as('member_name'))
    .select(sql<string>`coalesce(guests.id::text, person)`.as('who'))
    .where('video_id', '=', sql<string>`any(${videoIds}::uuid[])`)
    .where(sql<boolean>`not ${isLost}`)
    .orderBy(sql`presence.user_id is null`)
    .orderBy('member_name')
    .orderBy('guest_name')
    .orderBy('who')
    .execute()
export type PresentRow = Awaited<ReturnType<typeof findPresent>>[number]
