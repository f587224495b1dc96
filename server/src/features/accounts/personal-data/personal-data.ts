import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { fileNameOf, jsonEntry, type ZipEntry } from '../../../platform/storage/zip.ts'

const README = `What Footnote holds about your account.

profile.json         who you are, your company, settings, the names of your API keys, where you signed in from
collections.json     collections of yours
videos/              what is known of each of your videos, its transcript, and the comments on it
comments.json        every comment that you wrote
share-links.json     links that you made, and the guests who wrote through them
transcripts.json     your corrections of transcripts, and the speakers that you named
reviews.json         verdicts that you gave, requests to you, and your entries in the logs of reviews
notifications.json   your notifications
selects.json         selects that you made, with their items
searches.json        what you searched for last, and saved
usage.json           what was indexed for you
uploads.json         uploads of yours that can be resumed

The video files are not in here: download each of them from its collection.
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
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!profile) return
  const api_keys = await db
    .selectFrom('api_keys')
    .select(['name', 'scopes', 'prefix', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .execute()
  const notification_settings = await db
    .selectFrom('notification_settings')
    .select(['kind', 'mail'])
    .where('user_id', '=', userId)
    .execute()
  const signed_in_from = await db
    .selectFrom('sign_in_addresses')
    .select(['address', 'last_at'])
    .where('user_id', '=', userId)
    .execute()
  const collections = await db
    .selectFrom('collections')
    .select(['id', 'kind', 'name', 'visual', 'ocr', 'audio', 'created_at'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  yield { name: 'README.txt', content: [Buffer.from(README)] }
  yield jsonEntry('profile.json', { ...profile, api_keys, notification_settings, signed_in_from })
  yield jsonEntry('collections.json', collections)
  yield* videoFiles(db, storage, userId)
  yield jsonEntry('comments.json', await commentsBy(db, userId))
  yield jsonEntry('placed-comments.json', await placedBy(db, userId))
  yield jsonEntry('share-links.json', await linksOf(db, userId))
  yield jsonEntry('transcripts.json', await transcriptChangesBy(db, userId))
  yield jsonEntry('reviews.json', await reviewsBy(db, userId))
  yield jsonEntry('notifications.json', await noticesOf(db, userId))
  yield jsonEntry('searches.json', await searchesBy(db, userId))
  yield jsonEntry('selects.json', await selectsOf(db, userId))
  const uploads = db.selectFrom('uploads').select(['collection_id', 'file_name', 'file_size', 'received'])
  const resumable = uploads.select(['relative_path', 'fingerprint', 'created_at', 'expires_at'])
  yield jsonEntry(
    'uploads.json',
    await resumable.where('user_id', '=', userId).where('received', 'is not', null).execute(),
  )
  const usage = db.selectFrom('usage_charges').select(['video_id', 'file_name', 'seconds', 'bytes', 'created_at'])
  yield jsonEntry('usage.json', await usage.where('user_id', '=', userId).execute())
}

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
      .select(['comments.id', 'parent_comment_id', 'content', 'start_time', 'end_time', 'comments.created_at'])
      .leftJoin('drawings', 'comment_id', 'comments.id')
      .select(['guest_name', 'first_name', 'last_name', 'resolved_at', 'visibility', 'shapes as drawing', 'source'])
      .where('video_id', '=', video.id)
      .orderBy('comments.created_at')
      .execute()
    yield jsonEntry(`${name}.json`, { ...video, comments })
    if (subtitle_key && (await storage.stat(subtitle_key)))
      yield { name: `${name}.vtt`, content: await storage.read(subtitle_key) }
  }
}

const commentsBy = (db: Database, userId: string) =>
  db
    .selectFrom('comments')
    .innerJoin('videos', 'videos.id', 'comments.video_id')
    .select(['comments.id', 'parent_comment_id', 'video_id', 'videos.file_name', 'content', 'start_time', 'end_time'])
    .leftJoin('drawings', 'comment_id', 'comments.id')
    .select(['is_edited', 'resolved_at', 'visibility', 'comments.created_at', 'shapes as drawing', 'comments.source'])
    .where('comments.user_id', '=', userId)
    .orderBy('comments.created_at')
    .execute()

/** Places that the person gave comments of earlier versions; seconds. */
const placedBy = (db: Database, userId: string) =>
  db
    .selectFrom('carries')
    .select(['comment_id', 'video_id', 'start_time', 'end_time'])
    .where('user_id', '=', userId)
    .execute()

/** What a person decided, was asked for, and did to reviews. */
async function reviewsBy(db: Database, userId: string) {
  const verdicts = await db
    .selectFrom('verdicts')
    .select(['video_id', 'verdict', 'note', 'at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const requests = await db
    .selectFrom('reviewers')
    .select(['stack_id', 'asked_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('asked_at')
    .execute()
  const asked = await db
    .selectFrom('reviewers')
    .select(['stack_id', 'name', 'email', 'asked_at', 'ended_at'])
    .where('asked_by', '=', userId)
    .where('user_id', 'is', null)
    .orderBy('asked_at')
    .execute()
  const log = await db
    .selectFrom('review_log')
    .select(['video_id', 'at', 'action', 'before', 'after'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return { verdicts, requests, guests_asked: asked, log }
}

/** Words that the person corrected, and names that they gave to speakers; seconds. */
async function transcriptChangesBy(db: Database, userId: string) {
  const words = await db
    .selectFrom('transcript_edits')
    .innerJoin('transcript_changes', 'transcript_changes.id', 'change_id')
    .select(['video_id', 'kind', 'at', 'undone_at', 'start_time', 'end_time', 'before', 'words'])
    .where('user_id', '=', userId)
    .orderBy('number')
    .orderBy('position')
    .execute()
  const speakers = await db
    .selectFrom('speakers')
    .innerJoin('transcript_changes', 'transcript_changes.id', 'change_id')
    .select(['video_id', 'at', 'undone_at', 'before', 'name', 'intervals'])
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute()
  return { words, speakers }
}

const searchesBy = (db: Database, userId: string) =>
  db
    .selectFrom('past_searches')
    .leftJoin('collections', 'collections.id', 'past_searches.collection_id')
    .select(['collection_id', 'collections.name as collection', 'query', 'types', 'saved', 'searched_at'])
    .where('past_searches.user_id', '=', userId)
    .where('collections.deleted_at', 'is', null)
    .orderBy('searched_at')
    .execute()

const selectsOf = (db: Database, userId: string) =>
  db
    .selectFrom('selects')
    .select(['name', 'note', 'created_at', 'changed_at'])
    .select(
      sql<object[]>`(select coalesce(json_agg(json_build_object('video_id', video_id, 'video_name', video_name,
        'start_frame', start_frame, 'end_frame', end_frame, 'note', i.note, 'source', source) order by position), '[]')
        from select_items i where i.selects_id = selects.id and i.position is not null)`.as('items'),
    )
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()

const linksOf = (db: Database, userId: string) =>
  db
    .selectFrom('share_links')
    .select(['video_id', 'permission', 'created_at', 'expires_at', 'last_used_at'])
    .select(
      sql<
        { name: string; email: string | null; created_at: string }[]
      >`(select coalesce(json_agg(json_build_object('name', name, 'email', email,
        'created_at', guests.created_at) order by guests.created_at), '[]') from guests
        where guests.link_id = share_links.id)`.as('guests'),
    )
    .where('user_id', '=', userId)
    .execute()

const noticesOf = (db: Database, userId: string) =>
  db
    .selectFrom('notifications')
    .select(['type', 'payload', 'read_at', 'created_at'])
    .where('user_id', '=', userId)
    .execute()
