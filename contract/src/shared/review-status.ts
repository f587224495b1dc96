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
 * date; `verdict`; `status`, which a keeper set; `reviewer_left`, the company or Footnote; `link_ended`, which was made
 * for an asked guest; `current`, another version became the current one, or the video joined or left a stack.
 */
export const REVIEW_ACTIONS = [
  'version',
  'request',
  'verdict',
  'status',
  'reviewer_left',
  'link_ended',
  'current',
] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]
