// Past 250 lines: every table of the product, in one place.

import type { EngineKind } from '@footnote/contract/nouns/library/indexing.ts'
import type { EditKind } from '@footnote/contract/nouns/library/transcripts.ts'
import type { Sound } from '@footnote/contract/nouns/library/videos/sound.ts'
import type { SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'
import type { Digest } from '@footnote/contract/nouns/personal/notifications.ts'
import type { CommentSource, SearchSource } from '@footnote/contract/nouns/review/comments/source.ts'
import type { BLANK_COMMENT } from '@footnote/contract/nouns/review/comments.ts'
import type {
  Download,
  EmailRule,
  LinkKind,
  SharePermission,
  Watermark,
} from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Shape } from '@footnote/contract/shared/drawing/drawing.ts'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import type { GuestName } from '@footnote/contract/shared/guests.ts'
import type { GivenVerdict, ReviewAction, ReviewStatus, Verdict } from '@footnote/contract/shared/review-status.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely'

type DefaultColumn<T> = ColumnType<T, T | undefined, T>
/** Column with the name that a guest gave; null for others. */
type GuestNameColumn = ColumnType<
  GuestName | null,
  GuestName | string | null | undefined,
  GuestName | string | null | undefined
>

export interface Companies {
  id: Generated<string>
  name: string
  created_at: Generated<Date>
}
export interface Users {
  id: Generated<string>
  company_id: string
  email: string
  first_name: string
  last_name: string
  password_hash: string
  is_admin: DefaultColumn<boolean>
  /** Time of the confirmation of the address. */
  verified_at: Generated<Date>
  created_at: Generated<Date>
  /** IANA name of the zone in which daily mails are sent; null for UTC. */
  time_zone: string | null
}
export interface AccountCodes {
  /** The request of the code; its sign-up has the same id. */
  id: string
  purpose: 'signup' | 'reset' | 'email'
  /** The address to confirm. */
  email: string
  /** The account that wants the new address; only with the purpose `email`. */
  user_id: string | null
  code_hash: string
  tries: DefaultColumn<number>
  created_at: DefaultColumn<Date>
  expires_at: Date
}
export interface Signups {
  id: string
  first_name: string
  last_name: string
  company_name: string
  password_hash: string
}
export interface RefreshTokens {
  token_hash: string
  family: string
  user_id: string
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
  revoked_at: Date | null
}
export interface RateCounters {
  key: string
  /** Oldest first. */
  taken_at: Date[]
  ends_at: Date
}
export interface SignInAddresses {
  user_id: string
  address: string
  last_at: Date
}
export interface Subscriptions {
  company_id: string
  plan: DefaultColumn<'FREE' | 'PRO' | 'TEAM'>
  status: DefaultColumn<string>
  period_start: Generated<Date>
  /** Null on FREE, and without Stripe until a change is pending: months then count from the start. */
  period_end: Date | null
  next_plan: DefaultColumn<'FREE' | 'PRO' | 'TEAM' | null>
  stripe_customer_id: DefaultColumn<string | null>
  stripe_subscription_id: DefaultColumn<string | null>
  stripe_event_at: DefaultColumn<Date | null>
}
export interface Invitations {
  id: Generated<string>
  company_id: string
  email: string
  token_hash: string
  invited_by: string | null
  created_at: Generated<Date>
  expires_at: Date
}
export interface StripeEvents {
  id: string
  type: string
  created_at: Date
  received_at: Generated<Date>
}
export interface ApiKeys {
  id: Generated<string>
  user_id: string
  name: string
  scopes: ('read' | 'write')[]
  key_hash: string
  prefix: string
  created_at: Generated<Date>
  last_used_at: DefaultColumn<Date | null>
}
export interface NotificationSettings {
  user_id: string
  kind: string
  mail: boolean
  digest: DefaultColumn<Digest>
}
/** A line of a mail that is gathered. */
export interface WaitingLines {
  id: GeneratedAlways<number>
  /** Who gets the mail: an account, or a guest. */
  user_id: string | null
  guest_mail_id: string | null
  /** For processes of the version before alone. */
  email: string | null
  kind: string
  /** Of an account. */
  notification_id: string | null
  /** Of a guest: an answer, or a version that has come. */
  comment_id: string | null
  new_version_id: string | null
  /** `burst`: those about one video, or of a guest, for some minutes. */
  pace: 'burst' | Exclude<Digest, 'at_once'>
  /** Of a burst for an account. */
  video_id: string | null
  due_at: Date
  created_at: Generated<Date>
  /** The mail that has it, until that is sent. */
  mail_id: string | null
}
export interface Collections {
  id: Generated<string>
  kind: DefaultColumn<'search' | 'review'>
  sample: DefaultColumn<boolean>
  company_id: string | null
  user_id: string | null
  name: string
  visual: boolean
  ocr: boolean
  audio: boolean
  /** Chosen spoken language (BCP 47); null: detected. */
  language: DefaultColumn<string | null>
  created_at: Generated<Date>
  /** Start of the retention when a video came from an older collection; null: `created_at`. */
  retained_from: DefaultColumn<Date | null>
  /** Set from the deletion until the last of its videos is gone. */
  deleted_at: DefaultColumn<Date | null>
}
export interface PastSearches {
  id: Generated<string>
  user_id: string
  /** Null: everything that the person may read. */
  collection_id: string | null
  query: string
  /** In the order of the wire; empty for all. */
  types: SearchType[]
  saved: DefaultColumn<boolean>
  searched_at: Generated<Date>
}
export interface Uploads {
  id: Generated<string>
  collection_id: string
  user_id: string | null
  storage_key: string
  file_extension: string
  content_type: string
  /** Bytes; a bigint is read as a number, see database.ts. */
  max_bytes: number
  /** Announced bytes; null if not announced. */
  file_size: DefaultColumn<number | null>
  /** Bytes of the stored file; null: none, as far as is known. */
  stored_bytes: DefaultColumn<number | null>
  /** Last use of the form; null after a failed attempt. */
  active_at: DefaultColumn<Date | null>
  /** Sent to an object store directly, not through the server. */
  direct: DefaultColumn<boolean>
  /** Name of the file of an upload that resumes; null for an upload by a form, like the columns below. */
  file_name: DefaultColumn<string | null>
  /** Bytes that have arrived and survive a crash. */
  received: DefaultColumn<number | null>
  fingerprint: ColumnType<string | null, string | null | undefined, never>
  /** Where the file was within a chosen folder. */
  relative_path: ColumnType<string | null, string | null | undefined, never>
  /** Video of which the file becomes the newest version. */
  version_of: ColumnType<string | null, string | null | undefined, never>
  /** SHA-256 of both ends of the file, as its sender stated it. */
  ends: ColumnType<string | null, string | null | undefined, never>
  /** What arrived first and last. */
  arrived: JSONColumnType<ArrivedRange[] | null, undefined, string | null>
  /** The guest who sends it through a box; null for a member's. */
  sent_by: ColumnType<string | null, string | null | undefined, never>
  /** What the storage must know to continue. */
  store: JSONColumnType<object | null, string | null | undefined, string | null>
  /** Request that writes, or wrote last; a newer request replaces it. */
  writer: ColumnType<string | null, undefined, string | null>
  /** Until when nobody else may write. */
  writer_until: ColumnType<Date | null, undefined, Date | null>
  created_at: Generated<Date>
  expires_at: Date
}
/** Bytes of an upload that arrived together, up to the exclusive end. */
export interface ArrivedRange {
  readonly start: number
  readonly end: number
  readonly sha256: string
}
/** The fetch of a video's file from an address; gone once the file is complete. */
export interface VideoFetches {
  video_id: string
  /** May hold a signature: no log has it. */
  url: string
  /** Bytes of the file; null until its server says. */
  file_size: DefaultColumn<number | null>
  /** Bytes that are durable. */
  received: DefaultColumn<number>
  /** What the storage must know to continue. */
  store: JSONColumnType<object | null, string | null | undefined, string | null>
  /** Entity tag or time of the last change, by which the file is still the same one. */
  validator: DefaultColumn<string | null>
  /** Connections in a row that brought nothing new. */
  tries: DefaultColumn<number>
  /** Run of the job that fetches, or fetched last; a newer one replaces it. */
  writer: ColumnType<string | null, undefined, string | null>
  active_at: DefaultColumn<Date>
}
/** A request that receives a file. */
export interface UploadArrivals {
  id: Generated<string>
  upload_id: string
  /** Bytes that the request may write. */
  bytes: DefaultColumn<number>
  active_at: DefaultColumn<Date>
}
/** A clip, or a ZIP of a person's data. */
export interface RequestedFiles {
  storage_key: string
  company_id: string
  user_id: string | null
  /** Video of a clip; deleting it deletes the clip. */
  video_id: string | null
  /** Null until a file from before sizes were stored is measured. */
  bytes: number | null
  created_at: Generated<Date>
}
/** The versions of one cut; the database begins it with its first video and ends it with its last. */
export interface Stacks {
  id: Generated<string>
  collection_id: string
  /** The highest number that a version has had. */
  last_version: number
  due_at: DefaultColumn<Date | null>
  created_at: Generated<Date>
}
/** Geometry of a storyboard sprite; pixels and seconds. */
export interface StoryboardGeometry {
  columns: number
  count: number
  tile_width: number
  tile_height: number
  interval: number
}
/** Sheets with more tiles of the same size; `tiles` on each but the last, `count` on all. */
export interface StoryboardSheets {
  /** Beginning of their keys; the number of the sheet, from 0, and `.webp` follow. */
  key: string
  interval: number
  count: number
  columns: number
  tiles: number
}
export interface Videos {
  id: string
  collection_id: string
  /** A video that names no stack begins one. */
  stack_id: Generated<string>
  /** Number within the stack, from 1. */
  version: DefaultColumn<number>
  user_id: string | null
  file_name: string
  file_extension: string
  file_size: number
  storage_key: string
  rendition_key: string | null
  /** Bytes of its file; null without one, and for those of earlier versions. */
  rendition_bytes: DefaultColumn<number | null>
  /** DUE: a job in the background makes the light copy; ASKED: somebody waits for it; FAILED: it could not be made. */
  light: DefaultColumn<'UNDECIDED' | 'DUE' | 'ASKED' | 'READY' | 'FAILED'>
  /** The light copy, when it is READY, and its bytes. */
  light_key: DefaultColumn<string | null>
  light_bytes: DefaultColumn<number | null>
  thumbnail_key: string | null
  storyboard_key: string | null
  storyboard: JSONColumnType<StoryboardGeometry> | null
  /** Null for short videos, and for those of earlier versions. */
  storyboard_sheets: JSONColumnType<StoryboardSheets | null, string | null | undefined, string | null>
  subtitle_key: string | null
  speech_note: string | null
  /** UNCHECKED: plays unchanged, though not all of it has been decoded yet. */
  playback: DefaultColumn<'UNCHECKED' | 'READY' | 'PREPARING' | 'FAILED'>
  /** A sentence when it could not be prepared for playing. */
  playback_error: DefaultColumn<string | null>
  /** Chosen spoken language of the video; null: the collection's. */
  language_choice: DefaultColumn<string | null>
  /** Detected spoken language, 'und' if the engine does not know it; null without speech. */
  language: DefaultColumn<string | null>
  /** Its sound tracks; null until they were looked at. */
  sound: JSONColumnType<Sound | null, string | null | undefined, string | null>
  /** The number of the track that somebody chose, or 'mix'; null: what `sound` says is heard. */
  sound_choice: DefaultColumn<string | null>
  /** The file that plays does not have the sound yet that it should have. */
  sound_due: DefaultColumn<boolean>
  /** The pictures of `rendition_key` were encoded, since those of the file do not play. */
  pictures_encoded: DefaultColumn<boolean>
  /** The copy of `rendition_key` lacks frames of the index. */
  frames_differ: DefaultColumn<boolean>
  status: DefaultColumn<string>
  status_percentage: DefaultColumn<number>
  error: string | null
  /** Seconds up to which the video can be searched; null: all of it, or nothing yet. */
  searchable_until: DefaultColumn<number | null>
  duration: number | null
  timecode_start: number | null
  timecode_drop: boolean | null
  frame_rate_num: number | null
  frame_rate_den: number | null
  frame_times: Buffer | null
  width: number | null
  height: number | null
  /** Version of the reader that decided its times, size and tracks. */
  reading: DefaultColumn<number>
  /** A sentence when it would be read differently now. */
  reading_note: DefaultColumn<string | null>
  /** Since when it can replace the versions below it; null until it can be played. A trigger writes it. */
  replaces_since: ColumnType<Date | null, never, never>
  review_status: DefaultColumn<ReviewStatus>
  /** The status that it began with, or that a keeper set. */
  set_status: DefaultColumn<ReviewStatus>
  /** Id of the last verdict that is older than `set_status`. */
  set_after: DefaultColumn<number>
  transcript_revision: DefaultColumn<number>
  /** Revision of the subtitle file and of the lines' vectors, once the job that renews them has run. */
  subtitle_revision: DefaultColumn<number>
  /** Whether the text tracks of its file were read. */
  text_tracks_read: DefaultColumn<boolean>
  created_at: Generated<Date>
  /** The sources of a rendered video; null for every other one. */
  source_map: JSONColumnType<SourcePiece[] | null, string | null | undefined, string | null>
  /** Of the uploaded file, in hexadecimal; null until it is validated. */
  sha256: DefaultColumn<string | null>
  /** Where the file came from: its path within an imported or uploaded folder; null for a file by itself. */
  source: ColumnType<string | null, string | null | undefined, never>
  /** Of the file on the person's device, as its upload had it; null for files that came in another way. */
  fingerprint: ColumnType<string | null, string | null | undefined, never>
  /** The guest who sent it through a box; null for a member's. */
  sent_by: ColumnType<string | null, string | null | undefined, never>
}
/** A file of a folder on the server that was taken, or could not be. */
export interface ImportedFiles {
  company_id: string
  /** Absolute. */
  path: string
  size: number
  mtime: Date
  /** The video that it became; null after its deletion, before it could be taken, and if another file became it. */
  video_id: string | null
  error: string | null
  /** Of its content, if known, with whose video it became, and in which collection. */
  sha256: DefaultColumn<string | null>
  user_id: DefaultColumn<string | null>
  collection_id: DefaultColumn<string | null>
  at: Generated<Date>
}
/** A run of frames of a rendered video, and the frames of another video that they show. */
export interface SourcePiece {
  /** First frame, and number of frames, of the rendered video. */
  readonly frame: number
  readonly length: number
  /** Frames a second of the rendered video. */
  readonly rate: FrameRate
  readonly video_id: string
  readonly video_name: string
  /** First frame of the source, and how many are shown. */
  readonly start_frame: number
  readonly frames: number
  /** When the first of them begins, in seconds of the source. */
  readonly start_time: number
  /** Frames a second of the source; null when they vary. */
  readonly source_rate: FrameRate | null
  readonly timecode: Timecode | null
}
export interface VideoStages {
  video_id: string
  stage: string
  engine: string | null
  /** Null once it is finished; before, seconds up to which its results are stored. */
  until: DefaultColumn<number | null>
  finished_at: Generated<Date>
  /** Seconds of work; null for stages from before this was stored. */
  seconds: DefaultColumn<number | null>
  again: DefaultColumn<boolean>
  asked_at: DefaultColumn<Date | null>
}
/** A stage that will run again on an indexed video. */
export interface DueStages {
  video_id: string
  stage: string
  /** The engine to run it; null if unknown, or if it needs none. */
  engine: string | null
  due_since: Generated<Date>
  /** Completed share of the current run, 0 to 1. */
  share: DefaultColumn<number>
  worked_on_at: DefaultColumn<Date | null>
  errors: DefaultColumn<number>
  error: DefaultColumn<string | null>
  given_up: DefaultColumn<boolean>
}
export interface ReindexingPauses {
  company_id: string
  paused_at: Generated<Date>
}
/** A better engine that a machine does not use, and the reason. */
export interface EnginePassedOver {
  id: string
  name: string
  reason: string
  /** True: it can run, but answered wrongly in its examination. */
  refused?: true
}
/** The examination of an engine with certain files, by the questions of one release. */
export interface EngineExaminations {
  engine: string
  fingerprint: string
  kind: EngineKind
  name: string
  /** `waits`: it could not end, or its worker died; `measured`: of an engine that needs no pass. */
  state: 'running' | 'waits' | 'passed' | 'refused' | 'measured'
  /** One for each question that was asked, in their order. */
  answers: JSONColumnType<{ wrong: number; of: number }[]>
  /** The engine that it would replace, and how many of its answers to the same questions were wrong. */
  before_name: string | null
  before_wrong: number | null
  before_of: number | null
  /** Why it was refused, or could not be examined, in a sentence. */
  reason: string | null
  /** An admin uses it although it was refused. */
  allowed: DefaultColumn<boolean>
  updated_at: DefaultColumn<Date>
}
export interface EngineChoices {
  machine: string
  kind: string
  engine: string | null
  name: string | null
  reason: string | null
  models: JSONColumnType<{ title: string; licence: string }[]>
  passed_over: JSONColumnType<EnginePassedOver[]>
  seconds_a_sample: number | null
  updated_at: DefaultColumn<Date>
}
export interface UsageCharges {
  video_id: string
  company_id: string
  user_id: string | null
  file_name: string
  seconds: number
  bytes: number
  created_at: Generated<Date>
}
export interface NotificationPayload {
  video_id?: string | null
  video_name?: string | null
  storage_key?: string | null
  file_name?: string | null
  error?: string | null
  /** Who acted, as people read it. */
  actor_name?: string | null
  /** Whether that is a guest; absent where only members act. */
  is_guest?: boolean
  version?: number | null
  verdict?: Verdict | null
  text?: string | null
  /** How many comments were sent together, on how many videos; absent for a single one. */
  comments?: number | null
  videos?: number | null
  /** The comment that it is about. */
  comment_id?: string | null
  /** The company of rendered selects, whose members may download the file. */
  company_id?: string | null
  selects_id?: string | null
  selects_name?: string | null
  /** When verdicts are due, for people who are asked or reminded. */
  due_at?: string | null
  /** Whether they are reminded of it. */
  reminder?: boolean
}
export interface Notifications {
  id: Generated<string>
  user_id: string
  type: string
  payload: JSONColumnType<NotificationPayload>
  request_id: string | null
  read_at: Date | null
  created_at: Generated<Date>
}
export interface EventLogs {
  video_id: string
  /** Number of the last event. */
  last: number
}
/** API processes with open pages. */
export interface PresenceProcesses {
  id: string
  renewed_at: Generated<Date>
}
/** Who has the page of a video open, by the process that has their stream. */
export interface Presence {
  process_id: string
  video_id: string
  company_id: string
  /** The id of a member, or a code of a guest. */
  person: string
  user_id: string | null
  link_id: string | null
  /** Of a guest. */
  key_hash: string | null
}
/** What happened to videos, for open pages. */
export interface Events {
  id: GeneratedAlways<number>
  video_id: string
  /** Counts the events of a video in the order of commits; set at the end of the transaction that writes it. */
  number: number | null
  name: string
  facts: JSONColumnType<object>
  created_at: Generated<Date>
}
export interface Shots {
  video_id: string
  number: number
  start_time: number
  end_time: number
}
export interface Samples {
  id: GeneratedAlways<number>
  video_id: string
  time: number
  shot: number
  thumbnail_key: string | null
  /** Whether its fingerprint is among the vectors, or it is too flat for one. */
  fingerprinted: Generated<boolean>
}
export interface Concepts {
  sample_id: number
  video_id: string
  engine: string
  name: string
  kind: string
  confidence: number
  box: number[] | null
  colours: string[] | null
}
export interface Descriptors {
  sample_id: number
  video_id: string
  engine: string
  /** float4, little endian, unit length. */
  descriptor: Buffer
  /** Whether it is also stored among the vectors of its engine. */
  by_signature: DefaultColumn<boolean>
}
export interface CueWord {
  word: string
  start: number
  end: number
  /** 0 to 1; of edited words 1. */
  confidence: number
  /** What the engine heard, if an edit wrote the word. */
  original?: string
  /** Whether its whole line may be wrong. Then it is in the transcript alone: not in the line's text, nor in files. */
  unsure?: true
}
/** A line as its engine wrote it. */
export interface OriginalCue {
  start: number
  end: number
  text: string
  words: CueWord[]
}
/** What an engine wrote of a time of a video; seconds. */
interface EngineLines {
  id: GeneratedAlways<number>
  video_id: string
  engine: string
  number: number
  start_time: number
  end_time: number
  text: string
  tsv: GeneratedAlways<string | null>
}
export interface Cues extends EngineLines {
  language: string
  words: JSONColumnType<CueWord[]>
  /** Counted from 1; null if the engine does not distinguish voices. */
  speaker: DefaultColumn<number | null>
  /** Null while no edit has changed the line. */
  original: JSONColumnType<OriginalCue | null, string | null | undefined, string | null>
}
export interface TextSpans extends EngineLines {
  /** Mean of its lines, 0 to 1. */
  confidence: number
  /** Confidence of each line, 0 to 1; null for texts from before this was stored. */
  line_confidences: DefaultColumn<number[] | null>
}

