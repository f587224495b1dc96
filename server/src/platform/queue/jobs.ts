import type { BurnIn, RenderRate, RenderSize } from '@footnote/contract/nouns/output/selects/render.ts'

/** Every job of the product: its name and its payload. */
export interface Jobs {
  /** Fetches the file of a video that is PENDING from its address, then enqueues index-video. */
  'import-url': { video_id: string }
  /** Takes a video from PENDING to QUEUED, or to FAILED, ERROR or OVER_LIMIT; a retry starts here again. */
  'index-video': { video_id: string }
  /** Takes a video from QUEUED to SUCCESS, FAILED or ERROR; enqueued by index-video. */
  'process-video': { video_id: string }
  /** Runs the due stages of an indexed video again. Searches use the old results meanwhile. */
  'reindex-video': { video_id: string }
  /** Compares videos that an earlier version indexed with how their files are read now. */
  'check-readings': Record<string, never>
  /** Reads the file of an indexed video again, at a person's request, and has it indexed again. */
  'read-again': { video_id: string }
  /** Finds due stages of indexed videos and enqueues the videos. */
  'find-due': Record<string, never>
  /** Makes a rendition for browsers that cannot play the original. */
  'transcode-video': { video_id: string }
  /** Makes the light copy that a video is due, in the background. */
  'prepare-light': { video_id: string }
  /** Makes the light copy that somebody asked for. */
  'make-light': { video_id: string }
  /** Makes the copy of a video with the watermark of a link in its picture. */
  'mark-video': { video_id: string; copy_id: string }
  /** Makes the file that plays again, with the sound that somebody chose. */
  'change-sound': { video_id: string }
  /** Decodes what indexing did not, and requests a rendition of a broken video; enqueued by process-video. */
  'check-video': { video_id: string }
  /** Cuts a clip and notifies the person who asked. Times in seconds. */
  'make-clip': { request_id: string; user_id: string; video_id: string; start_time: number; end_time: number }
  /** Makes a ZIP of the frames of comments and notifies the person who asked; all comments for null. */
  'cut-stills': {
    request_id: string
    user_id: string
    video_id: string
    comment_ids: readonly string[] | null
    drawings: boolean
  }
  /**
   * Renders pieces of videos into one file, and notifies the person who asked. Frames count from 0 and ends are
   * exclusive. With a collection it becomes a video there.
   */
  'render-selects': {
    request_id: string
    user_id: string
    selects_id: string
    name: string
    size: RenderSize
    rate: RenderRate
    burn_in: readonly BurnIn[]
    index_id: string | null
    items: readonly { video_id: string; start_frame: number; end_frame: number; note: string }[]
  }
  /** Writes the subtitle file of an edited transcript, and embeds its changed lines. */
  'renew-transcript': { video_id: string }
  /** Removes a video that is DELETING: files, then rows. */
  'delete-video': { video_id: string }
  /** Enqueues the jobs that rows call for and the queue does not have; removes deleted collections that are empty. */
  reconcile: Record<string, never>
  /** Makes the daily backup when it is due. */
  'back-up': Record<string, never>
  /** Removes uploads that never became a video, and other expired data. */
  'remove-expired': Record<string, never>
  /** Removes the words of comments that were deleted a moment ago; enqueued by each deletion, for when it ends. */
  'forget-comments': { video_id: string }
  /** Measures stored files that count towards the storage but did not pass through the server. */
  'settle-storage': Record<string, never>
  /** Sends a mail: a sealed one (`MailSeal`), the mail for a notification, or a gathered one by its `waiting_lines`. */
  'send-mail': { sealed: string } | { notification_id: string } | { mail_id: string }
  /** Hands over the gathered mails that are due. */
  'mail-gathered': Record<string, never>
  /** Sends asked people what they wait for: guests the link to a new version, and everybody a reminder of a due date. */
  'mail-reviewers': Record<string, never>
  /** Mails the maker of a box what has arrived, once nothing is under way; enqueued by each arrival. */
  'tell-box': { link_id: string }
  /** Updates the number of seats at Stripe to what a company uses; does nothing without Stripe. */
  'pay-seats': { company_id: string }
  /** Applies due changes of plans. */
  'settle-subscriptions': Record<string, never>
  /** Makes a ZIP of an account's data and notifies its owner. */
  'export-data': { request_id: string; user_id: string }
}
export type JobName = keyof Jobs

