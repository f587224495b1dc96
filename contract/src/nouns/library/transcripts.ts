// Past 250 lines: every field of a transcript and of its history, and every call about one.
import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { fileName, Id, requiredText, Timestamp } from '../../calls/fields.ts'
import { PAGED, pageOf } from '../../calls/pages.ts'
import { SpeakerName, SubtitleWord } from '../../shared/language/transcript.ts'
import { TRANSCRIPT } from '../../shared/review-limits.ts'
import { isPlain, withoutDirections } from '../../shared/text.ts'

/** What a video says now: the engine's words with all edits, and the names of its speakers. */
export const Transcript = z.object({
  /** Rises with every edit, undo, and naming of a speaker. Transcribing the video again raises it too. */
  revision: z.number(),
  subtitle_word: z.array(SubtitleWord),
  /** Names that people gave. A speaker without one is called by their number. */
  speakers: z.array(SpeakerName),
  /** Signed address of the subtitle file; null without words. */
  subtitle_url: z.nullable(z.string()),
})
export type Transcript = z.infer<typeof Transcript>

/** The transcript after a change. */
export const EditedTranscript = z.object({
  ...Transcript.shape,
  /** The change, for undo; null when nothing changed, and then the revision is the old one. */
  edit_id: z.nullable(z.string()),
})
export type EditedTranscript = z.infer<typeof EditedTranscript>

/** Words in an interval, or a speaker's name there, before and after. Seconds. */
export const TranscriptPlace = z.object({
  start_time: z.number(),
  end_time: z.number(),
  /** Empty where words were added. */
  before: z.string(),
  /** Empty where words were removed. */
  after: z.string(),
})
export type TranscriptPlace = z.infer<typeof TranscriptPlace>

/** `subtitles`: an imported file or track, whose lines are shown in place of all others. */
export const EDIT_KINDS = ['words', 'replace', 'speaker', 'subtitles'] as const
export type EditKind = (typeof EDIT_KINDS)[number]

/** One change of a transcript: what one call did, and one undo takes back. */
export const TranscriptEdit = z.object({
  id: z.string(),
  kind: z.enum(EDIT_KINDS),
  /** Of subtitles: name of the file, or title or language of the track; null for others, and for a file without a name. */
  file_name: z.nullable(z.string()),
  at: Timestamp,
  /** Of the person who made it; 'Deleted user' when their account is gone. */
  first_name: z.string(),
  last_name: z.string(),
  /** When somebody took it back; null while it holds. */
  undone_at: z.nullable(Timestamp),
  /** The first places that it changed, in order of time; of subtitles, their first lines. */
  places: z.array(TranscriptPlace),
  /** Number of all places, or lines. */
  count: z.number(),
})
export type TranscriptEdit = z.infer<typeof TranscriptEdit>

/** Revision of the transcript that the person saw. Another one meanwhile: 409 `changed_meanwhile`. */
const revision = z
  .number('A revision is required')
  .check(z.int('A revision is a whole number'), z.gte(0, 'A revision is at least 0'))
const seconds = z.number('A time in seconds is required').check(z.gte(0, 'A time is at least 0'))
const undirected = z.overwrite<string>(withoutDirections)
const plain = z.refine<string>(isPlain, 'Control characters are not allowed')
const text = (most: number) =>
  z.string('A text is required').check(undirected, z.maxLength(most, `At most ${most} characters are allowed`), plain)

const NO_INTERVAL = 'An edit ends after it begins'
export const EditTranscript = z.object({
  revision,
  /** At most one edit for each moment. */
  edits: z
    .array(
      z
        .object({
          /** Start of the first word that the text replaces. */
          start_time: seconds,
          /** End of the last one. */
          end_time: seconds,
          /** Words with spaces as their language has them. Empty removes the words. */
          text: text(TRANSCRIPT.edit),
        })
        .check(
          z.refine(({ start_time, end_time }) => end_time > start_time, { error: NO_INTERVAL, path: ['end_time'] }),
        ),
    )
    .check(
      z.minLength(1, 'An edit is required'),
      z.maxLength(TRANSCRIPT.edits, `At most ${TRANSCRIPT.edits} edits can be sent at once`),
    ),
})

export const ReplaceInTranscript = z.object({
  revision,
  /** Text, no pattern. A space in it also fits a line break or several spaces. */
  find: requiredText('Type what to look for', TRANSCRIPT.find),
  /** Empty removes what is found. */
  replace: text(TRANSCRIPT.find),
  match_case: z._default(z.boolean(), false),
  whole_words: z._default(z.boolean(), false),
  /** Only counts. */
  dry_run: z._default(z.boolean(), false),
})

const WHOSE = 'Send the name so far as `from`, or an interval as `start_time` and `end_time`'
const name = requiredText('A name is required', TRANSCRIPT.speaker)
export const NameSpeaker = z
  .object({
    revision,
    name,
    /** Names the speaker everywhere: the name that the transcript shows, such as 'Speaker 1'. */
    from: z.optional(z.nullable(name)),
    /** Names only who says the words in an interval. */
    start_time: z.optional(z.nullable(seconds)),
    end_time: z.optional(z.nullable(seconds)),
  })
  .check(
    z.refine(
      ({ from, start_time, end_time }) =>
        (from == null) !== (start_time == null) && (start_time == null) === (end_time == null),
      { error: WHOSE, path: ['from'] },
    ),
  )

