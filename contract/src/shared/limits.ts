// Past 250 lines: every number of the product that a user, an administrator or both sides of the wire can notice.

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const GIB = 1024 ** 3

/** Lengths of text, in characters. */
export const TEXT = {
  name: 120,
  file_name: 255,
  /** Leaves room for the extension that the server may add. */
  video_name: 238,
  comment: 10_000,
  query: 500,
  email: 254,
  url: 2_048,
  /** Signed addresses of object stores are long. */
  import_url: 8_192,
  code: 64,
  guest_key: 200,
  page_key: 200,
  idempotency_key: 200,
} as const

/** Portraits of the team page, in pixels: twice the width of a card. */
export const FOUNDER = { portrait: { width: 1200, height: 675 } } as const

/** Password lengths, in characters, form by form. */
export const PASSWORD = { signup: 8, reset: 8, onboarding: 8, change: 6, max: 256 } as const

/** Account codes and tokens; times in seconds. */
export const ACCOUNT = {
  code_digits: 8,
  code_lifetime: 10 * MINUTE,
  code_tries: 5,
  signup_lifetime: 7 * DAY,
  access_lifetime: 15 * MINUTE,
  refresh_lifetime: 30 * DAY,
  resend_cooldown: 15,
  /** Failed sign-ins per account and address in a `window`; and per account and day, from any address. */
  failures_per_account: 10,
  failures_per_day: 100,
  /** Seconds for which an address is trusted after a sign-in: its failures count apart from those of strangers. */
  sign_in_memory: 30 * DAY,
  calls_per_address: 100,
  window: 15 * MINUTE,
  day: DAY,
} as const

/** Mails that people cause in a window of seconds: to one recipient; by one person, or by strangers from one address. */
export const MAIL = { per_recipient: 5, recipient_window: HOUR, per_sender: 100, sender_window: DAY } as const

/** Requests a second for each viewer; an API key is a viewer of its own. */
export const RATE = { search_per_second: 20, key_per_second: 50, other_per_second: 500 } as const

/** Limits of connections; bytes and seconds. */
export const CONNECTIONS = {
  /** Connections from one network (an IPv4 address, an IPv6 /64); if they come through a proxy, requests. */
  per_network: 512,
  total: 4_096,
  header_bytes: 64 * 1024,
  header_seconds: 15,
  /** Body of a signed-in user's call. Calls without sign-in (`public`) and Stripe's events (`raw`) have smaller ones. */
  body_bytes: 2 * 1024 ** 2,
  public_body_bytes: 64 * 1024,
  raw_body_bytes: 512 * 1024,
  body_seconds: 30,
  /** Forms with a picture take longer. Uploads have no such bound; only silence ends them. */
  form_seconds: 120,
} as const

/**
 * Open event streams: of one person, or of one guest; of everybody with one share link, and of those of them at one
 * address, which may be a whole office. Beyond that, seconds to wait.
 */
export const EVENT_STREAMS = { per_person: 20, per_link: 500, per_link_and_address: 100, retry_after: 15 } as const

/**
 * Who has a page open: seconds between two signs of life of a page, and of a process; seconds without one after which it
 * counts as gone; and the most names that a page gets.
 */
export const PRESENT = { sign: 15, gone: 40, names: 20 } as const

/** Seconds after which a client should repeat a call that was answered with 503. */
export const UNAVAILABLE = { retry_after: 2 } as const

/** Invitations: lifetime in seconds, and how many in one call. */
export const INVITATIONS = { lifetime: 7 * DAY, at_once: 100 } as const

/** API keys of one person at most, and the characters of a key that lists show after its mark. */
export const API_KEYS = { max: 50, prefix: 6 } as const

/** Usage history: videos in one answer. */
export const USAGE_HISTORY = { max: 3_000 } as const

/** Lists that are answered whole: collections of one kind that a company has, and links of a video. */
export const LISTED = { collections: 3_000, links: 1_000 } as const

/** ZIPs of an account's data: lifetime in seconds, how many one person may wait for, and seconds until the next try. */
export const EXPORT = { lifetime: 7 * DAY, waiting: 1, retry_after: 60 } as const

/**
 * Stills of comments: how many in one ZIP, its most bytes, how many ZIPs one person may wait for, and seconds until the
 * next try. They live as long as `EXPORT` says.
 */
export const STILLS = { most: 500, bytes: 3 * 1024 ** 3, waiting: 5, retry_after: 60 } as const

/**
 * Imports of comments: largest file in bytes, most comments of one, most lines that the answer names as no comment. As
 * JSON, a file of the largest size is smaller than the body of a call may be.
 */
export const IMPORTS = { bytes: 1_000_000, comments: 5_000, skipped: 500 } as const

/** Jobs; bytes and seconds. */
export const JOBS = {
  /** A video that ends its worker this often, without an error of its own, is not given to another. */
  starts: 60,
  /** Free bytes on the disk that a job needs to begin. */
  room_before: 32 * 1024 ** 2,
  /** Free bytes that must be left after each step. */
  room_after: 1024 ** 2,
  /** How long a job that was given up can be retried. */
  given_up_kept: 30 * DAY,
  /** How long a job waits when it cannot run now. */
  look_again: 15,
  /** Waits after each kill of a program that a step runs. */
  kill_delays: [1, 2, 4, 8, 15, 30],
  /** Waits before the calls of a killed engine go to a new process; a further kill is one of the step's program. */
  engine_kill_delays: [0, 1, 2, 4],
  /** Waits before each part of a stage's results is stored; the last one repeats. */
  part_delays: [1, 1, 2, 4, 8, 15],
} as const

