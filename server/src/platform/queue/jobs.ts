/** Every job of the product: its name and what it is given. */
export interface Jobs {
  /** Takes a video from PENDING to QUEUED, or to FAILED, ERROR or OVER_LIMIT; a retry starts here again. */
  'index-video': { video_id: string }
  /** Takes a video from QUEUED to SUCCESS, FAILED or ERROR; enqueued by index-video. */
  'process-video': { video_id: string }
  /** Runs the stages of an indexed video that are due again, while what they found before goes on answering. */
  'reindex-video': { video_id: string }
  /** Finds stages of indexed videos that are due again and puts their videos in line. */
  'find-due': Record<string, never>
  /** Makes a browser-safe rendition where the original is not one. */
  'transcode-video': { video_id: string }
  /** Decodes what indexing did not, and has the video made playable where it is broken; enqueued by process-video. */
  'check-video': { video_id: string }
  /** Cuts a clip and notifies the person who asked. Times in seconds. */
  'make-clip': { request_id: string; user_id: string; video_id: string; start_time: number; end_time: number }
  /** Removes a video that is DELETING: files, then rows. */
  'delete-video': { video_id: string }
  /** Removes what uploads that never became a video have left, and other things past their time. */
  'remove-expired': Record<string, never>
  /** Asks storage for the sizes of files that count and that the server did not see arrive. */
  'settle-storage': Record<string, never>
  /** Sends a mail: what is sealed (`MailSeal`), or what is mailed about a notification. */
  'send-mail': { sealed: string } | { notification_id: string }
  /** Has Stripe charge for as many seats as a company uses; without Stripe nothing is to be done. */
  'pay-seats': { company_id: string }
  /** Writes down changes of plans that are due. */
  'settle-subscriptions': Record<string, never>
  /** Makes a ZIP of what an account holds and notifies its owner. */
  'export-data': { request_id: string; user_id: string }
}
export type JobName = keyof Jobs

/** How a job is run. */
export interface JobRule {
  /** How many of this kind one worker runs at once; kinds do not wait for each other. */
  readonly concurrency: number
  /** After this many attempts that ended in an error the job is given up. A kill is not an error. */
  readonly max_errors: number
  /** When it is enqueued by itself, in cron's form and UTC; absent for jobs that are only asked for. */
  readonly schedule?: string
  /** What is in line already is not put in line again. */
  readonly once?: boolean
  /** After each error it waits longer for its next attempt, 2 seconds at first and 10 minutes at most. */
  readonly backoff?: true
  /** What it is given is not written to the log, and erased as soon as it has ended. */
  readonly confidential?: true
}

/**
 * Kinds are apart so that neither a clip nor the validation of a video waits behind an hour of video; two videos are
 * processed at once so that one that hangs does not hold up the rest.
 */
export const JOB_RULES: { readonly [Name in JobName]: JobRule } = {
  'index-video': { concurrency: 2, max_errors: 3 },
  'process-video': { concurrency: 2, max_errors: 3 },
  'reindex-video': { concurrency: 1, max_errors: 3, once: true },
  'find-due': { concurrency: 1, max_errors: 3, schedule: '*/5 * * * *', once: true },
  'transcode-video': { concurrency: 1, max_errors: 3 },
  'check-video': { concurrency: 1, max_errors: 3 },
  'make-clip': { concurrency: 2, max_errors: 3 },
  'delete-video': { concurrency: 2, max_errors: 10 },
  'remove-expired': { concurrency: 1, max_errors: 3, schedule: '17 * * * *' },
  'settle-storage': { concurrency: 1, max_errors: 3, schedule: '*/10 * * * *', once: true },
  'send-mail': { concurrency: 4, max_errors: 20, backoff: true, confidential: true },
  'pay-seats': { concurrency: 1, max_errors: 20 },
  'settle-subscriptions': { concurrency: 1, max_errors: 3, schedule: '*/5 * * * *' },
  'export-data': { concurrency: 1, max_errors: 3 },
}

/** Thrown by a job that cannot be done at the moment through no fault of its own: it begins again in a while, and nothing is counted. */
export class Postponed extends Error {
  /** @param reason a sentence for people */
  constructor(reason: string, cause: unknown) {
    super(reason, { cause })
    this.name = 'Postponed'
  }
}

/** Where a process writes what it does; pino's form. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** What a handler gets besides the payload. */
export interface JobContext {
  /** Aborted when the process is asked to stop or the job is no longer this worker's; the handler then ends by throwing. */
  readonly signal: AbortSignal
  /** True when an error now means that the job is given up: what is left half done is then settled by the handler. */
  readonly last_attempt: boolean
  /** How often the job was started, this time and starts that ended in a kill included. */
  readonly starts: number
  readonly log: Log
}
export type JobHandler<Name extends JobName> = (payload: Jobs[Name], context: JobContext) => Promise<void>
