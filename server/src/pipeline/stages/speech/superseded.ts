import { SPEECH_AGAIN } from '@footnote/contract/shared/language/speech-notes.ts'
import type { Kysely } from 'kysely'
import { followTranscription } from '../../../features/library/transcripts/commands.ts'
import { writeLines } from '../../../features/library/transcripts/lines/commands.ts'
import { readBase } from '../../../features/library/transcripts/lines/queries.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import type { VideoWork } from '../../runner/video-work.ts'
import type { StageResult } from '../stage.ts'

/** People have imported subtitles during a transcription, which nobody would see. */
export class Superseded extends Error {
  constructor() {
    super('Subtitles are shown in place of a transcription.')
    this.name = 'Superseded'
  }
}

/** Whether subtitles are shown in place of what an engine hears. */
export const isSuperseded = async ({ db, video }: VideoWork): Promise<boolean> =>
  (await readBase(db, video.id)) !== null

/** Transcribes nothing. That is made up for when nobody wants the subtitles any more. */
export function supersededResult(work: VideoWork): StageResult {
  const video_id = work.video.id
  const { engine, reason } = work.engines.speech
  const isUndone = async (db: Kysely<Tables>) => (await readBase(db, video_id)) === null
  return {
    engine: null,
    left_out: true,
    // Somebody may undo the import before this is stored.
    isOutdated: isUndone,
    async store(transaction) {
      const again = engine && (await isUndone(transaction)) ? SPEECH_AGAIN : null
      // A reason is shown when the subtitles are undone.
      const speech_note = engine ? again : reason
      await transaction.updateTable('videos').set({ speech_note }).where('id', '=', video_id).execute()
      await writeLines(transaction, video_id, null)
      await followTranscription(transaction, work.queue, { video_id, again: false })
    },
  }
}
