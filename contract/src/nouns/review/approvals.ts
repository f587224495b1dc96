import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Email, Id, optionalLines, optionalText, requiredText, Timestamp } from '../../calls/fields.ts'
import { Approvals, ReviewStatus } from '../../shared/approvals.ts'
import { TEXT } from '../../shared/limits.ts'
import { APPROVALS } from '../../shared/review-limits.ts'
import { GIVEN_VERDICTS, REVIEW_ACTIONS, VERDICTS } from '../../shared/review-status.ts'

const DUE = 'A due date is a time such as 2026-11-30T17:00:00Z'
const Due = z.string({ error: DUE }).check(
  z.maxLength(40, DUE),
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d/, DUE),
  z.refine((text) => !Number.isNaN(Date.parse(text)), DUE),
)

const WHO = 'A reviewer is a member, or a person with an e-mail address and a name'
/** A member by their account, or anybody else by address and name. */
const Asked = z.union(
  [z.strictObject({ user_id: Id }), z.strictObject({ email: Email, name: requiredText(WHO, TEXT.name) })],
  WHO,
)
/**
 * The people to ask from now on, in place of those who were asked before. A guest among them whose link ended before they
 * decided gets another.
 */
export const RequestReview = z.object({
  reviewers: z
    .array(Asked)
    .check(z.maxLength(APPROVALS.reviewers, `At most ${APPROVALS.reviewers} people can be asked`)),
  due_at: z._default(z.nullable(Due), null),
  /** For the people who are asked now, and for those who have not decided. */
  message: optionalLines(APPROVALS.message),
})
export const GiveVerdict = z.object({
  verdict: z.enum(VERDICTS),
  note: optionalLines(APPROVALS.note),
  /** Guests must send it, together with X-Guest-Key, unless the link was made for them: then one of the people is `me`. */
  guest_name: optionalText(TEXT.name),
})

/** What an entry of the log changed. A part that it is not about is absent. */
const LoggedState = z.object({
  review_status: ReviewStatus,
  verdict: z.optional(z.nullable(z.enum(GIVEN_VERDICTS))),
  note: z.optional(z.nullable(z.string())),
  /** Names of the asked people, with '(guest)' after those of guests. */
  reviewers: z.optional(z.array(z.string())),
  due_at: z.optional(z.nullable(Timestamp)),
  /** Names of guests who were asked, and whose link ended. */
  link_ended: z.optional(z.array(z.string())),
})
export const LogEntry = z.object({
  id: z.string(),
  video_id: z.string(),
  version: z.number(),
  at: Timestamp,
  /** Null when Footnote itself acted. The name of a guest ends with '(guest)'. */
  actor: z.nullable(z.string()),
  /** Whether a guest acted. */
  is_guest: z.boolean(),
  action: z.enum(REVIEW_ACTIONS),
  /** Null for a version that is new. */
  before: z.nullable(LoggedState),
  after: LoggedState,
})
export type LogEntry = z.infer<typeof LogEntry>
/** The newest entries, as many as 4 MB have room for, which is more than discussions have. The CSV file has all. */
export const ReviewLog = z.object({ entries: z.array(LogEntry) })

const ofVideo = z.object({ video_id: Id })
export const approvals = endpointsOf('Approvals', {
  get: {
    method: 'GET',
    path: '/api/quick-review/approvals/:video_id',
    access: 'share',
    summary: 'Review status of a version, and who was asked for a verdict',
    params: ofVideo,
    response: Approvals,
  },
  request: {
    method: 'PUT',
    path: '/api/quick-review/approvals/:video_id',
    access: 'user',
    summary: 'Ask people for a verdict, and set the due date',
    params: ofVideo,
    body: RequestReview,
    response: Approvals,
  },
  decide: {
    method: 'POST',
    path: '/api/quick-review/verdict/:video_id',
    access: 'share',
    summary: 'Approve the current version, ask for changes, or take that back',
    params: ofVideo,
    body: GiveVerdict,
    response: Approvals,
  },
  setStatus: {
    method: 'POST',
    path: '/api/quick-review/review-status/:video_id',
    access: 'user',
    summary: 'Set the review status of the current version, while nobody is asked',
    params: ofVideo,
    body: z.object({ review_status: ReviewStatus }),
    response: Approvals,
  },
  log: {
    method: 'GET',
    path: '/api/quick-review/review-log/:video_id',
    access: 'share',
    summary: 'Everything that happened to the approval of a video, oldest first; not for share links',
    params: ofVideo,
    query: z.object({ format: z._default(z.enum(['json', 'csv']), 'json') }),
    file: 'text/csv',
    response: ReviewLog,
  },
})