/** How to run a job. */
export interface JobRule {
  /** How many jobs of this kind one worker runs in parallel; kinds do not wait for each other. */
  readonly concurrency: number
  /**
   * How many of them may be of one company, fewer than all: no running job is interrupted, so another company's first job
   * would wait for its end. Absent for kinds that nobody waits for, or that belong to no company.
   */
  readonly per_company?: number
  /** Number of errors after which the job is given up. A kill is not an error. */
  readonly max_errors: number
  /** Times for enqueuing it automatically, in cron's format and UTC; absent for jobs that run only on request. */
  readonly schedule?: string
  /** A job that is already waiting is not enqueued again. */
  readonly once?: boolean
  /** The pause after each error grows, from 2 seconds to at most 10 minutes. */
  readonly backoff?: true
  /** Its payload is not logged, and is erased as soon as the job has ended. */
  readonly confidential?: true
  /** No other row calls for it, so its payload stays in `kept_jobs` until it has ended. */
  readonly kept?: true
}

/**
 * Kinds are separate, so that neither a clip nor the validation of a video waits behind an hour of video. Two videos of
 * a company are processed in parallel, so that a hanging one does not block the rest.
 */
export const JOB_RULES: { readonly [Name in JobName]: JobRule } = {
  // Each holds up to a chunk in memory, and waits for the network most of the time.
  'import-url': { concurrency: 4, per_company: 2, max_errors: 3 },
  'index-video': { concurrency: 3, per_company: 2, max_errors: 3 },
  'process-video': { concurrency: 3, per_company: 2, max_errors: 3 },
  'reindex-video': { concurrency: 1, max_errors: 3, once: true },
  'check-readings': { concurrency: 1, max_errors: 3, schedule: '7 * * * *', once: true },
  'read-again': { concurrency: 1, max_errors: 3, once: true },
  'find-due': { concurrency: 1, max_errors: 3, schedule: '*/5 * * * *', once: true },
  'transcode-video': { concurrency: 2, per_company: 1, max_errors: 3 },
  // Of background work only this encodes for as long as films last: an own kind, so that nobody who asks waits behind it.
  'prepare-light': { concurrency: 1, max_errors: 3, once: true },
  'make-light': { concurrency: 2, per_company: 1, max_errors: 3, once: true },
  'mark-video': { concurrency: 2, per_company: 1, max_errors: 3, once: true },
  'change-sound': { concurrency: 2, per_company: 1, max_errors: 3, once: true },
  'check-video': { concurrency: 1, max_errors: 3 },
  'make-clip': { concurrency: 3, per_company: 2, max_errors: 3, kept: true },
  'cut-stills': { concurrency: 2, per_company: 1, max_errors: 3, kept: true },
  'render-selects': { concurrency: 2, per_company: 1, max_errors: 3, kept: true },
  'renew-transcript': { concurrency: 2, per_company: 1, max_errors: 3, once: true },
  'delete-video': { concurrency: 3, per_company: 2, max_errors: 10 },
  reconcile: { concurrency: 1, max_errors: 3, schedule: '* * * * *', once: true },
  'back-up': { concurrency: 1, max_errors: 3, schedule: '* * * * *', once: true },
  'remove-expired': { concurrency: 1, max_errors: 3, schedule: '17 * * * *' },
  'forget-comments': { concurrency: 1, max_errors: 3 },
  'settle-storage': { concurrency: 1, max_errors: 3, schedule: '*/10 * * * *', once: true },
  'send-mail': { concurrency: 4, max_errors: 20, backoff: true, confidential: true, kept: true },
  'mail-gathered': { concurrency: 1, max_errors: 3, schedule: '* * * * *', once: true },
  'mail-reviewers': { concurrency: 1, max_errors: 3, schedule: '41 * * * *', once: true },
  'tell-box': { concurrency: 1, max_errors: 3, once: true },
  'pay-seats': { concurrency: 1, max_errors: 20, kept: true },
  'settle-subscriptions': { concurrency: 1, max_errors: 3, schedule: '*/5 * * * *' },
  'export-data': { concurrency: 2, per_company: 1, max_errors: 3, kept: true },
}

/**
 * Thrown by a job that cannot run at the moment through no fault of its own. It begins again later, and nothing counts
 * as an error.
 */
export class Postponed extends Error {
  /** @param reason a sentence for people */
  constructor(reason: string, cause: unknown) {
    super(reason, { cause })
    this.name = 'Postponed'
  }
}

/** A process's log; pino's form. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** The context of a job, beside its payload. */
export interface JobContext {
  /** Aborted when the process stops or the job belongs to another worker; the handler then ends by throwing. */
  readonly signal: AbortSignal
  /** Whether an error now gives up the job: the handler then cleans up unfinished work. */
  readonly last_attempt: boolean
  /** Number of starts, including this one and those that ended in a kill. */
  readonly starts: number
  readonly log: Log
}
export type JobHandler<Name extends JobName> = (payload: Jobs[Name], context: JobContext) => Promise<void>
