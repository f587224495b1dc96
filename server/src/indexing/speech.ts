import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Cue } from '../engines/engine.ts'
import { extractAudio } from '../media/audio.ts'
import { toWebVtt } from '../media/subtitles.ts'
import { inChunks, removeRows } from './rows.ts'
import type { Stage, StageResult } from './stage.ts'
import type { VideoWork } from './video-work.ts'

/** Taking the sound out is this share of the stage. */
const AUDIO_SHARE = 0.05
const NO_SOUND = 'The video has no sound.'

/** Writes down what is said. */
export const speech: Stage = {
  stage: 'speech',
  needs: [],
  kind: 'speech',
  status: 'PROCESSING_SPEECH',
  weight: 50,
  asked: ({ collection }) => collection.audio,
  async run(work, onProgress) {
    const { engine, reason } = work.engines.speech
    if (!engine) return withoutCues(work, null, reason)
    const info = await work.info()
    const wav = await extractAudio(
      work.media,
      await work.input(),
      info,
      path.join(work.media.folder, 'sound.wav'),
      (share) => onProgress(AUDIO_SHARE * share),
    )
    if (!wav) return withoutCues(work, engine.id, NO_SOUND)
    const cues: Cue[] = []
    const onShare = (share: number) => onProgress(AUDIO_SHARE + (1 - AUDIO_SHARE) * share)
    for await (const cue of engine.transcribe(wav, onShare, work.signal)) cues.push(cue)
    return withCues(work, engine.id, cues)
  },
  remove: (transaction, video_id, engine) => removeRows(transaction, 'cues', video_id, engine),
}

/** @param engine that had nothing to hear; null where there is none */
function withoutCues(work: VideoWork, engine: string | null, speech_note: string): StageResult {
  return {
    engine,
    async store(transaction) {
      await transaction.updateTable('videos').set({ speech_note }).where('id', '=', work.video.id).execute()
    },
  }
}

async function withCues(work: VideoWork, engine: string, cues: readonly Cue[]): Promise<StageResult> {
  const video_id = work.video.id
  const subtitle_key = cues.length > 0 ? work.key('subtitles.vtt') : null
  if (subtitle_key) {
    const file = path.join(work.media.folder, 'subtitles.vtt')
    await writeFile(file, toWebVtt(cues))
    await work.storage.writeFile(subtitle_key, file, 'text/vtt')
  }
  const rows = cues.map(({ start, end, text, language, words }, number) => ({
    video_id,
    engine,
    number,
    start_time: start,
    end_time: end,
    text,
    language,
    words: JSON.stringify(words),
  }))
  return {
    engine,
    counts: { cues: rows.length },
    async store(transaction) {
      await removeRows(transaction, 'cues', video_id, engine)
      await inChunks(rows, (chunk) => transaction.insertInto('cues').values(chunk).execute())
      await transaction
        .updateTable('videos')
        .set({ subtitle_key, speech_note: null })
        .where('id', '=', video_id)
        .execute()
    },
  }
}