export interface ShareLinks {
  id: Generated<string>
  /** Read by processes of the version before only. */
  video_id: ColumnType<string | null, null | undefined, null>
  user_id: string
  company_id: string
  token_hash: string
  /** Sealed with the installation's secret; null for links that were made before it was kept. */
  token_sealed: DefaultColumn<string | null>
  kind: ColumnType<LinkKind, LinkKind | undefined, LinkKind>
  /** What guests read in place of names of files. */
  name: DefaultColumn<string | null>
  permission: SharePermission
  password_hash: DefaultColumn<string | null>
  /** Passes and addresses of files that were given before it changed work no more. */
  pass_version: Generated<number>
  email_rule: ColumnType<EmailRule, EmailRule | undefined, EmailRule>
  /** Addresses, and '@' with a domain; empty for everybody. */
  emails_allowed: Generated<string[]>
  max_views: DefaultColumn<number | null>
  views: Generated<number>
  download: ColumnType<Download, Download | undefined, Download>
  watermark: ColumnType<Watermark, Watermark | undefined, Watermark>
  watermark_text: Generated<string>
  show_versions: Generated<boolean>
  tell: Generated<boolean>
  paused_at: DefaultColumn<Date | null>
  /** Of a box: what its maker asks for, and how many files and bytes of all senders it takes; null for other links. */
  message: ColumnType<string | null, string | null | undefined, string>
  max_files: ColumnType<number | null, number | null | undefined, number>
  max_bytes: ColumnType<number | null, number | null | undefined, number>
  created_at: Generated<Date>
  expires_at: Date | null
  last_used_at: DefaultColumn<Date | null>
}
/** What a link shows; one of the four ids is not null. */
export interface ShareLinkItems {
  link_id: string
  position: number
  /** One version, for ever. */
  video_id: DefaultColumn<string | null>
  /** The newest version of a video. */
  stack_id: DefaultColumn<string | null>
  /** The newest versions of all its videos, also of later ones. */
  collection_id: DefaultColumn<string | null>
  /** Their newest rendering. */
  selects_id: DefaultColumn<string | null>
  created_at: Generated<Date>
}
/** A file with the watermark of a link in its picture. */
export interface MarkedCopies {
  id: Generated<string>
  /** Null once the link has ended. */
  link_id: string | null
  video_id: string
  text: string
  /** That of the video; empty where that has none. */
  sound_choice: string
  state: ColumnType<'DUE' | 'READY' | 'FAILED', 'DUE' | undefined, 'DUE' | 'READY' | 'FAILED'>
  storage_key: ColumnType<string | null, null | undefined, string | null>
  /** Its picture for lists. */
  poster_key: ColumnType<string | null, null | undefined, string | null>
  bytes: ColumnType<number | null, null | undefined, number | null>
  /** Whether it lacks frames of the film, or shows some at other times. */
  frames_differ: Generated<boolean>
  /** Why it could not be made. */
  error: ColumnType<string | null, null | undefined, string | null>
  created_at: Generated<Date>
}
/** A file that was sent into a box; its id is that of the upload, and of the video that it becomes. */
export interface BoxFiles {
  id: string
  link_id: string
  /** Of the key of the sender's browser. */
  key_hash: string
  file_size: number
  begun_at: Generated<Date>
  /** Null until its last byte is here. */
  arrived_at: ColumnType<Date | null, undefined, Date | null>
  /** When the mail to the maker of the box counted it. */
  told_at: ColumnType<Date | null, undefined, Date | null>
}
/** What a guest did by a link within 12 hours. */
export interface ShareVisits {
  id: Generated<string>
  link_id: string
  /** Of the key of their browser. */
  key_hash: string
  began_at: Generated<Date>
  last_at: Generated<Date>
}
export interface ShareVisitVideos {
  visit_id: string
  video_id: string
  /** An int8multirange of milliseconds that were played. */
  watched: Generated<string>
  downloads: Generated<number>
}
/** A person without an account behind a share link. */
export interface Guests {
  id: Generated<string>
  /** Null once the link has ended. */
  link_id: string | null
  /** The last name that they gave. */
  name: ColumnType<GuestName, GuestName | string, GuestName | string>
  /** Of a person for whom the link was made. */
  email: DefaultColumn<string | null>
  /** Of a key of their browser; null for a person with an address. */
  key_hash: DefaultColumn<string | null>
  /** That they gave at a link. */
  contact_email: DefaultColumn<string | null>
  /** When they typed the code that was mailed to it. */
  confirmed_at: DefaultColumn<Date | null>
  seen_at: DefaultColumn<Date | null>
  created_at: Generated<Date>
}
/** A guest's address that is proven, and whether it gets answers and new versions of a link by mail. */
export interface GuestMails {
  id: Generated<string>
  link_id: string
  email: string
  chosen: boolean
  /** That of the link when it let the guest in last. */
  pass_version: number
  created_at: Generated<Date>
}
export interface Comments {
  id: Generated<string>
  video_id: string
  company_id: string
  parent_comment_id: string | null
  depth: number
  user_id: string | null
  guest_name: GuestNameColumn
  guest_id: string | null
  idempotency_key: string | null
  content: string
  start_time: number
  end_time: number | null
  is_edited: DefaultColumn<boolean>
  visibility: DefaultColumn<'everyone' | 'team'>
  resolved_at: Date | null
  resolved_by: string | null
  resolved_guest: GuestNameColumn
  resolved_in: string | null
  created_at: Generated<Date>
  has_drawing: DefaultColumn<boolean>
  source: JSONColumnType<CommentSource> | null
  /** Then it has neither words nor author, and is shown while somebody's answer is below it. */
  deleted_at: Date | null
  /** Of a root; the database gives it. */
  number: Generated<number | null>
  /** The stack that gave the number. */
  numbered_in: Generated<string | null>
}
/** The highest numbers that root comments of a stack have had. */
export interface CommentNumbers {
  stack_id: string
  company_id: string
  visibility: 'everyone' | 'team'
  last: number
}
/** What a deleted comment has lost. */
export interface KeptComment
  extends Pick<
    Selectable<Comments>,
    | Exclude<keyof typeof BLANK_COMMENT, 'has_drawing' | 'resolved_at'>
    | 'user_id'
    | 'guest_name'
    | 'guest_id'
    | 'resolved_guest'
    | 'resolved_in'
  > {
  resolved_at: string | null
  shapes: readonly Shape[] | null
  /** Ids of the members that it mentioned; absent if an earlier version deleted it. */
  mentions?: readonly string[]
}
export interface DeletedComments {
  comment_id: string
  deleted_by: string
  user_id: string | null
  kept: JSONColumnType<KeptComment>
}

