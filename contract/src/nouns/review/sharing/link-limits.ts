/** Numbers of share links. Pages without them do not load this file. */

const HOUR = 3_600

/**
 * Links: videos that one can show; characters of a password at least, and of a watermark's text; addresses and domains
 * that it lets in; most views that can be allowed. `pass` is for how many seconds a guest who opened a link need not
 * open it again: visits within are one view. `replaced` is how many seconds a version stays open to the guests of a link
 * that follows the newest one. An answer has the latest `visits`, and a call at most `ranges` of watched seconds.
 */
export const LINKS = {
  videos: 500,
  password: 8,
  watermark: 80,
  emails: 200,
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
