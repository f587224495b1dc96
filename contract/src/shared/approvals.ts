import * as z from 'zod/mini'
import { Timestamp } from '../calls/fields.ts'
import { GIVEN_VERDICTS, REVIEW_STATUSES } from './review-status.ts'

// Apart from the calls, so that a page that hears of a review does not load what only its dialog sends.

export const ReviewStatus = z.enum(REVIEW_STATUSES)

/** Somebody who was asked for a verdict, or who gave one without being asked. */
export const ReviewPerson = z.object({
  /** The same in each answer about the stack; not an id of the person. */
  id: z.string(),
  /** 'Deleted user' for a deleted account. */
  name: z.string(),
  kind: z.enum(['member', 'guest']),
  /** Whether a keeper asked them. If anybody is asked who can decide, only the asked people decide. */
  asked: z.boolean(),
  /** Whether it is the viewer. */
  me: z.boolean(),
  /** On this version; null while they have not decided, and after they took their verdict back. */
  verdict: z.nullable(z.enum(GIVEN_VERDICTS)),
  /** A share link shows only what its own guest wrote. */
  note: z.nullable(z.string()),
  /** Of the verdict. */
  at: z.nullable(Timestamp),
  /** Of a member's account; null when a share link asks. */
  user_id: z.nullable(z.string()),
  /** Where an asked guest gets mails; null for members, and when a share link asks. */
  email: z.nullable(z.string()),
  /**
   * Whether no link works that was made for an asked guest. A verdict that they gave counts. Without one, nobody waits for
   * them until a keeper asks them again, and share links do not show them. False when a share link asks.
   */
  link_ended: z.boolean(),
})
export type ReviewPerson = z.infer<typeof ReviewPerson>

/** Whether an asked person decides: not a guest whose link ended before they gave a verdict. */
export const decides = ({ asked, link_ended, verdict }: ReviewPerson): boolean =>
  asked && (!link_ended || verdict !== null)

export const Approvals = z.object({
  review_status: ReviewStatus,
  /** When the verdicts are due. It is the same for every version. */
  due_at: z.nullable(Timestamp),
  /**
   * Asked people in the order of asking, then those who gave a verdict unasked. A share link that does not allow to
   * approve shows none of them.
   */
  reviewers: z.array(ReviewPerson),
  can: z.object({
    /** Give a verdict, and take it back. */
    decide: z.boolean(),
    /** Ask people, and set the due date. */
    request: z.boolean(),
    /** Set the status, while nobody is asked. */
    set: z.boolean(),
  }),
})
export type Approvals = z.infer<typeof Approvals>

/** What changed about the approval of the video, as the listener may see it. */
export const ReviewEvent = z.object({ video_id: z.string(), ...Approvals.shape })
export type ReviewEvent = z.infer<typeof ReviewEvent>