/** A member whom a comment mentions. */
export interface CommentMentions {
  comment_id: string
  user_id: string
}
export interface Drawings {
  comment_id: string
  shapes: JSONColumnType<Shape[]>
}

/** A comment that each new company gets a copy of. */
export interface SampleComments {
  id: Generated<string>
  video_id: string
  /** Seconds. */
  start_time: number
  end_time: number | null
  content: string
  shapes: JSONColumnType<Shape[]> | null
}

/** An ordered list of pieces of videos. */
export interface Selects {
  id: Generated<string>
  company_id: string
  user_id: string | null
  name: string
  note: DefaultColumn<string>
  revision: DefaultColumn<number>
  /** The versions that were rendered from it. */
  stack_id: DefaultColumn<string | null>
  created_at: Generated<Date>
  changed_at: Generated<Date>
  /** For a day after this it can be restored. */
  deleted_at: DefaultColumn<Date | null>
}
/** A piece of a video. */
export interface SelectItems {
  id: Generated<string>
  selects_id: string
  /** Null: taken out. */
  position: number | null
  /** Null: deleted. */
  video_id: string | null
  video_name: string
  start_frame: number
  /** Exclusive. */
  end_frame: number
  /** Length. */
  seconds: number
  note: DefaultColumn<string>
  source: JSONColumnType<SearchSource | null, string | null | undefined, string | null>
  removed_at: DefaultColumn<Date | null>
  /** Of the addition that brought it. */
  idempotency_key: DefaultColumn<string | null>
}
/** A rendering that is not finished; its id is that of the request. */
export interface SelectRenderings {
  id: string
  selects_id: string
  user_id: string
  /** 0 to 1. */
  share: DefaultColumn<number>
  created_at: Generated<Date>
}

