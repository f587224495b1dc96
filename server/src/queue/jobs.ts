/** Every job of the product: its name and what it is given. */
export interface Jobs {
  /** Takes a video from PENDING to SUCCESS, FAILED, ERROR or OVER_LIMIT. */
  'index-video': { video_id: string }
  /** Makes a browser-safe rendition where the original is not one. */
  'transcode-video': { video_id: string }
  /** Cuts a clip and notifies the person who asked. Times in seconds. */
  'make-clip': { request_id: string; user_id: string; video_id: string; start_time: number; end_time: number }
  /** Removes a video that is DELETING: files, then rows. */
  'delete-video': { video_id: string }
  /** Removes what uploads that never became a video have left, and other things past their time. */
  'remove-expired': Record<string, never>
}
export type JobName = keyof Jobs

/** What a handler gets besides the payload. */
export interface JobContext {
  /** Aborted when the process is asked to stop or the job is cancelled. */
  readonly signal: AbortSignal
}
export type JobHandler<Name extends JobName> = (payload: Jobs[Name], context: JobContext) => Promise<void>
