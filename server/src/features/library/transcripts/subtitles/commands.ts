import { setImmediate } from 'node:timers/promises'
import type { ImportSubtitles, SkippedCue } from '@footnote/contract/nouns/library/transcripts.ts'
import { UNDETERMINED } from '@footnote/contract/shared/language/undetermined.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import type { Kysely, Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Tables, TrackCue } from '../../../../platform/db/schema.ts'
import { invalidField } from '../../../../platform/errors.ts'
import type { Queue } from '../../../../platform/queue/queue.ts'
import { addSubtitles, type HeldTranscript, type Subtitles } from '../commands.ts'
import { sizeOf } from '../edit-words.ts'
import { isChanged, languageOf, listHeard } from '../lines/queries.ts'
import { type FilmTrack, trackToShow } from './choose-track.ts'
import { withHeardTimes } from './heard-times.ts'
import { guessLanguage, languageTag } from './language.ts'
import { type ReadSubtitles, readSubtitles, sampleOf, timedLines } from './timed-lines.ts'

const NO_TRACK = 'This video does not have that text track.'

/** What an import took, and what it left out. */
export interface ImportOutcome {
  readonly edit_id: string
  readonly lines: number
  readonly skipped: readonly SkippedCue[]
  readonly skipped_count: number
}

/** A file that a person brings, or the number of a text track of the video's own file. */
export type Source = { readonly file: ReadSubtitles; readonly file_name: string | null } | { readonly track: number }

/**
 * Reads what a person asks to import. That takes up to a second, so nobody may hold the transcript.
 * @param duration of the film in seconds; null when it is not known
 * @throws ProductError validation_failed for a text without subtitles
 */
export function readSource(
  { text, track, file_name = null }: z.output<typeof ImportSubtitles>,
  duration: number | null,
): Source {
  if (text == null) return { track: track ?? -1 }
  const file = readSubtitles(text, duration)
  if (typeof file === 'string') throw invalidField('text', file)
  return { file, file_name }
}

/**
 * Shows the lines of a subtitle file, or of a text track of the video's own file, in place of all others. The caller
 * holds the transcript.
 * @throws ProductError validation_failed for a track that is not there; limit_words
 */
export async function importSubtitles(
  transaction: Transaction<Tables>,
  held: HeldTranscript,
  means: { readonly queue: Queue; readonly user_id: string },
  source: Source,
): Promise<ImportOutcome> {
  const { video_id } = held
  if ('track' in source) {
    const found = await readTrack(transaction, video_id, source.track)
    const subtitles = await subtitlesOfTrack(transaction, video_id, found)
    const edit_id = await addSubtitles(transaction, held, subtitles, means)
    return { edit_id, lines: subtitles.lines.length, skipped: [], skipped_count: 0 }
  }
  const { file: read, file_name } = source
  const language = await languageOfCues(transaction, video_id, read.cues, null)
  const found = await linesOfCues(transaction, video_id, read.cues)
  const subtitles = { ...found, language, file_name, track: null }
  const edit_id = await addSubtitles(transaction, held, subtitles, means)
  return { edit_id, lines: subtitles.lines.length, skipped: read.skipped.first, skipped_count: read.skipped.count }
}

async function readTrack(db: Kysely<Tables>, video_id: string, number: number): Promise<StoredTrack> {
  const found = await db
    .selectFrom('text_tracks')
    .select(['number', 'language', 'title', 'cues'])
    .where('video_id', '=', video_id)
    .where('number', '=', number)
    .executeTakeFirstOrThrow(() => invalidField('track', NO_TRACK))
  return found
}

/** A text track as it is kept. */
type StoredTrack = Pick<FilmTrack, 'number' | 'language' | 'title' | 'cues'>

/** Subtitles of a text track of a video's own file. */
export async function subtitlesOfTrack(db: Kysely<Tables>, video_id: string, track: StoredTrack): Promise<Subtitles> {
  const language = await languageOfCues(db, video_id, track.cues, track.language)
  return {
    ...(await linesOfCues(db, video_id, track.cues)),
    language,
    file_name: track.title ?? track.language,
    track: track.number,
  }
}

/** The lines of cues, with the times of the words that an engine heard there too. */
async function linesOfCues(db: Kysely<Tables>, video_id: string, cues: readonly TrackCue[]) {
  const { lines, speakers } = timedLines(cues)
  const heard = await listHeard(db, video_id)
  return {
    lines: withHeardTimes(
      lines,
      heard.flatMap(({ words }) => words),
    ),
    speakers,
  }
}

/** The text tracks of a film's own file. */
export interface FoundTracks {
  readonly tracks: readonly FilmTrack[]
  /** Language of the sound track, as the file states it; null when it states none. */
  readonly spoken: string | null
}

/**
 * Reads the lines of text tracks. Leaves out those without any.
 * @param read `text` of SRT or WebVTT; `index` of the stream in the file
 * @param duration of the film in seconds
 */
export async function parseTracks(
  read: readonly (Omit<FilmTrack, 'cues' | 'number'> & { readonly index: number; readonly text: string })[],
  duration: number,
): Promise<FilmTrack[]> {
  const tracks: FilmTrack[] = []
  for (const { index, text, ...track } of read) {
    const lines = readSubtitles(text, duration)
    if (typeof lines !== 'string') tracks.push({ ...track, number: index, cues: lines.cues })
    // A track of megabytes takes a second, and other videos are indexed in this process.
    await setImmediate()
  }
  return tracks
}

/**
 * Keeps the text tracks of a video's own file, so that people can choose one without another look at the file. Shows
 * one of them if that is safe, in the name of the video's owner, unless people have changed the transcript before: also
 * one of them who took this back. The caller has locked the video.
 */
export async function keepTracks(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_id: string,
  { tracks, spoken }: FoundTracks,
): Promise<void> {
  const { user_id, revision } = await transaction
    .updateTable('videos')
    .set({ text_tracks_read: true })
    .where('id', '=', video_id)
    .returning(['user_id', 'transcript_revision as revision'])
    .executeTakeFirstOrThrow()
  await transaction.deleteFrom('text_tracks').where('video_id', '=', video_id).execute()
  for (const { number, language, title, cues } of tracks)
    await transaction
      .insertInto('text_tracks')
      .values({ video_id, number, language, title, lines: cues.length, cues: JSON.stringify(cues) })
      .execute()
  const track = trackToShow(tracks, spoken)
  if (!track || (await isChanged(transaction, video_id))) return
  const subtitles = { ...(await subtitlesOfTrack(transaction, video_id, track)), automatic: true as const }
  const words = subtitles.lines.reduce((sum, line) => sum + sizeOf(line.words), 0)
  if (words <= TRANSCRIPT.words) await addSubtitles(transaction, { video_id, revision }, subtitles, { queue, user_id })
}

/** Words of a text that is long enough to tell that it is not English. */
const TELLING = 20

/** The language of subtitles: as stated, as they look, or as the video has. */
async function languageOfCues(
  db: Kysely<Tables>,
  video_id: string,
  cues: readonly TrackCue[],
  stated: string | null,
): Promise<string> {
  const sample = sampleOf(cues)
  const found = languageTag(stated) ?? guessLanguage(sample)
  if (found) return found
  const usual = await languageOf(db, video_id)
  return usual === 'en' && sample.split(' ').length > TELLING ? UNDETERMINED : usual
}
