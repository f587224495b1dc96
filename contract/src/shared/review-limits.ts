/** Numbers of reviewing: player, comments and drawings, approvals, selects. Pages without them do not load this file. */

/**
 * Drawings on a frame: most shapes, bytes of JSON, points of a pen's line, and characters of a text. Places are shares
 * of the picture with `decimals` digits; lines and letters are shares of its width, at most `thickest` and `tallest`.
 */
export const DRAWING = {
  shapes: 200,
  bytes: 64 * 1024,
  points: 2_000,
  text: 200,
  decimals: 4,
  thickest: 0.1,
  tallest: 0.5,
} as const

/**
 * Comments: a root has depth 0; suggestions begin at `suggest_from` characters. `of_video` is how many a video can have
 * with all replies, `of_guest` how many of them one guest can write, and `bytes` of UTF-8 is the text of all. A deletion
 * can be undone for `undo` seconds; the server waits `undo_grace` seconds more for a request that was on its way. A comment
 * mentions at most `mentions` people, and the list of them has `people`.
 */
export const COMMENTS = {
  page_size: 50,
  depth: 3,
  suggest_from: 3,
  suggestions: 8,
  of_video: 5_000,
  of_guest: 1_000,
  bytes: 2_000_000,
  undo: 10,
  undo_grace: 2,
  mentions: 20,
  people: 8,
} as const

/**
 * Moments of a search: how many can be sent to review or listed in a file at once, characters of their first text, and
 * of all texts of a list together.
 */
export const MOMENTS = { most: 200, text: 200, list: 500_000 } as const

/**
 * Approvals: how many people can be asked; characters of a message to them, and of the note of a verdict; bytes of the
 * log in JSON, which then has the newest entries. The CSV file has all of them.
 */
export const APPROVALS = { reviewers: 50, message: 2_000, note: 2_000, log_bytes: 4_000_000 } as const

/** Panels of the review page: smallest share of the width, and the sizes of each layout from left to right. */
export const PANELS = {
  minimum: 0.2,
  all: { transcript: 0.2, video: 0.5, comments: 0.3 },
  transcript: { transcript: 0.6, video: 0.4 },
  comments: { video: 0.4, comments: 0.6 },
} as const

/**
 * Player: steps in seconds (`skip` for the button, `arrow` for the arrow keys), speeds that J and L step through,
 * volume 0 to 1, distances in pixels.
 */
export const PLAYER = {
  speeds: [0.5, 0.75, 1, 1.25, 1.5, 2],
  skip: 10,
  arrow: 1,
  shuttle: [1, 2, 4, 8],
  volume_step: 0.01,
  volume_key: 0.05,
  marker_distance: 16,
} as const

/** Clips: longest length in seconds; how many a person may wait for; and seconds until they may ask again. */
export const CLIP = { max_duration: 600, waiting: 100, retry_after: 60 } as const

/** Transcript paragraphs: pause in seconds, length in words. */
export const PARAGRAPH = { pause: 1, words: 70 } as const

/**
 * Selects: items of a list; seconds of one item and of all; characters of a note; seconds for which a deletion can be
 * taken back; how many renderings a person may wait for, and seconds until the next try.
 */
export const SELECTS = {
  of_company: 600,
  items: 500,
  item_seconds: 600,
  seconds: 7_200,
  note: 2_000,
  restorable: 86_400,
  waiting: 3,
  retry_after: 60,
} as const

/**
 * Transcripts: characters of an edit, of what is found or put in its place, and of a speaker's name; edits in one call;
 * changes in the history, and places of a change that it shows. `words` is how many words a transcript can have, and
 * `words_at_once` how many one call can send; a word counts once for each `word_letters` letters that it has or begins.
 * A place in the history shows `place` characters before and after at most.
 * A page has `page_size` words, and as many times of frames.
 * A subtitle file has `subtitles` characters and its call `subtitles_bytes` at most; an answer names `skipped` of its cues
 * that were left out; of a video's own file `tracks` text tracks are kept.
 * Of what the engine heard an edited word shows `original` characters at most, and search reads `searched` of a line.
 */
export const TRANSCRIPT = {
  edit: 20_000,
  find: 200,
  speaker: 80,
  edits: 100,
  history: 200,
  places: 20,
  words: 300_000,
  words_at_once: 20_000,
  word_letters: 100,
  original: 200,
  place: 150,
  searched: 50_000,
  subtitles: 5_000_000,
  subtitles_bytes: 32 * 1024 ** 2,
  skipped: 20,
  tracks: 16,
  page_size: 20_000,
} as const

/** The light copy of a video, for phones and slow lines. */
export const LIGHT = {
  /** Longest sides of its picture in pixels, also upright. */
  long_side: 1280,
  short_side: 720,
  /** Most bits per second of pictures and sound together. */
  max_rate: 2_500_000,
  /** What the file that plays exceeds when Footnote makes a copy by itself: pixels of its sides, or bits per second. */
  made_above: { long_side: 1920, short_side: 1080, rate: 6_000_000 },
} as const
