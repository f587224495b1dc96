import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { failedNote, lateNote, NO_SOUND, NOT_ENGLISH } from '@footnote/contract/shared/language/speech-notes.ts'
import { UNDETERMINED } from '@footnote/contract/shared/language/undetermined.ts'
import { sql, type Transaction } from 'kysely'
import type { SpeechEngine, SpokenLine, TranscriptStart } from '../../engines/engine.ts'
import { followTranscription } from '../../features/library/transcripts/commands.ts'
import { writeLines } from '../../features/library/transcripts/lines/commands.ts'
import { subtitlesOf, withChanges } from '../../features/library/transcripts/queries.ts'
import { extractAudio } from '../../media/audio.ts'
import { unchangedTrack } from '../../media/sound/plan.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { isEnginesFault } from '../runner/outcome.ts'
import type { VideoWork } from '../runner/video-work.ts'
import { removeRows } from './rows.ts'
import { keepTracksOfOlder } from './speech/find-tracks.ts'
import { isSuperseded, Superseded, supersededResult } from './speech/superseded.ts'
import { doubted, Transcript } from './speech/transcript.ts'
import type { Parts, Stage, StageResult } from './stage.ts'

/** Share of the stage for extracting the sound. */
const AUDIO_SHARE = 0.05
/** Maximum attempts of an engine on the same sound. */
const TRIES = 3

/** Transcribes speech. */
export const speech: Stage = {
  stage: 'speech',
  needs: [],
  status: 'PROCESSING_SPEECH',
  weight: 50,
  asked: ({ collection }) => collection.audio,
  async run(work, onProgress, parts) {
    if (!work.video.text_tracks_read) await keepTracksOfOlder(work)
    if (await isSuperseded(work)) return supersededResult(work)
    const { engine, reason } = work.engines.speech
    if (!engine) return withoutCues(work, null, reason)
    const language = chosenLanguage(work.video, work.collection)
    if (language !== null && !engine.languages.includes(language))
      return withoutCues(work, engine.id, `${engine.name} does not know the language that was chosen (${language}).`)
    const wav = await extractAudio(
      work.media,
      await work.input(),
      await work.info(),
      await work.plannedSound(),
      path.join(work.media.folder, 'sound.wav'),
      (share) => onProgress(AUDIO_SHARE * share),
    )
    if (!wav) return withoutCues(work, engine.id, NO_SOUND)
    const onShare = (share: number) => onProgress(AUDIO_SHARE + (1 - AUDIO_SHARE) * share)
    const transcript = new Transcript(work.video.id, engine.id, await earlierCues(work, engine.id, parts.until))
    try {
      await transcribe(work, { engine, wav, language, onProgress: onShare }, transcript, parts)
    } catch (error) {
      if (error instanceof Superseded) return supersededResult(work)
      throw error
    }
    return await withCues(work, engine.id, transcript)
  },
  async passOver(transaction, work, again) {
    const engine = work.engines.speech.engine?.name ?? 'The speech engine'
    await noteSilence(transaction, work, null, again ? lateNote(engine) : failedNote(engine))
  },
  remove: (transaction, video_id, engine) => removeRows(transaction, 'cues', video_id, engine),
}

/** The language that somebody chose for a video, or else for its collection; null if the engine is to find it. */
export const chosenLanguage = (
  video: Pick<VideoWork['video'], 'language_choice'>,
  collection: Pick<VideoWork['collection'], 'language'>,
): string | null => video.language_choice ?? collection.language

/** Somebody has chosen another language or sound during the transcription. */
async function isOutdated({ video, collection }: VideoWork, transaction: Transaction<Tables>): Promise<boolean> {
  const now = await transaction
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select(['videos.language_choice', 'videos.sound_choice', 'collections.language'])
    .where('videos.id', '=', video.id)
    .executeTakeFirst()
  if (!now) return false
  return now.sound_choice !== video.sound_choice || chosenLanguage(now, now) !== chosenLanguage(video, collection)
}

/** A transcription's sound and engine. */
interface SpeechInput {
  readonly engine: SpeechEngine
  readonly wav: string
  readonly language: string | null
  onProgress(share: number): void
}

/** Adds speech to a transcript, and stores it in parts. @throws EngineError when the engine failed; a kill at once */
async function transcribe(
  work: VideoWork,
  { engine, wav, ...listening }: SpeechInput,
  transcript: Transcript,
  parts: Parts,
): Promise<void> {
  const { signal, log, video } = work
  const onRemark = (remark: string) => log.warn({ video_id: video.id, engine: engine.id, remark }, 'speech engine')
  const onHeard = async (until: number) => {
    if (await isSuperseded(work)) throw new Superseded()
    transcript.settle(until)
    if (parts.due(until)) await parts.keep(until, transcript.taken())
  }
  for (let tries = 1; ; tries++) {
    try {
      const { heard } = transcript
      const said = engine.transcribe(wav, { ...listening, heard, onHeard, onRemark, signal })
      for await (const cue of said) transcript.add(cue)
      transcript.settle(Infinity)
      return
    } catch (error) {
      if (signal.aborted || !isEnginesFault(error) || tries === TRIES) throw error
      transcript.forget()
      log.warn({ video_id: video.id, engine: engine.id, err: error }, 'speech not transcribed')
    }
  }
}

