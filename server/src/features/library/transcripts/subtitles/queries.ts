import type { TextTrack } from '@footnote/contract/nouns/library/transcripts.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../../platform/db/reader.ts'
import { readBase } from '../lines/queries.ts'

/** The text tracks of a video's own file. */
export async function listTracks(db: Reader, videoId: string): Promise<TextTrack[]> {
  const base = await readBase(db, videoId)
  return await db
    .selectFrom('text_tracks')
    .select(['number', 'language', 'title', 'lines'])
    .select(
      sql<boolean>`exists (select from transcript_changes where id = ${base?.id ?? null}::uuid and track = text_tracks.number)`.as(
        'used',
      ),
    )
    .where('video_id', '=', videoId)
    .orderBy('number')
    .execute()
}
