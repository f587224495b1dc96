import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Cue, SpeechEngine } from '../engines/engine.ts'
import { extractAudio } from '../media/audio.ts'
import { toWebVtt } from '../media/subtitles.ts'
import { isEnginesFault } from './outcome.ts'
import { inChunks, removeRows } from './rows.ts'
import type { Stage, StageResult } from './stage.ts'
import type { VideoWork } from './video-work.ts'

/** Taking the sound out is this share of the stage. */
const AUDIO_SHARE = 0.05
const NO_SOUND = 'The video has no sound.'
/** An engine that fails so often on the same sound is not asked again. */
const TRIES = 3

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
    const language = chosenLanguage(work.video, work.collection)
    if (language !== null && !engine.languages.includes(language))
      return withoutCues(work, engine.id, `${engine.name} does not know the language that was chosen (${language}).`)
    const info = await work.info()
    const wav = await extractAudio(
      work.media,
      await work.input(),
      info,
      path.join(work.media.folder, 'sound.wav'),
      (share) => onProgress(AUDIO_SHARE * share),
    )
    if (!wav) return withoutCues(work, engine.id, NO_SOUND)
    const onShare = (share: number) => onProgress(AUDIO_SHARE + (1 - AUDIO_SHARE) * share)
    return await withCues(work, engine.id, await transcribe(work, engine, wav, language, onShare))
  },
  async passOver(transaction, { video, engines }) {
    const speech_note = `${engines.speech.engine?.name ?? 'The speech engine'} failed on this video.`
    await noteSilence(transaction, video.id, speech_note)
  },
  remove: (transaction, video_id, engine) => removeRows(transaction, 'cues', video_id, engine),
}

const chosenLanguage = (
  video: Pick<VideoWork['video'], 'language_choice'>,
  collection: Pick<VideoWork['collection'], 'language'>,
): string | null => video.language_choice ?? collection.language

/** Somebody has chosen another language while the video was listened to. */
async function isOutdated({ video, collection }: VideoWork, transaction: Transaction<Tables>): Promise<boolean> {
  const now = await transaction
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select(['videos.language_choice', 'collections.language'])
    .where('videos.id', '=', video.id)
    .executeTakeFirst()
  return now !== undefined && chosenLanguage(now, now) !== chosenLanguage(video, collection)
}

/** @throws EngineError where the engine failed, kills at once */
async function transcribe(
  work: VideoWork,
  engine: SpeechEngine,
  wav: string,
  language: string | null,
  onProgress: (share: number) => void,
): Promise<Cue[]> {
  const { signal, log, video } = work
  const onRemark = (remark: string) => log.warn({ video_id: video.id, engine: engine.id, remark }, 'speech engine')
  for (let tries = 1; ; tries++) {
    try {
      return await Array.fromAsync(engine.transcribe(wav, { language, onProgress, onRemark, signal }))
    } catch (error) {
      if (signal.aborted || !isEnginesFault(error) || tries === TRIES) throw error
      log.warn({ video_id: video.id, engine: engine.id, err: error }, 'speech not transcribed')
    }
  }
}

/** @param engine that had nothing to hear; null where there is none */
function withoutCues(work: VideoWork, engine: string | null, speech_note: string): StageResult {
  const video_id = work.video.id
  return {
    engine,
    isOutdated: (transaction) => isOutdated(work, transaction),
    async store(transaction) {
      if (engine) await removeRows(transaction, 'cues', video_id, engine)
      await noteSilence(transaction, video_id, speech_note)
    },
  }
}

async function noteSilence(transaction: Transaction<Tables>, video_id: string, speech_note: string): Promise<void> {
  await transaction
    .updateTable('videos')
    .set({ speech_note, subtitle_key: null, language: null })
    .where('id', '=', video_id)
    .execute()
}

async function withCues(work: VideoWork, engine: string, cues: readonly Cue[]): Promise<StageResult> {
  const video_id = work.video.id
  const subtitle_key = cues.length > 0 ? work.key('subtitles.vtt') : null
  if (subtitle_key) {
    const file = path.join(work.media.folder, 'subtitles.vtt')
    await writeFile(file, toWebVtt(cues))
    await work.storage.writeFile(subtitle_key, file, 'text/vtt')
  }
  const rows = cues.map(({ start, end, text, language, words, speaker = null }, number) => ({
    video_id,
    engine,
    number,
    start_time: start,
    end_time: end,
    text,
    language,
    words: JSON.stringify(words),
    speaker,
  }))
  return {
    engine,
    counts: { cues: rows.length },
    isOutdated: (transaction) => isOutdated(work, transaction),
    async store(transaction) {
      await removeRows(transaction, 'cues', video_id, engine)
      await inChunks(rows, (chunk) => transaction.insertInto('cues').values(chunk).execute())
      await transaction
        .updateTable('videos')
        .set({ subtitle_key, speech_note: null, language: spokenMost(cues) })
        .where('id', '=', video_id)
        .execute()
    },
  }
}

/** The language of most of what is said, by seconds; null where nothing is. */
function spokenMost(cues: readonly Cue[]): string | null {
  const seconds = new Map<string, number>()
  for (const { language, start, end } of cues) seconds.set(language, (seconds.get(language) ?? 0) + end - start)
  const [most] = [...seconds].sort((one, other) => other[1] - one[1])
  return most?.[0] ?? null
}