/** The place of a comment in a later version of its video. */
export interface Carries {
  comment_id: string
  video_id: string
  /** Seconds. */
  start_time: number
  end_time: number | null
  /** The person who placed it. */
  user_id: string | null
}

/** Somebody who was asked for a verdict on the versions of a stack: a user, or a person with an address and a name. */
export interface Reviewers {
  id: Generated<string>
  stack_id: string
  user_id: string | null
  email: DefaultColumn<string | null>
  /** Null for a user. */
  name: GuestNameColumn
  asked_by: string | null
  asked_at: Generated<Date>
  /** Null while they are asked. */
  ended_at: DefaultColumn<Date | null>
  reminded_of: DefaultColumn<Date | null>
  /** The version for which they were sent a link. */
  mailed_for: DefaultColumn<string | null>
  /** Of a guest; null while a link of theirs works. */
  link_ended_at: DefaultColumn<Date | null>
}
/** Never changed; of the verdicts of a person the last one counts. */
export interface Verdicts {
  id: GeneratedAlways<number>
  video_id: string
  user_id: string | null
  /** The same for all verdicts of one person on one video. */
  person: string
  verdict: Verdict
  note: string | null
  at: Generated<Date>
  guest_id: DefaultColumn<string | null>
  guest_name: GuestNameColumn
}
/** What an entry of the log changed. */
export interface LoggedReview {
  readonly review_status: ReviewStatus
  readonly verdict?: GivenVerdict | null
  readonly note?: string | null
  /** Ids of reviewers. */
  readonly reviewers?: readonly string[]
  readonly due_at?: string | null
  /** Ids of reviewers whose links ended. */
  readonly link_ended?: readonly string[]
}
export interface ReviewLog {
  id: GeneratedAlways<number>
  video_id: string
  at: Generated<Date>
  user_id: string | null
  /** Nobody acted: it follows from something else. */
  automatic: DefaultColumn<boolean>
  action: ReviewAction
  guest_id: DefaultColumn<string | null>
  guest_name: GuestNameColumn
  /** The link that a guest came by. */
  link_id: DefaultColumn<string | null>
  before: JSONColumnType<LoggedReview> | null
  after: JSONColumnType<LoggedReview>
}

