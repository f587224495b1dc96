import * as z from 'zod/mini'

/** Body of every error: RFC 9457 problem details with a stable code. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  /** Stable identifier, for example `validation_failed`. */
  code: z.string(),
  /** The same sentence as `detail`. */
  message: z.string(),
  /** Sentence by field name; only for `validation_failed`. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** Names the sign-up that waits for its code; only for `email_not_verified`. */
  signup: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>

/** An answer that says what happened. */
export const Message = z.object({ message: z.string() })
