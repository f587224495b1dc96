import { followTranscription } from '../../../features/transcripts/commands.ts'
import { writeLines } from '../../../features/transcripts/lines/commands.ts'
import { readBase } from '../../../features/transcripts/lines/queries.ts'
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
export function leftOut(work: VideoWork): StageResult {
  const video_id = work.video.id
  return {
    engine: null,
    left_out: true,
    async store(transaction) {
      await transaction.updateTable('videos').set({ speech_note: null }).where('id', '=', video_id).execute()
      await writeLines(transaction, video_id, null)
      await followTranscription(transaction, work.queue, { video_id, again: false })
    },
  }
}
