/** Numbers of share links. Pages without them do not load this file. */

const HOUR = 3_600
const GIB = 1024 ** 3

/**
 * Links: videos that one can show; characters of a password at least, and of a watermark's text; addresses and domains
 * that it lets in; most views that can be allowed. `pass` is for how many seconds a guest who opened a link need not
 * open it again: visits within are one view. A list has the latest `listed` links, each with at most `named` names of
 * what it shows. `replaced` is how many seconds a version stays open to the guests of a link that follows the newest one.
 * An answer has the latest `visits`, and a call at most `ranges` of watched seconds.
 */
export const LINKS = {
  videos: 500,
  password: 8,
  watermark: 80,
  emails: 50,
  listed: 200,
  named: 20,
  views: 100_000,
  pass: 12 * HOUR,
  replaced: 12 * HOUR,
  visits: 200,
  ranges: 200,
} as const

/**
 * Wrong passwords of a link: from one address in `window` seconds, and from all in an hour. Then its guests wait; it
 * never ends for good.
 */
export const LINK_GUESSES = { per_address: 10, window: 900, per_link: 100, link_window: HOUR } as const

/**
 * Boxes: files and bytes that one takes unless its maker says otherwise, and at most; characters of the message. Files
 * may be begun `again` times as often as the box takes some, because what is taken back has cost work already. `quiet` is
 * how many seconds nothing may arrive before its maker gets a mail, and an ended box is kept for `kept` seconds for it.
 */
export const BOX = {
  files: 40,
  bytes: 400 * GIB,
  most_files: 500,
  most_bytes: 100 * 1024 * GIB,
  message: 2_000,
  again: 10,
  quiet: 300,
  kept: HOUR,
} as const
