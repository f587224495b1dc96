import { Readable } from 'node:stream'
import { VIDEO_STATUSES } from '@footnote/contract/shared/video-status.ts'
import type { Kysely } from 'kysely'
import { announceRevision } from '../../features/library/transcripts/commands.ts'
import { readSaid, subtitlesOf } from '../../features/library/transcripts/queries.ts'
import type { Tables } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/queue/jobs.ts'
import { type IndexingServices, type VideoWork, workBeside } from '../runner/video-work.ts'
import { embedEdited } from '../stages/embed-lines.ts'
import { lockVideo } from '../stages/parts.ts'

const KEPT = VIDEO_STATUSES.filter((status) => status !== 'DELETING')

/**
 * Brings up to date what does not change together with the words of an edited transcript: its subtitle file, and the
 * vectors of its lines. Does nothing for stages that are not finished, since they do both at their end. Edits during
 * the work begin it again.
 */
export const renewTranscript =
  (services: IndexingServices): JobHandler<'renew-transcript'> =>
  async ({ video_id }, context) =>
    await workBeside(services, video_id, KEPT, context, async (work) => {
      while (!(await renew(work))) work.signal.throwIfAborted()
    })

/** @returns whether nobody edited the transcript meanwhile */
async function renew(work: VideoWork): Promise<boolean> {
  const { db, video } = work
  const { revision } = await db
    .selectFrom('videos')
    .select('transcript_revision as revision')
    .where('id', '=', video.id)
    .executeTakeFirstOrThrow()
  for (const step of [writeSubtitles, embedLines]) while (!(await step(work))) work.signal.throwIfAborted()
  // Only now: the job of a revision that is not noted is enqueued again.
  const noted = await db
    .updateTable('videos')
    .set({ subtitle_revision: revision })
    .where('id', '=', video.id)
    .where('transcript_revision', '=', revision)
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

/** @returns whether the file is that of the current transcript */
async function writeSubtitles(work: VideoWork): Promise<boolean> {
  const { db, storage, video } = work
  const before = await stateOf(db, video.id)
  // A video without speech needs no file, and a stage that is not finished writes it at its end.
  if (!before) return true
  const said = await readSaid(db, video.id)
  const subtitle_key = said.words.length > 0 ? work.key('subtitles.vtt') : null
  if (subtitle_key) await storage.write(subtitle_key, Readable.from([Buffer.from(subtitlesOf(said))]), 'text/vtt')
  return await db.transaction().execute(async (transaction) => {
    await lockVideo(transaction, work, null)
    const after = await stateOf(transaction, video.id)
    // Another job may have written its file before this one: whoever wrote last compares last.
    if (after?.revision !== before.revision || after.finished_at?.getTime() !== before.finished_at?.getTime())
      return false
    await transaction.updateTable('videos').set({ subtitle_key }).where('id', '=', video.id).execute()
    await announceRevision(transaction, video.id, { revision: after.revision, file: true })
    return true
  })
}

/** What the file depends on; undefined while there is no whole transcript, nor lines of people. */
const stateOf = (db: Kysely<Tables>, videoId: string) =>
  db
    .selectFrom('videos')
    .leftJoin('video_stages', (join) =>
      join
        .onRef('video_stages.video_id', '=', 'videos.id')
        .on('stage', '=', 'speech')
        .on('engine', 'is not', null)
        .on('until', 'is', null),
    )
    .select(['transcript_revision as revision', 'finished_at'])
    .where('videos.id', '=', videoId)
    .where((row) =>
      row.or([
        row('finished_at', 'is not', null),
        row.exists(
          row.selectFrom('shown_lines').select('engine').where('video_id', '=', videoId).where('people', '=', true),
        ),
      ]),
    )
    .executeTakeFirst()

/**
 * Embeds edited lines with the engine of the others. Without it they are found by their words until an engine embeds
 * the video again.
 * @returns whether all have their vectors now
 */
async function embedLines(work: VideoWork): Promise<boolean> {
  const { engine } = work.engines.text
  const stages = await work.db
    .selectFrom('video_stages')
    .select(['stage', 'engine', 'finished_at'])
    .where('video_id', '=', work.video.id)
    .where('until', 'is', null)
    .execute()
  const heard = stages.find(({ stage }) => stage === 'speech')
  const embedded = stages.find(({ stage }) => stage === 'speech_embedding')
  // After a new transcription the stage embeds all lines.
  if (!engine || !heard || embedded?.engine !== engine.id || heard.finished_at > embedded.finished_at) return true
  return await embedEdited(work, engine, (transaction) => lockVideo(transaction, work, null))
}