/**
 * Backups; times in seconds. A backup without a sign of life for `silence` is over. A restore needs `room` times the
 * bytes of the rows: PostgreSQL's rows, indexes and log take more than their text. A scheduled backup that failed is made
 * again after `retry`. Each one reads its new files again, and after `read_all` every file.
 */
export const BACKUP = { beat: 10, silence: 60, room: 2.2, retry: HOUR, read_all: 7 * DAY } as const

/**
 * Uploads; bytes and seconds. `open` is how many one person may have at the same time. After `idle` without use, an
 * upload form reserves no room.
 */
export const UPLOAD = {
  max_bytes: 20 * GIB,
  slot_lifetime: 24 * HOUR,
  object_store_post_max: 5 * GIB,
  idle: HOUR,
  open: 100,
  /** Characters of a file's path within a chosen folder. */
  relative_path: 1_024,
} as const

/** Videos that one call can move, and those of a page of a collection. */
export const VIDEOS = { moved_at_once: 100, page_size: 500 } as const

/**
 * Lifetimes of signed addresses, in seconds. An address of media stays the same for a while, so that lists do not
 * reload pictures.
 */
export const ADDRESS = { media: 15 * MINUTE, same: 10 * MINUTE, download: HOUR } as const

/**
 * Search: scores are 0 to 1, sizes in bytes. Screen text below `readable_confidence` can be found, but is not shown.
 */
export const SEARCH = {
  high: 0.83,
  medium: 0.77,
  temperature: 0.5,
  max_matches: 200,
  max_named: 50,
  image_max_bytes: 10 * 1024 ** 2,
  readable_confidence: 0.9,
} as const

/**
 * Sequences (`A >> B`), in seconds: how long after the first moment the second may begin, and the choices that the
 * screen offers.
 */
export const SEQUENCE = { within: 12, least: 1, most: 300, offered: [3, 6, 12, 30, 60, 120, 300] } as const

/** How many latest searches and saved searches are kept for a person. */
export const PAST_SEARCHES = { recent: 20, saved: 100 } as const

/**
 * Notifications in one answer, and the newest of each group that are always among them. The shares leave room for each
 * other: what a group does not need, the newest of the others get.
 */
export const NOTIFICATIONS = { max: 100, shares: { for_you: 40, comments: 30, other: 30 } } as const

/**
 * Mails about several things: seconds from the first comment on a video to the mail about all of them, and from the first
 * line of an hourly mail; hour of the day at which daily mails are sent; characters of one comment in them; lines of one
 * mail, which then says how many more there are.
 */
export const DIGEST = { burst: 300, hourly: 3_600, hour: 8, text: 600, lines: 200 } as const

/** Waits and intervals of the screens, in milliseconds. */
export const TIMING = {
  collection_refresh: 5_000,
  address_refresh: 240_000,
  notification_polling: 10_000,
  long_search: 4_000,
  redirect: 3_000,
  upload_clearing: 3_000,
  download_toast: 3_000,
  admin_toast: 5_000,
  player_controls: 3_000,
  player_progress: 100,
  shuttle: 40,
  copy_confirmation: 2_000,
  share_dialog_reset: 200,
  share_check: 20_000,
  between_downloads: 400,
  suggestion_debounce: 150,
  typing: 50,
  deleting: 30,
  phrase_pause: 2_000,
  next_phrase: 500,
} as const

/** Storage and minutes of a plan; bytes, minutes, seconds. */
export interface Plan {
  readonly storage: number
  readonly minutes: number
  readonly seats: number
  /** Age in seconds at which a collection expires, or null. */
  readonly retention: number | null
}

/** What each plan allows. FREE's minutes are given once, those of the others every month. */
export const PLANS = {
  FREE: { storage: 5 * GIB, minutes: 60, seats: 1, retention: 30 * DAY },
  PRO: { storage: 1024 * GIB, minutes: 600, seats: 1, retention: null },
  TEAM: { storage: 3 * 1024 * GIB, minutes: 1_800, seats: 5, retention: null },
} as const satisfies Record<string, Plan>

export type PlanType = keyof typeof PLANS

/** From the smallest to the largest. */
export const PLAN_ORDER = ['FREE', 'PRO', 'TEAM'] as const satisfies readonly PlanType[]

/** Prices in US dollars: a month, a month for each further seat of TEAM, and Developer's a minute by modality. */
export const PRICES = {
  FREE: 0,
  PRO: 12,
  TEAM: 39,
  seat: 8,
  minute: { visual: 0.02, speech: 0.005, text: 0.04 },
} as const

/**
 * Copies of the database before upgrades: how many are kept, and the free room that one needs as a share of the
 * database's size. It is more than 1 because the migrations write, too. A cluster of an earlier version of PostgreSQL is
 * kept for `previous_kept` seconds.
 */
export const UPGRADE = { copies: 2, room: 1.2, previous_kept: 30 * DAY } as const

/**
 * Longest statement of a call in milliseconds, including waits for locks. The slowest measured search took 6.5 s at
 * four times the load that the machine has cores for; nobody waits five times as long.
 */
export const DATABASE = { statement_timeout: 30_000 } as const
