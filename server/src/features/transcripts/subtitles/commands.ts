import { setImmediate } from 'node:timers/promises'
import type { ImportSubtitles, SkippedCue } from '@footnote/contract/nouns/transcripts.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import type { Kysely, Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Tables, TrackCue } from '../../../platform/db/schema.ts'
import { invalidField } from '../../../platform/errors.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { addSubtitles, type HeldTranscript, type Subtitles } from '../commands.ts'
import { sizeOf } from '../edit-words.ts'
import { isChanged, languageOf, listHeard, UNDETERMINED } from '../lines/queries.ts'
import { type FilmTrack, trackToShow } from './choose-track.ts'
import { withHeardTimes } from './heard-times.ts'
import { guessLanguage, languageTag } from './language.ts'
import { readSubtitles, sampleOf, timedLines } from './timed-lines.ts'

const NO_TRACK = 'This video has no such track of text.'

/** What an import took, and what it left out. */
export interface Imported {
  readonly edit_id: string
  readonly lines: number
  readonly skipped: readonly SkippedCue[]
  readonly skipped_count: number
}

/**
 * Shows the lines of a subtitle file, or of a track of the video's own file, in place of all others. The caller holds the
 * transcript.
 * @throws ProductError validation_failed for a text without subtitles, and for a track that is not there; limit_words
 */
export async function importSubtitles(
  transaction: Transaction<Tables>,
  held: HeldTranscript,
  means: { readonly queue: Queue; readonly user_id: string },
  { text, track, file_name }: z.output<typeof ImportSubtitles>,
): Promise<Imported> {
  const { video_id } = held
  if (text == null) {
    const found = await readTrack(transaction, video_id, track ?? -1)
    const subtitles = await subtitlesOfTrack(transaction, video_id, found)
    const edit_id = await addSubtitles(transaction, held, subtitles, means)
    return { edit_id, lines: subtitles.lines.length, skipped: [], skipped_count: 0 }
  }
  const { duration } = await transaction
    .selectFrom('videos')
    .select('duration')
    .where('id', '=', video_id)
    .executeTakeFirstOrThrow()
  const read = readSubtitles(text, duration)
  if (typeof read === 'string') throw invalidField('text', read)
  const language = await languageOfCues(transaction, video_id, read.cues, null)
  const found = await linesOfCues(transaction, video_id, read.cues)
  const subtitles = { ...found, language, file_name: file_name ?? null, track: null }
  const edit_id = await addSubtitles(transaction, held, subtitles, means)
  return { edit_id, lines: subtitles.lines.length, skipped: read.skipped.first, skipped_count: read.skipped.count }
}

async function readTrack(db: Kysely<Tables>, video_id: string, number: number) {
  const found = await db
    .selectFrom('text_tracks')
    .select(['number', 'language', 'title', 'cues'])
    .where('video_id', '=', video_id)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!found) throw invalidField('track', NO_TRACK)
  return found
}

/** Subtitles of a track of a video's own file. */
export async function subtitlesOfTrack(
  db: Kysely<Tables>,
  video_id: string,
  track: { number: number; language: string | null; title: string | null; cues: readonly TrackCue[] },
): Promise<Subtitles> {
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

/** A track of a film's own file, as a text of SRT or WebVTT. */
export type FoundTrack = Omit<FilmTrack, 'cues'> & { readonly text: string }

/**
 * Keeps the tracks of text of a video's own file, so that people can choose one without another look at the file. Shows
 * one of them if that is safe, in the name of the video's owner, unless people have changed the transcript before: also
 * one of them who took this back. The caller has locked the video.
 * @param spoken language of the sound track, as the file states it; null when it states none
 */
export async function keepTracks(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_id: string,
  { found, spoken }: { readonly found: readonly FoundTrack[]; readonly spoken: string | null },
): Promise<void> {
  const { duration, user_id, revision } = await transaction
    .updateTable('videos')
    .set({ text_tracks_read: true })
    .where('id', '=', video_id)
    .returning(['duration', 'user_id', 'transcript_revision as revision'])
    .executeTakeFirstOrThrow()
  const tracks: FilmTrack[] = []
  for (const { text, ...track } of found) {
    const read = readSubtitles(text, duration)
    if (typeof read !== 'string') tracks.push({ ...track, cues: read.cues })
    // A track of megabytes takes a second, and other videos are indexed in this process.
    await setImmediate()
  }
  await transaction.deleteFrom('text_tracks').where('video_id', '=', video_id).execute()
  for (const { number, language, title, cues } of tracks)
    await transaction
      .insertInto('text_tracks')
      .values({ video_id, number, language, title, lines: cues.length, cues: JSON.stringify(cues) })
      .execute()
  const track = trackToShow(tracks, spoken)
  if (!track || (await isChanged(transaction, video_id))) return
  const subtitles = await subtitlesOfTrack(transaction, video_id, track)
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