/** The cues of earlier parts, as the engine wrote them. */
async function earlierCues(
  { db, video }: VideoWork,
  engine: string,
  until: number | null,
): Promise<TranscriptStart | null> {
  if (until === null) return null
  const rows = await db
    .selectFrom('cues')
    .select(['start_time as start', 'end_time as end', 'text', 'language', 'words', 'speaker', 'original'])
    .where('video_id', '=', video.id)
    .where('engine', '=', engine)
    .orderBy('number')
    .execute()
  const cues = rows.map(({ speaker, original, ...cue }): SpokenLine => {
    const line = { ...cue, ...original }
    const voiced = speaker === null ? line : { ...line, speaker }
    return line.words.some((word) => word.unsure) ? { ...voiced, unsure: true } : voiced
  })
  return { until, cues }
}

/** @param engine that had nothing to transcribe; null if there is none */
function withoutCues(work: VideoWork, engine: string | null, speech_note: string): StageResult {
  return {
    engine,
    isOutdated: (transaction) => isOutdated(work, transaction),
    store: (transaction) => noteSilence(transaction, work, engine, speech_note),
  }
}

/** Records that nothing was transcribed. What people typed stays. @param engine that had nothing to transcribe */
async function noteSilence(
  transaction: Transaction<Tables>,
  { queue, video: { id: video_id } }: VideoWork,
  engine: string | null,
  speech_note: string,
): Promise<void> {
  await writeLines(transaction, video_id, engine)
  await transaction
    .updateTable('videos')
    .set({ speech_note, subtitle_key: unlessPeopleLines(null), language: null })
    .where('id', '=', video_id)
    .execute()
  await followTranscription(transaction, queue, { video_id, again: false })
}

/** The file of an engine's lines, if these are shown. A job writes the one of people's lines. */
const unlessPeopleLines = (subtitle_key: string | null) => sql<string | null>`
  case when exists (select from shown_lines where video_id = videos.id and people) then subtitle_key
    else ${subtitle_key}::text end`

async function withCues(work: VideoWork, engine: string, transcript: Transcript): Promise<StageResult> {
  const other_language = isOtherLanguage(transcript.heard.cues)
  const cues = other_language ? transcript.heard.cues.map((cue) => ({ ...cue, unsure: true })) : transcript.heard.cues
  const video_id = work.video.id
  const subtitle_key = cues.length > 0 ? work.key('subtitles.vtt') : null
  if (subtitle_key) {
    const file = path.join(work.media.folder, 'subtitles.vtt')
    await writeFile(file, subtitlesOf(await withChanges(work.db, video_id, cues.map(doubted))))
    await work.storage.writeFile(subtitle_key, file, 'text/vtt')
  }
  const sound = await soundOfOlder(work)
  const storeRest = other_language ? transcript.doubted() : transcript.taken()
  return {
    engine,
    counts: { cues: cues.length },
    isOutdated: (transaction) => isOutdated(work, transaction),
    async store(transaction) {
      await storeRest(transaction)
      const again = await wasFinished(transaction, video_id)
      await followTranscription(transaction, work.queue, { video_id, again })
      await transaction
        .updateTable('videos')
        .set({
          ...sound,
          subtitle_key: unlessPeopleLines(subtitle_key),
          speech_note: other_language ? NOT_ENGLISH : null,
          language: other_language ? UNDETERMINED : spokenMost(cues),
        })
        .where('id', '=', video_id)
        .execute()
    },
  }
}

/** What was found of the sound of a video that was indexed before Footnote looked at it. */
async function soundOfOlder(work: VideoWork): Promise<{ sound: string; sound_due: boolean } | undefined> {
  if (work.video.sound) return undefined
  const [info, plan] = await Promise.all([work.info(), work.plannedSound()])
  const sound_due = plan.heard.length > 0 && unchangedTrack(plan)?.stream !== info.audio?.index
  return { sound: JSON.stringify(await work.sound()), sound_due }
}

/** Whether an engine of one language is unsure of most of what it heard, in seconds. */
function isOtherLanguage(cues: readonly SpokenLine[]): boolean {
  const seconds = (some: readonly SpokenLine[]) => some.reduce((sum, { start, end }) => sum + end - start, 0)
  const unsure = cues.filter((cue) => cue.unsure)
  return unsure.length > 0 && seconds(unsure) > seconds(cues) / 2
}

/** Whether people have seen a whole transcript already, which this one replaces. */
async function wasFinished(transaction: Transaction<Tables>, video_id: string): Promise<boolean> {
  const rows = await transaction
    .selectFrom('video_stages')
    .select('stage')
    .where('video_id', '=', video_id)
    .where('stage', '=', 'speech')
    .where('until', 'is', null)
    .execute()
  return rows.length > 0
}

/** The language with the most seconds of speech; null without speech. */
function spokenMost(cues: readonly SpokenLine[]): string | null {
  const seconds = new Map<string, number>()
  for (const { language, start, end } of cues) seconds.set(language, (seconds.get(language) ?? 0) + end - start)
  const [most] = [...seconds].sort((one, other) => other[1] - one[1])
  return most?.[0] ?? null
}
