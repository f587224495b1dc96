import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../../../platform/db/database.ts'
import { rowsOf } from './rows-of.ts'

/** What a person decided, was asked for, and did to reviews. */
export async function reviewsBy(db: Database, userId: string) {
  const verdicts = await rowsOf(db, 'verdicts', userId, 'video_id', 'verdict', 'note', 'at')
  const requests = await rowsOf(db, 'reviewers', userId, 'stack_id', 'asked_at', 'ended_at')
  const asked = await db
    .selectFrom('reviewers')
    .select(['stack_id', 'name', 'email', 'asked_at', 'ended_at'])
    .where('asked_by', '=', userId)
    .where('user_id', 'is', null)
    .orderBy('asked_at')
    .execute()
  const log = await rowsOf(db, 'review_log', userId, 'video_id', 'at', 'action', 'before', 'after')
  return { verdicts, requests, guests_asked: asked, log }
}

/** Words that the person corrected or typed, subtitles that they imported, and names that they gave to speakers; seconds. */
export async function transcriptChangesBy(db: Database, userId: string) {
  const words = await db
    .selectFrom('transcript_edits')
    .innerJoin('transcript_changes', 'transcript_changes.id', 'change_id')
    .select(['video_id', 'kind', 'at', 'undone_at', 'start_time', 'end_time', 'before', 'words'])
    .where('user_id', '=', userId)
    .where('kind', '!=', 'subtitles')
    .orderBy('number')
    .orderBy('position')
    .execute()
  const imports = await db
    .selectFrom('transcript_changes')
    .select(['video_id', 'at', 'undone_at', 'file_name', 'track', 'automatic', 'language', 'speakers'])
    .select((change) =>
      jsonArrayFrom(
        change
          .selectFrom('transcript_edits')
          .select(['start_time', 'end_time', 'words', 'speaker'])
          .whereRef('change_id', '=', 'transcript_changes.id')
          .orderBy('position'),
      ).as('lines'),
    )
    .where('user_id', '=', userId)
    .where('kind', '=', 'subtitles')
    .orderBy('number')
    .execute()
  const speakers = await db
    .selectFrom('speakers')
    .innerJoin('transcript_changes', 'transcript_changes.id', 'change_id')
    .select(['video_id', 'at', 'undone_at', 'before', 'name', 'everywhere', 'intervals'])
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute()
  return { words, imports, speakers }
}