/** What one call changed in a transcript. */
export interface TranscriptChanges {
  id: Generated<string>
  /** The order in which changes apply. */
  number: GeneratedAlways<number>
  video_id: string
  kind: EditKind
  /** Null for a deleted account. */
  user_id: string | null
  at: Generated<Date>
  undone_at: DefaultColumn<Date | null>
  /** The subtitles whose lines it changes; null for those of the engine. */
  base: ColumnType<string | null, string | null | undefined, never>
  /** Of subtitles: name of the file, or title or language of the track. */
  file_name: ColumnType<string | null, string | null | undefined, never>
  /** Of subtitles: the track of the video's own file. */
  track: ColumnType<number | null, number | null | undefined, never>
  /** Nobody chose the track: it is shown by itself. */
  automatic: ColumnType<boolean, boolean | undefined, never>
  /** BCP 47 tag of subtitles; null for other changes. */
  language: ColumnType<string | null, string | null | undefined, never>
  /** Names of the speakers of subtitles; the first is number 1. */
  speakers: ColumnType<string[] | null, string[] | null | undefined, never>
}
/** A word of an edit; seconds. */
export interface EditedWord {
  readonly word: string
  readonly start: number
  readonly end: number
}
export interface TranscriptEdits {
  change_id: string
  position: number
  start_time: number
  end_time: number
  words: JSONColumnType<readonly EditedWord[]>
  /** The words that they replaced when the edit was made. */
  before: JSONColumnType<readonly EditedWord[]>
  /** Of a line of subtitles, counted from 1. */
  speaker: ColumnType<number | null, number | null | undefined, never>
}
/** Whose lines of a video people see and search. */
export interface ShownLines {
  video_id: string
  stage: 'speech' | 'ocr'
  engine: string
  people: DefaultColumn<boolean>
}
/** A cue of a text track; seconds. */
export interface TrackCue {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly speaker: string | null
}
/** A text track in a video's own file. */
export interface TextTracks {
  video_id: string
  number: number
  language: string | null
  title: string | null
  /** Number of its cues. */
  lines: number
  cues: JSONColumnType<readonly TrackCue[]>
}
export interface Speakers {
  change_id: string
  name: string
  /** The name that was shown before; empty for none. */
  before: string
  /** The voice of the intervals has the name wherever it speaks; otherwise only their words have it. */
  everywhere: boolean
  /** Start and end in seconds, in order. */
  intervals: JSONColumnType<readonly (readonly [number, number])[]>
}

