import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startProduct } from '../../../../test/product.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { personalData } from './personal-data.ts'

/** Columns of tables that the copy of a person's data does not have, by the reason. */
const LEFT_OUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'secrets, and hashes by which the product alone recognises somebody': {
    api_keys: 'key_hash',
    box_files: 'key_hash',
    comments: 'idempotency_key',
    guests: 'key_hash',
    select_items: 'idempotency_key',
    share_links: 'password_hash token_hash token_sealed',
    share_visits: 'key_hash',
    users: 'password_hash',
    verdicts: 'person',
  },
  'ids that nothing else in the copy names': {
    api_keys: 'id',
    box_files: 'id',
    comments: 'company_id numbered_in',
    guests: 'id',
    notifications: 'id request_id',
    past_searches: 'id',
    reviewers: 'id',
    select_items: 'id',
    share_links: 'company_id',
    share_visits: 'id',
    transcript_changes: 'base',
    uploads: 'id',
  },
  'about somebody else': {
    comments: 'guest_id resolved_by resolved_guest resolved_in user_id',
    companies: 'created_at',
    guests: 'confirmed_at seen_at',
    review_log: 'guest_id guest_name link_id',
    reviewers: 'link_ended_at',
    uploads: 'sent_by',
    verdicts: 'guest_id guest_name',
    videos: 'sent_by',
  },
  'said by other fields of the copy': {
    comments: 'depth has_drawing',
    select_items: 'seconds',
    share_link_items: 'created_at',
    uploads: 'file_extension',
    users: 'verified_at',
    videos: 'set_after set_status',
  },
  'the same in every row of the copy': {
    comments: 'deleted_at',
    review_log: 'automatic',
    select_items: 'removed_at',
  },
  'what the product must know to continue its own work': {
    box_files: 'told_at',
    collections: 'retained_from',
    reviewers: 'mailed_for reminded_of',
    selects: 'revision',
    share_links: 'pass_version video_id',
    uploads: 'active_at arrived content_type direct ends max_bytes storage_key store stored_bytes writer writer_until',
    video_fetches: 'active_at file_size received store tries validator writer',
    videos:
      'playback playback_error reading reading_note replaces_since searchable_until sound_due status_percentage subtitle_revision text_tracks_read transcript_revision',
  },
  'made from the file of the video, or read in it': {
    videos:
      'frame_rate_den frame_rate_num frame_times frames_differ language light light_bytes light_key pictures_encoded rendition_bytes rendition_key sound source_map speech_note storage_key storyboard storyboard_key storyboard_sheets thumbnail_key timecode_drop timecode_start',
  },
}

/** Tables that name a person and that the copy has nothing of, by the reason. */
const TABLES_LEFT_OUT: Readonly<Record<string, string>> = {
  account_codes: 'codes that were mailed, for minutes',
  deleted_comments: 'gone within a minute, unless the person undoes the deletion',
  imported_files: 'files of the server; `videos` has what they became',
  invitations: 'the address of somebody else',
  refresh_tokens: 'hashes of sessions',
  requested_files: 'files that a notification brought',
  select_renderings: 'gone when the rendering is done',
  waiting_lines: 'gone when the mail is sent; `notifications` has them',
}

const server = await startProduct()
afterAll(() => server.close())

/** Tables and columns in the queries of the copy: those that views with the same texts depend on. */
async function columnsRead(db: Kysely<Tables>, texts: readonly string[]) {
  for (const [number, text] of texts.entries()) await sql.raw(`create view copied_${number} as ${text}`).execute(db)
  const { rows } = await sql<{ table: string; column: string; read: boolean }>`
    with used as (
      select distinct refobjid as of, refobjsubid as number from pg_depend
      join pg_rewrite on pg_rewrite.oid = objid join pg_class on pg_class.oid = ev_class
      where relname like 'copied\\_%' and refclassid = 'pg_class'::regclass and refobjsubid > 0)
    select attrelid::regclass::text as table, attname as column, number is not null as read
    from pg_attribute left join used on of = attrelid and number = attnum
    where attrelid in (select of from used) and attnum > 0 and not attisdropped`.execute(db)
  return rows
}

test('a copy of a person has every column of its tables, but for those that are left out for a reason', async () => {
  const person = await server.person()
  const { video_id } = await server.aCollectionWithVideo(person)
  await server.aComment(person, video_id)
  const texts: string[] = []
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql: text, parameters } = server.db.getExecutor().compileQuery(node, queryId)
      texts.push(text.replaceAll(/\$(\d+)/g, (_, number) => `'${parameters[number - 1]}'`))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  let copied: string[] = []
  for await (const { name, content } of personalData(server.db.withPlugin(recorder), server.storage, person.id)) {
    if (!name.startsWith('videos/')) continue
    const parts: Uint8Array[] = []
    for await (const part of content) parts.push(part)
    const [comment] = JSON.parse(Buffer.concat(parts).toString()).comments
    copied = Object.keys(comment).map((column) => `comments.${column}`)
  }
  const transaction = await server.db.startTransaction().execute()
  const columns = await columnsRead(transaction, texts)
  await transaction.rollback().execute()
  // Comments are read whole, and the copy has what answers have.
  const isCopied = (name: string, read: boolean) => (name.startsWith('comments.') ? copied.includes(name) : read)
  const missing = columns
    .map(({ table, column, read }) => ({ name: `${table}.${column}`, read }))
    .filter(({ name, read }) => !isCopied(name, read))
    .map(({ name }) => name)
  const leftOut = Object.values(LEFT_OUT).flatMap((tables) =>
    Object.entries(tables).flatMap(([table, of]) => of.split(' ').map((column) => `${table}.${column}`)),
  )
  expect(missing.sort()).toEqual(leftOut.sort())
  const { rows } = await sql<{ table: string }>`
    select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'users'::regclass`.execute(server.db)
  const read = new Set(columns.map(({ table }) => table))
  const unread = rows.map(({ table }) => table).filter((table) => !read.has(table))
  expect(unread.sort()).toEqual(Object.keys(TABLES_LEFT_OUT).sort())
})
