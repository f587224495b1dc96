/**
 * Numbers of the advisory locks. Any constants will do; processes of one database that take the same one take turns, so
 * each purpose has its own.
 */
export const ADVISORY_LOCKS = {
  /** Of migrations, in the server's own database. */
  migrate: 7_461_933,
  /** Of processes that start together and add the sample films. */
  samples: 7_461_934,
  /** Of processes that create the tables of a set of vectors. */
  vectors: 7_461_935,
  /** Of the triggers that count words; the number is written in the migrations, too. */
  line_words: 7_461_936,
  /** Of API and worker, which finish a restore. */
  finish_restore: 7_461_937,
  /** Of workers that reconcile the queue with the rows. */
  reconcile: 7_461_938,
  /** Of the worker that looks at the watched folder. */
  watch: 7_461_939,
  /** Of a running restore, for as long as it may need the files that it has copied. */
  restore: 7_461_940,
} as const