export interface JobErrors {
  job_id: string
  job_name: string
  errors: number
  last_error: string
  updated_at: Generated<Date>
  /** Input of a job that was given up. */
  payload: JSONColumnType<object> | null
  given_up_at: DefaultColumn<Date | null>
}
/** A job that no other row calls for, until it has ended. */
export interface KeptJobs {
  id: string
  job_name: string
  payload: JSONColumnType<object>
  created_at: Generated<Date>
}

/** Which encoder a machine uses that looked for hardware. */
export interface Encoders {
  machine: string
  wanted: string
  state: 'works' | 'missing' | 'failed'
  kind: string | null
  updated_at: Generated<Date>
}
/** A backup that runs or ran, or a restore. */
export interface Backups {
  id: Generated<string>
  kind: 'backup' | 'restore'
  started_at: Generated<Date>
  /** The last sign of life of a backup. */
  beat_at: DefaultColumn<Date>
  finished_at: DefaultColumn<Date | null>
  /** Of a complete backup; null for those of earlier versions, too. */
  folder: DefaultColumn<string | null>
  /** Why it failed. */
  error: DefaultColumn<string | null>
  /** When its tables and new files were read again. */
  checked_at: DefaultColumn<Date | null>
  /** When all of its files were read again. */
  read_all_at: DefaultColumn<Date | null>
}

