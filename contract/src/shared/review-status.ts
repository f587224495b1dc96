/** How far the review of a version is. */
export const REVIEW_STATUSES = ['in_progress', 'needs_review', 'changes_requested', 'approved'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** Verdicts that count. */
export const GIVEN_VERDICTS = ['approved', 'changes_requested'] as const
export type GivenVerdict = (typeof GIVEN_VERDICTS)[number]

/** What a person says about a version; the last one counts, and `withdrawn` takes it back. */
export const VERDICTS = [...GIVEN_VERDICTS, 'withdrawn'] as const
export type Verdict = (typeof VERDICTS)[number]

/**
 * What the log of a review records: `version`, a new version that needs review; `request`, other people or another due
 * date; `verdict`; `status`, which a keeper set; `reviewer_left`, the company or Footnote; `current`, another version
 * became the current one, or the video joined or left a stack.
 */
export const REVIEW_ACTIONS = ['version', 'request', 'verdict', 'status', 'reviewer_left', 'current'] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

/** A verdict that counts, and when it was given. */
interface Given {
  readonly verdict: GivenVerdict
  readonly at: Date
}

/**
 * The status of a version. If people are asked, they decide: one who requests changes is enough, and all must approve.
 * If nobody is asked, the later of the last verdict and of what was set counts.
 * @param asked the last verdict of each asked person; null without one
 * @param given the last verdict of each person who gave one, asked or not
 * @param set the status that the version began with, or that a keeper set
 */
export function reviewStatus(
  asked: readonly (Given | null)[],
  given: readonly Given[],
  set: { readonly status: ReviewStatus; readonly at: Date },
): ReviewStatus {
  if (asked.length > 0) {
    if (asked.some((one) => one?.verdict === 'changes_requested')) return 'changes_requested'
    return asked.every((one) => one?.verdict === 'approved') ? 'approved' : 'needs_review'
  }
  const last = given.reduce<Given | null>((latest, one) => (latest && latest.at > one.at ? latest : one), null)
  return last && last.at > set.at ? last.verdict : set.status
}
