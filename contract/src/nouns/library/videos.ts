// Past 250 lines: every field of a video, and every call about one.
import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { fileName, Id, requiredLines, requiredText, Timestamp } from '../../calls/fields.ts'
import { PAGED, pageOf } from '../../calls/pages.ts'
import { Message } from '../../calls/problems.ts'
import { SpeakerName, SubtitleWord } from '../../shared/language/transcript.ts'
import { TEXT, UPLOAD, VIDEOS } from '../../shared/limits.ts'
import { cleanFileName } from '../../shared/names.ts'
import { TRANSCRIPT } from '../../shared/review-limits.ts'
import { REVIEW_STATUSES } from '../../shared/review-status.ts'
import { VIDEO_STATUSES } from '../../shared/video-status.ts'

export const VideoStatus = z.enum(VIDEO_STATUSES)

/**
 * Whether browsers can play a video: READY, yes, as far as known; PREPARING, not before a copy for them is made;
 * FAILED, perhaps not.
 */
export const PLAYBACKS = ['READY', 'PREPARING', 'FAILED'] as const
export const Playback = z.enum(PLAYBACKS)
export type Playback = z.infer<typeof Playback>

/**
 * Small pictures of a video in reading order, at most 100 on one sprite: one for each `interval` seconds, from its middle.
 * Tile sizes in pixels.
 */
export const Storyboard = z.object({
  url: z.string(),
  columns: z.number(),
  count: z.number(),
  tile_width: z.number(),
  tile_height: z.number(),
  interval: z.number(),
  /**
   * Sheets with more pictures of a longer video, in tiles of the same size: `count` of all sheets, `tiles` of each but the
   * last. `storyboards.sheets` answers their addresses. Null for others, and for videos that were indexed before there
   * were sheets.
   */
  sheets: z.nullable(z.object({ interval: z.number(), count: z.number(), columns: z.number(), tiles: z.number() })),
})
export type Storyboard = z.infer<typeof Storyboard>

/** One sheet of a storyboard, numbered from 0, and its signed address. */
export const StoryboardSheet = z.object({ number: z.number(), url: z.string() })
export type StoryboardSheet = z.infer<typeof StoryboardSheet>

/** The sound of a video; null until Footnote has looked at it, and for videos that were indexed before it did. */
export const VideoSound = z.object({
  /** In the order of the file. */
  tracks: z.array(
    z.object({
      /** From 1. */
      number: z.number(),
      /** Title and language (ISO 639) that the file states. */
      title: z.nullable(z.string()),
      language: z.nullable(z.string()),
      channels: z.number(),
      /** There is nothing to hear in it. */
      silent: z.boolean(),
    }),
  ),
  /** Numbers of the tracks that play and are transcribed; several are mixed. */
  heard: z.array(z.number()),
  /** The track or the mix of all that somebody chose; null: Footnote's own choice. */
  choice: z.nullable(z.union([z.literal('mix'), z.number()])),
  /** The video plays its earlier sound until another copy is made. */
  changing: z.boolean(),
})
export type VideoSound = z.infer<typeof VideoSound>

export const Video = z.object({
  id: z.string(),
  user_id: z.string(),
  collection_id: z.string(),
  /** Videos with the same stack are versions of one cut. */
  stack_id: z.string(),
  /** Number within the stack, from 1; a deleted version's number is not used again. */
  version: z.number(),
  /** Versions of the stack, without those in deletion. */
  version_count: z.number(),
  /** Whether it is the version that cards show: the newest one whose file proved to be a video. */
  current: z.boolean(),
  review_status: z.enum(REVIEW_STATUSES),
  /** When the verdicts on the stack are due. */
  due_at: z.nullable(Timestamp),
  file_name: z.string(),
  /** Signed address of the uploaded file. */
  file_url: z.nullable(z.string()),
  /** Bytes. */
  file_size: z.nullable(z.number()),
  file_extension: z.string(),
  /** The oldest other video of the company whose file has the same content; null until the file is validated. */
  same_file_as: z.nullable(z.object({ id: z.string(), user_id: z.string(), file_name: z.string() })),
  /** The guest who sent it through a box. Null for a member's, and for guests of links. */
  source: z.nullable(z.object({ kind: z.literal('box'), name: z.string() })),
  status: VideoStatus,
  /**
   * While Footnote fetches the file from an address, and after that failed: bytes that are there, and of the whole file
   * as soon as its server says.
   */
  fetching: z.nullable(z.object({ received: z.number(), file_size: z.nullable(z.number()) })),
  /** 0 to 100; never falls. */
  status_percentage: z.number(),
  error: z.nullable(z.string()),
  /**
   * Seconds up to which every chosen modality can find moments; null when indexing is done, or when a modality has no
   * rows yet.
   */
  searchable_until: z.nullable(z.number()),
  /** Seconds. */
  video_duration: z.nullable(z.number()),
  duration: z.nullable(z.number()),
  upload_date: Timestamp,
  thumbnail_url: z.nullable(z.string()),
  stream_url: z.nullable(z.string()),
  playback: Playback,
  /** Why preparing it for playback failed, and a remedy. */
  playback_error: z.nullable(z.string()),
  /** Why acts that need exact frames are refused: the copy that plays lacks some of them, and a remedy. */
  frames_note: z.nullable(z.string()),
  subtitle_url: z.nullable(z.string()),
  storyboard: z.nullable(Storyboard),
  /** Why indexing it again would give other frames, for videos that an earlier version indexed. */
  reading_note: z.nullable(z.string()),
  /** Why Footnote did not transcribe the speech, when the collection asks for it. */
  speech_note: z.nullable(z.string()),
  /** Spoken language as a BCP 47 tag; 'und' when the engine does not report one; null without speech. */
  language: z.nullable(z.string()),
  /** Language that somebody chose for this video; null: the collection's language. */
  language_choice: z.nullable(z.string()),
  sound: z.nullable(VideoSound),
  frame_rate: z.nullable(z.object({ num: z.number(), den: z.number() })),
  /**
   * The timecode that the file states: `start` is the number of its first frame, counted from 00:00:00:00. Null when it
   * states none, and for videos that were indexed before Footnote read it.
   */
  timecode: z.nullable(z.object({ start: z.number(), drop_frame: z.boolean() })),
  can: z.object({
    open: z.boolean(),
    review: z.boolean(),
    rename: z.boolean(),
    /** Also false while the video is being indexed. */
    move: z.boolean(),
    delete: z.boolean(),
    /** Also false where the file itself caused the failure, so that a retry cannot help. */
    retry: z.boolean(),
    /** Choose which of its sound tracks plays. */
    choose_sound: z.boolean(),
    /** Add versions to it, and take them out of its stack. */
    versions: z.boolean(),
  }),
})
export type Video = z.infer<typeof Video>