const TEXT_OR_TRACK = 'Send either the text of a subtitle file or the number of a track'
export const ImportSubtitles = z
  .object({
    revision,
    file_name: z.optional(z.nullable(fileName('A name of a file is required'))),
    /** A whole SRT or WebVTT file. */
    text: z.optional(
      z.nullable(
        z
          .string('The text of a file is required')
          .check(
            z.maxLength(
              TRANSCRIPT.subtitles,
              `A subtitle file can have ${TRANSCRIPT.subtitles.toLocaleString('en')} characters`,
            ),
          ),
      ),
    ),
    /** A track of the video's own file, as `tracks` numbers them. */
    track: z.optional(
      z.nullable(
        z
          .number('The number of a track is required')
          .check(z.int('The number of a track is a whole number'), z.gte(0, 'The number of a track is at least 0')),
      ),
    ),
  })
  .check(z.refine(({ text, track }) => (text == null) !== (track == null), { error: TEXT_OR_TRACK, path: ['text'] }))

/** A cue of a subtitle file that was left out. */
export const SkippedCue = z.object({
  /** The line of the file in which it begins, counted from 1; of a track, the number of the cue. */
  line: z.number(),
  reason: z.string(),
})
export type SkippedCue = z.infer<typeof SkippedCue>

/** The transcript after an import. */
export const ImportedSubtitles = z.object({
  ...EditedTranscript.shape,
  /** Number of lines that were taken. */
  lines: z.number(),
  /** The first cues that were left out. */
  skipped: z.array(SkippedCue),
  skipped_count: z.number(),
})

/** A text track in the video's own file, with at least one line. */
export const TextTrack = z.object({
  number: z.number(),
  /** As the file states it: ISO 639 or BCP 47. */
  language: z.nullable(z.string()),
  title: z.nullable(z.string()),
  /** Number of its lines. */
  lines: z.number(),
  /** Whether its lines are shown now. */
  used: z.boolean(),
})
export type TextTrack = z.infer<typeof TextTrack>

const ofVideo = z.object({ video_id: Id })
const ofEdit = z.object({ edit_id: Id })
export const transcripts = endpointsOf('Transcripts', {
  get: {
    method: 'GET',
    path: '/api/transcripts/:video_id',
    access: 'share',
    summary: 'Transcript of a video, or a page of its words',
    params: ofVideo,
    query: z.object(pageOf(TRANSCRIPT.page_size)),
    response: z.object({ ...Transcript.shape, ...PAGED }),
  },
  edit: {
    method: 'PUT',
    path: '/api/transcripts/:video_id',
    access: 'share',
    summary: 'Correct words of a transcript, or add lines where nothing is said; not for share links',
    params: ofVideo,
    body: EditTranscript,
    response: EditedTranscript,
  },
  replace: {
    method: 'POST',
    path: '/api/transcripts/:video_id/replace',
    access: 'share',
    summary: 'Replace a text everywhere in a transcript, or count where it is; not for share links',
    params: ofVideo,
    body: ReplaceInTranscript,
    /** `edit_id` is null when only counted, and when nothing was found. */
    response: z.object({ count: z.number(), revision: z.number(), edit_id: z.nullable(z.string()) }),
  },
  nameSpeaker: {
    method: 'PUT',
    path: '/api/transcripts/:video_id/speakers',
    access: 'share',
    summary: 'Name a speaker, everywhere or in an interval; not for share links',
    params: ofVideo,
    body: NameSpeaker,
    response: EditedTranscript,
  },
  importSubtitles: {
    method: 'POST',
    path: '/api/transcripts/:video_id/subtitles',
    access: 'share',
    summary:
      'Show the lines of a subtitle file, or of a track of the video, in place of all others; not for share links',
    params: ofVideo,
    body: ImportSubtitles,
    body_bytes: TRANSCRIPT.subtitles_bytes,
    response: ImportedSubtitles,
  },
  tracks: {
    method: 'GET',
    path: '/api/transcripts/:video_id/tracks',
    access: 'share',
    summary: 'Text tracks in the file of a video; not for share links',
    params: ofVideo,
    response: z.object({ tracks: z.array(TextTrack) }),
  },
  edits: {
    method: 'GET',
    path: '/api/transcripts/:video_id/edits',
    access: 'share',
    summary: 'Changes of a transcript, newest first; not for share links',
    params: ofVideo,
    response: z.object({ edits: z.array(TranscriptEdit) }),
  },
  undo: {
    method: 'POST',
    path: '/api/transcripts/:video_id/undo',
    access: 'share',
    summary: 'Take back one change of a transcript; later ones stay. Not for share links',
    params: ofVideo,
    body: ofEdit,
    response: EditedTranscript,
  },
  redo: {
    method: 'POST',
    path: '/api/transcripts/:video_id/redo',
    access: 'share',
    summary: 'Make a change again that was taken back; not for share links',
    params: ofVideo,
    body: ofEdit,
    response: EditedTranscript,
  },
})
