import type { GivenVerdict, ReviewStatus, Verdict } from '@footnote/contract/shared/review-status.ts'

/** The last verdict of a person on a version. Ids grow with time. */
interface LastVerdict {
  readonly id: number
  readonly verdict: Verdict
}

/** What the status of a version follows from. */
interface Decision {
  /** Each asked person's last verdict; null without one. */
  readonly asked: readonly (LastVerdict | null)[]
  /** The last verdict of everybody who gave one, asked or not. */
  readonly given: readonly LastVerdict[]
  /** The status that the version began with, or that a keeper set. */
  readonly set_status: ReviewStatus
  /** Id of the last verdict that is older than that; 0 for none. */
  readonly set_after: number
}

/** A verdict that counts; null for one that was taken back. */
export const counting = (verdict: Verdict | undefined): GivenVerdict | null =>
  verdict === undefined || verdict === 'withdrawn' ? null : verdict

/**
 * The status of a version. Asked people decide: one who requests changes is enough, and all must approve. If nobody is
 * asked, the later of the last verdict and of what was set counts.
 */
export function reviewStatus({ asked, given, set_status, set_after }: Decision): ReviewStatus {
  if (asked.length > 0) {
    if (asked.some((one) => one?.verdict === 'changes_requested')) return 'changes_requested'
    return asked.every((one) => one?.verdict === 'approved') ? 'approved' : 'needs_review'
  }
  const later = given.filter(({ id, verdict }) => id > set_after && verdict !== 'withdrawn')
  const last = later.reduce<LastVerdict | null>((latest, one) => (latest && latest.id > one.id ? latest : one), null)
  return counting(last?.verdict) ?? set_status
}