/**
 * The light copy of a video, for phones and slow lines: READY, it plays; PREPARING, a job makes it; FAILED, that did not
 * work; ON_REQUEST, nobody has asked for it yet; NONE, there is none, since the video is as small itself, is not indexed
 * yet, or the installation makes none.
 */
export const LIGHT_COPIES = ['READY', 'PREPARING', 'FAILED', 'ON_REQUEST', 'NONE'] as const
export const LightCopy = z.enum(LIGHT_COPIES)
export type LightCopy = z.infer<typeof LightCopy>

/** A file that plays a video, with the same frames at the same times as every other one of it. */
export const Rendition = z.object({
  id: z.enum(['full', 'light']),
  /** Signed address. */
  url: z.string(),
  /** Pixels, upright; null until the file is validated. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** Bits per second of pictures and sound; null if unknown. */
  bit_rate: z.nullable(z.number()),
})
export type Rendition = z.infer<typeof Rendition>

export const VideoDetail = z.object({
  ...Video.shape,
  subtitle_word: z.array(SubtitleWord),
  /** Names of speakers that people gave. */
  speakers: z.array(SpeakerName),
  /** Revision of the transcript, for calls that change it. */
  transcript_revision: z.number(),
  /** Name of the engine that wrote the transcript, if it came with Footnote: a better one can be downloaded. */
  transcript_engine: z.nullable(z.string()),
  collection_name: z.string(),
  /** Whether a search of its collection looks for what people say, also in subtitles. */
  speech_searched: z.boolean(),
  /** Start of each frame in seconds, when the frame rate varies; null when `frame_rate` is enough. */
  frame_times: z.nullable(z.array(z.number())),
  /** The files that play it: the full one, and the light copy once there is one. None while it cannot be played. */
  renditions: z.array(Rendition),
  light_copy: LightCopy,
  can: z.object({
    ...Video.shape.can.shape,
    comment: z.boolean(),
    share: z.boolean(),
    /** Correct words and name speakers. */
    edit_transcript: z.boolean(),
  }),
  /** Here the items of all pages are the words, or the times of frames if these are more. */
  ...PAGED,
})
export type VideoDetail = z.infer<typeof VideoDetail>

