/** Limits of uploads that resume, and of files that Footnote fetches. */

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Uploads that resume; bytes and seconds. `open` is how many one person may have; `lifetime` counts from the last byte.
 * Clients send `chunk` bytes in a request, and halve that down to `least_chunk` when a proxy refuses them. A writer that
 * gave no sign of life for `lease` has lost its upload to the next one. A file is known by `ends` bytes of each end.
 */
export const RESUMABLE = {
  open: 1_000,
  lifetime: 7 * DAY,
  chunk: 16 * 1024 ** 2,
  least_chunk: 512 * 1024,
  lease: 15,
  ends: 256 * 1024,
} as const

/**
 * How the web app sends files. `delays` and `silence` are milliseconds: waits before the next try, the last one
 * repeats, and how long a request may not move. `most_failures` are tries in a row after an error of the server itself.
 * After `quiet` seconds without a byte, an upload that another device began counts as interrupted.
 */
export const SENDING = {
  at_once: 2,
  delays: [1_000, 2_000, 4_000, 8_000, 15_000, 30_000],
  silence: 60_000,
  most_failures: 5,
  quiet: 10 * MINUTE,
  folder_files: 10_000,
} as const

/**
 * Files that Footnote fetches from an address; bytes and seconds. A fetch records what it has after `record` seconds or `chunk`
 * bytes. After a connection that brought less than `least`, or began again, the next one waits as
 * `delays` says; after the last delay the fetch fails. It waits as long as the other server asks, at most `longest_wait`.
 * A connection that brings less than `least` in `pace` seconds of waiting for it is cut. After `turn` a fetch lets waiting
 * ones go first. From a server that cannot go on where it stopped, a file has to come within `longest_try`, which is
 * 20 GB at 22 Mbit/s; the fetch fails after `whole_tries` of these. Bytes of a failed fetch are kept for `kept`.
 */
export const FETCH = {
  redirects: 5,
  look_up: 5,
  head: 30,
  silence: 60,
  record: 2,
  chunk: 16 * 1024 ** 2,
  least: 64 * 1024,
  delays: [1, 2, 5, 10, 30, 120, 300, 600],
  longest_wait: 6 * HOUR,
  pace: MINUTE,
  turn: 15 * MINUTE,
  longest_try: 2 * HOUR,
  whole_tries: 3,
  kept: 7 * DAY,
} as const
