import { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Comments } from '../../../platform/db/schema.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { fileNameOf, jsonEntry, type ZipEntry } from '../../../platform/storage/zip.ts'
import { reviewsBy, transcriptChangesBy } from './changes-by.ts'
import { rowsOf } from './rows-of.ts'

const README = `What Footnote holds about your account.

profile.json         who you are, your company, settings, the names of your API keys, where you signed in from
collections.json     collections of yours
videos/              what is known of each of your videos, its transcript, and the comments on it
comments.json        every comment that you wrote, and whom it mentions
mentions.json        which comments mention you
share-links.json     links that you made, and the guests who wrote through them
transcripts.json     your corrections of transcripts, subtitles that you imported, and the speakers that you named
reviews.json         verdicts that you gave, requests to you, and your entries in the logs of reviews
notifications.json   your notifications
selects.json         selects that you made, with their items
searches.json        what you searched for last, and saved
usage.json           what was indexed for you
uploads.json         uploads of yours that can be resumed

The video files are not in here: download each of them from its collection.
Names of videos and collections that you may no longer read are null.
Times are in UTC; places in videos and durations in seconds; sizes in bytes.
`

/** Everything that an account holds except video files and secrets, as files of a ZIP. */
export async function* personalData(db: Database, storage: Storage, userId: string): AsyncGenerator<ZipEntry> {
  const profile = await db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .select([
      'users.id',
      'email',
      'first_name',
      'last_name',
      'is_admin',
      'users.created_at',
      'companies.name as company',
      'users.company_id',
      'time_zone',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!profile) return
  const { company_id, ...ofPerson } = profile
  const api_keys = await rowsOf(db, 'api_keys', userId, 'name', 'scopes', 'prefix', 'created_at', 'last_used_at')
  const notification_settings = await rowsOf(db, 'notification_settings', userId, 'kind', 'mail', 'digest')
  const signed_in_from = await rowsOf(db, 'sign_in_addresses', userId, 'address', 'last_at')
  const collections = await db
    .selectFrom('collections')
    .select(['id', 'kind', 'name', 'visual', 'ocr', 'audio', 'language', 'created_at'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  yield { name: 'README.txt', content: [Buffer.from(README)] }
  yield jsonEntry('profile.json', { ...ofPerson, api_keys, notification_settings, signed_in_from })
  yield jsonEntry('collections.json', collections)
  yield* videoFiles(db, storage, userId)
  yield jsonEntry('comments.json', await commentsBy(db, userId, company_id))
  yield jsonEntry('mentions.json', await mentionsOf(db, userId))
  // Places that the person gave comments of earlier versions, in seconds.
  const placed = await rowsOf(db, 'carries', userId, 'comment_id', 'video_id', 'start_time', 'end_time')
  yield jsonEntry('placed-comments.json', placed)
  yield jsonEntry('share-links.json', await linksOf(db, userId))
  yield jsonEntry('transcripts.json', await transcriptChangesBy(db, userId))
  yield jsonEntry('reviews.json', await reviewsBy(db, userId))
  const notifications = await rowsOf(db, 'notifications', userId, 'type', 'payload', 'read_at', 'created_at')
  yield jsonEntry('notifications.json', notifications)
  yield jsonEntry('searches.json', await searchesBy(db, userId, company_id))
  yield jsonEntry('selects.json', await selectsOf(db, userId, company_id))
  const uploads = db.selectFrom('uploads').select(['collection_id', 'file_name', 'file_size', 'received'])
  const resumable = uploads.select(['relative_path', 'fingerprint', 'version_of', 'created_at', 'expires_at'])
  yield jsonEntry(
    'uploads.json',
    await resumable.where('user_id', '=', userId).where('received', 'is not', null).execute(),
  )
  const usage = db.selectFrom('usage_charges').select(['video_id', 'seconds', 'bytes', 'created_at'])
  const named = usage.select(nameWhere('file_name', sql`company_id = ${company_id}`).as('file_name'))
  yield jsonEntry('usage.json', await named.where('user_id', '=', userId).execute())
}

/** A name, or null unless the condition holds. Names change, and who left a company must not follow them. */
const nameWhere = (column: string, condition: RawBuilder<unknown>) =>
  sql<string | null>`case when ${condition} then ${sql.ref(column)} end`

/** Condition on `collections`: whether members of the company may read it, as `canReadCollection` decides. */
const isReadable = (companyId: string) =>
  sql`collections.deleted_at is null and (collections.sample or collections.company_id = ${companyId})`

/** Columns that other fields say better, and the id of whoever resolved it. */
const NOT_COPIED = ['deleted_at', 'depth', 'has_drawing', 'resolved_by']

/** A comment in a copy: the columns that answers of the API have, too. The others are the product's own. */
const commentCopy = ({ drawing, ...row }: Selectable<Comments> & { readonly drawing: object | null }): object => ({
  ...Object.fromEntries(
    Object.entries(row).filter(([column]) => column in Comment.shape && !NOT_COPIED.includes(column)),
  ),
  drawing,
})

async function* videoFiles(db: Database, storage: Storage, userId: string): AsyncGenerator<ZipEntry> {
  const videos = await db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .leftJoin('video_fetches', 'video_fetches.video_id', 'videos.id')
    .select([
      'videos.id',
      'video_fetches.url as fetched_from',
      'collection_id',
      'collections.name as collection',
      'file_name',
      'file_extension',
      'videos.file_size',
    ])
    .select([
      'status',
      'error',
      'duration',
      'width',
      'height',
      'videos.created_at',
      'subtitle_key',
      'stack_id',
      'version',
      'sha256',
      'source',
      'fingerprint',
      'language_choice',
      'sound_choice',
      'review_status',
    ])
    .where('videos.user_id', '=', userId)
    .where('status', '!=', 'DELETING')
    .where('collections.deleted_at', 'is', null)
    .orderBy('videos.created_at')
    .execute()
  for (const { subtitle_key, ...video } of videos) {
    const name = `videos/${fileNameOf(video.file_name)} ${video.id}`
    const comments = await db
      .selectFrom('comments')
      .leftJoin('users', 'users.id', 'comments.user_id')
      .leftJoin('drawings', 'comment_id', 'comments.id')
      .selectAll('comments')
      .select(['shapes as drawing', 'first_name', 'last_name'])
      .where('video_id', '=', video.id)
      .where('deleted_at', 'is', null)
      .orderBy('comments.created_at')
      .execute()
    const copied = comments.map((row) => ({ ...commentCopy(row), guest_name: row.guest_name }))
    yield jsonEntry(`${name}.json`, { ...video, comments: copied })
    if (subtitle_key && (await storage.stat(subtitle_key)))
      yield { name: `${name}.vtt`, content: await storage.read(subtitle_key) }
  }
}

async function commentsBy(db: Database, userId: string, companyId: string) {
  const rows = await db
    .selectFrom('comments')
    .innerJoin('videos', 'videos.id', 'comments.video_id')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select(nameWhere('videos.file_name', isReadable(companyId)).as('file_name'))
    .leftJoin('drawings', 'comment_id', 'comments.id')
    .selectAll('comments')
    .select('shapes as drawing')
    .select(
      sql<string[]>`array(select trim(m.first_name || ' ' || m.last_name) from comment_mentions
        join users m on m.id = comment_mentions.user_id where comment_mentions.comment_id = comments.id
        and m.company_id = ${companyId} order by 1)`.as('mentions'),
    )
    .where('comments.user_id', '=', userId)
    .orderBy('comments.created_at')
    .execute()
  return rows.map((row) => ({ file_name: row.file_name, ...commentCopy(row) }))
}

/** Comments that mention the person. Their words are of whoever wrote them. */
const mentionsOf = (db: Database, userId: string) =>
  db
    .selectFrom('comment_mentions')
    .innerJoin('comments', 'comments.id', 'comment_id')
    .select(['comment_id', 'video_id', 'start_time', 'comments.created_at'])
    .where('comment_mentions.user_id', '=', userId)
    .orderBy('comments.created_at')
    .execute()

const searchesBy = (db: Database, userId: string, companyId: string) =>
  db
    .selectFrom('past_searches')
    .leftJoin('collections', 'collections.id', 'past_searches.collection_id')
    .select(['collection_id', 'query', 'types', 'saved', 'searched_at'])
    .select(nameWhere('collections.name', isReadable(companyId)).as('collection'))
    .where('past_searches.user_id', '=', userId)
    .where('collections.deleted_at', 'is', null)
    .orderBy('searched_at')
    .execute()

const selectsOf = (db: Database, userId: string, companyId: string) =>
  db
    .selectFrom('selects')
    .select(['name', 'note', 'created_at', 'changed_at', 'stack_id'])
    .select(
      sql<object[]>`(select coalesce(json_agg(json_build_object('video_id', video_id, 'video_name',
        ${nameWhere('video_name', sql`selects.company_id = ${companyId}`)}, 'start_frame', start_frame, 'end_frame', end_frame, 'note', i.note, 'source', source) order by position), '[]')
        from select_items i where i.selects_id = selects.id and i.position is not null)`.as('items'),
    )
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()

const linksOf = (db: Database, userId: string) =>
  db
    .selectFrom('share_links')
    .select(['kind', 'name', 'permission', 'email_rule', 'emails_allowed', 'max_views', 'views', 'download'])
    .select(['watermark', 'watermark_text', 'show_versions', 'tell', 'paused_at', 'created_at', 'expires_at'])
    .select(['message', 'max_files', 'max_bytes'])
    .select('last_used_at')
    .select(
      sql<{ video_id: string | null; collection_id: string | null; selects_id: string | null }[]>`(
        select coalesce(json_agg(json_build_object('video_id', coalesce(items.video_id, items.stack_id),
          'collection_id', collection_id, 'selects_id', selects_id) order by position), '[]')
        from share_link_items items where items.link_id = share_links.id)`.as('items'),
    )
    .select(
      sql<{ file_size: number; begun_at: string; arrived_at: string | null }[]>`(
        select coalesce(json_agg(json_build_object('file_size', file_size, 'begun_at', begun_at,
          'arrived_at', arrived_at) order by begun_at), '[]')
        from box_files where box_files.link_id = share_links.id)`.as('sent'),
    )
    .select(
      sql<{ began_at: string; last_at: string }[]>`(
        select coalesce(json_agg(json_build_object('began_at', began_at, 'last_at', last_at) order by began_at), '[]')
        from share_visits where share_visits.link_id = share_links.id)`.as('visits'),
    )
    .select(
      sql<
        { name: string; email: string | null; created_at: string }[]
      >`(select coalesce(json_agg(json_build_object('name', guests.name, 'email', coalesce(email, contact_email),
        'created_at', guests.created_at) order by guests.created_at), '[]') from guests
        where guests.link_id = share_links.id)`.as('guests'),
    )
    .where('user_id', '=', userId)
    .execute()