export interface ModelStates {
  machine: string
  name: string
  title: string
  state: 'missing' | 'unasked' | 'downloading' | 'ready' | 'failed'
  share: number
  /** Bytes of all its files. */
  bytes: number
  detail: string | null
  updated_at: DefaultColumn<Date>
}

/** At most one row. */
export interface ModelAnswers {
  one: DefaultColumn<true>
  wanted: boolean
  answered_at: DefaultColumn<Date>
}

/** Every table, for Kysely. */
export interface Tables {
  companies: Companies
  users: Users
  account_codes: AccountCodes
  signups: Signups
  refresh_tokens: RefreshTokens
  rate_counters: RateCounters
  sign_in_addresses: SignInAddresses
  subscriptions: Subscriptions
  collections: Collections
  uploads: Uploads
  upload_arrivals: UploadArrivals
  requested_files: RequestedFiles
  videos: Videos
  imported_files: ImportedFiles
  video_fetches: VideoFetches
  stacks: Stacks
  video_stages: VideoStages
  due_stages: DueStages
  reindexing_pauses: ReindexingPauses
  engine_choices: EngineChoices
  engine_examinations: EngineExaminations
  usage_charges: UsageCharges
  notifications: Notifications
  event_logs: EventLogs
  presence_processes: PresenceProcesses
  presence: Presence
  events: Events
  shots: Shots
  samples: Samples
  concepts: Concepts
  descriptors: Descriptors
  cues: Cues
  text_spans: TextSpans
  share_links: ShareLinks
  share_link_items: ShareLinkItems
  marked_copies: MarkedCopies
  box_files: BoxFiles
  share_visits: ShareVisits
  share_visit_videos: ShareVisitVideos
  guests: Guests
  guest_mails: GuestMails
  past_searches: PastSearches
  comments: Comments
  comment_numbers: CommentNumbers
  comment_mentions: CommentMentions
  deleted_comments: DeletedComments
  carries: Carries
  selects: Selects
  select_items: SelectItems
  select_renderings: SelectRenderings
  drawings: Drawings
  sample_comments: SampleComments
  reviewers: Reviewers
  verdicts: Verdicts
  review_log: ReviewLog
  shown_lines: ShownLines
  text_tracks: TextTracks
  transcript_changes: TranscriptChanges
  transcript_edits: TranscriptEdits
  speakers: Speakers
  job_errors: JobErrors
  kept_jobs: KeptJobs
  backups: Backups
  invitations: Invitations
  stripe_events: StripeEvents
  api_keys: ApiKeys
  notification_settings: NotificationSettings
  waiting_lines: WaitingLines
  encoders: Encoders
  model_states: ModelStates
  model_answers: ModelAnswers
}