const extension = z
  .string({ error: 'A file extension is required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^[a-z0-9]{1,16}$/, 'A file extension has 1 to 16 letters or digits, without a dot'),
  )
const bytes = z.number().check(z.int(), z.gte(0))

/** A video of the same collection, of which the new one becomes the newest version. */
const versionOf = z.optional(z.nullable(Id))
export const RequestUpload = z.object({
  index_id: Id,
  version_of: versionOf,
  // Any text: a type that the product does not accept has an error of its own.
  file_type: requiredLines('A file type is required', 200),
  file_extension: extension,
  file_size: z.optional(bytes.check(z.lte(UPLOAD.max_bytes, 'Files up to 20 GB can be uploaded'))),
})
export const UploadSession = z.object({
  url: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
  file_id: z.string(),
  download_url: z.string(),
})
export type UploadSession = z.infer<typeof UploadSession>
export const AddRecords = z.object({
  index_id: Id,
  file_id: Id,
  file_name: fileName('A file name is required'),
  file_extension: extension,
  file_size: z.optional(z.nullable(z.number())),
  file_url: z.optional(z.nullable(z.string())),
  version_of: versionOf,
})
/** The address of a video file: http or https, on the public internet, without a password. */
export const ImportUrl = z.object({ index_id: Id, url: requiredText('An address is required', TEXT.import_url) })
const NO_NAME = 'Video name is required'
/** The extension stays; the server adds it to a name that lacks it. */
export const RenameVideo = z.object({
  id: Id,
  new_name: requiredText(NO_NAME, TEXT.video_name).check(z.refine((name) => cleanFileName(name) !== '', NO_NAME)),
})
export const MoveVideos = z.object({
  index_id: Id,
  video_ids: z
    .array(Id)
    .check(
      z.minLength(1, 'Choose at least one video'),
      z.maxLength(VIDEOS.moved_at_once, `At most ${VIDEOS.moved_at_once} videos can be moved at once`),
    ),
})
/** Ids of the videos that are in the collection now, and the reasons why others are not. */
export const MovedVideos = z.object({
  ...Message.shape,
  moved: z.array(z.string()),
  kept: z.array(z.object({ id: z.string(), code: z.string(), detail: z.string() })),
})
export type MovedVideos = z.infer<typeof MovedVideos>
/** A spoken language as a BCP 47 tag; null: Footnote detects it. */
export const LanguageChoice = z.nullable(z.string().check(z.regex(/^[a-z]{2,3}$/, 'A language is a tag such as en')))
export const SetVideoLanguage = z.object({ video_id: Id, language: LanguageChoice })
/** The number of a sound track, from 1; 'mix': all tracks together; null: Footnote decides. */
export const SetVideoSound = z.object({
  video_id: Id,
  sound: z.nullable(z.union([z.literal('mix'), z.number().check(z.int(), z.gte(1), z.lte(99))])),
})
/** From `start_time` up to `end_time`, in seconds; the frame that appears at `end_time` is not in the clip. */
export const DownloadClip = z.object({ video_id: Id, start_time: z.number(), end_time: z.number() })

export const videos = endpointsOf('Videos', {
  upload: {
    method: 'POST',
    path: '/api/upload',
    access: 'user',
    summary: 'Get a signed form to upload a video with',
    body: RequestUpload,
    response: UploadSession,
  },
  addRecords: {
    method: 'POST',
    path: '/api/add_records',
    access: 'user',
    summary: 'Add an uploaded file to its collection',
    body: AddRecords,
    response: z.object({ video: Video }),
  },
  importUrl: {
    method: 'POST',
    path: '/api/import_url',
    access: 'user',
    summary: 'Add a video whose file Footnote fetches from an address',
    body: ImportUrl,
    response: z.object({ video: Video }),
  },
  rename: {
    method: 'POST',
    path: '/api/rename_video',
    access: 'user',
    summary: 'Rename a video',
    body: RenameVideo,
    response: z.object({ ...Message.shape, file_name: z.string() }),
  },
  move: {
    method: 'POST',
    path: '/api/move_videos',
    access: 'user',
    summary: 'Move videos to another collection, which indexes the modalities that they lack',
    body: MoveVideos,
    response: MovedVideos,
  },
  delete: {
    method: 'POST',
    path: '/api/delete_video',
    access: 'user',
    summary: 'Delete a video, or a version of one, with its comments',
    body: z.object({
      id: Id,
      index_id: z.optional(Id),
      file_extension: z.optional(z.string()),
      /** Gives the open comments and their replies to the newest other version. */
      keep_comments: z.optional(z.boolean()),
    }),
    response: Message,
  },
  retry: {
    method: 'POST',
    path: '/api/retry-indexing',
    access: 'user',
    summary: 'Retry a failed video: indexing, or preparing it for playback',
    body: z.object({ video_id: Id }),
    response: Message,
  },
  languages: {
    method: 'GET',
    path: '/api/speech_languages',
    access: 'user',
    summary: 'Languages that this installation can transcribe',
    response: z.object({ languages: z.array(z.string()) }),
  },
  setLanguage: {
    method: 'POST',
    path: '/api/set_video_language',
    access: 'user',
    summary: 'Choose the spoken language of a video, and transcribe it again',
    body: SetVideoLanguage,
    response: Message,
  },
  setSound: {
    method: 'POST',
    path: '/api/set_video_sound',
    access: 'user',
    summary: 'Choose the sound track that a video plays, or the mix of all, and transcribe it again',
    body: SetVideoSound,
    response: Message,
  },
  downloadUrl: {
    method: 'GET',
    path: '/api/generate-download-url/:video_id',
    access: 'user',
    summary: 'An address to download the video from; it works for an hour',
    params: z.object({ video_id: Id }),
    response: z.object({ url: z.string() }),
  },
  details: {
    method: 'GET',
    path: '/api/get_video_details/:video_id',
    access: 'user',
    summary: 'One video with its transcript, or with a page of its words and of the times of its frames',
    params: z.object({ video_id: Id }),
    query: z.object(pageOf(TRANSCRIPT.page_size)),
    response: VideoDetail,
  },
  downloadClip: {
    method: 'POST',
    path: '/api/download_clip',
    access: 'user',
    summary: 'Cut a clip; a notification follows when it is ready',
    body: DownloadClip,
    response: Message,
  },
})
