import { PLANS, type PlanType } from '@footnote/contract/shared/limits.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { ProductError } from '../../../../platform/errors.ts'

/**
 * Refuses a file when there is no room for it.
 * @param size bytes of the file; null if unknown: then any free byte is enough
 * @param room free bytes; infinity without a limit
 * @throws ProductError limit_storage
 */
export function refuseSize(size: number | null, room: number, plan: PlanType): void {
  if (size === null ? room <= 0 : size > room) throw noRoomIn(plan, room, size)
}

/** The error that says how much storage is free, and how much the file needs if known; both in bytes. */
export function noRoomIn(plan: PlanType, room: number, size: number | null = null): ProductError {
  const free = room > 0 ? `${formatFileSize(room)} is free` : 'nothing is free'
  const needed = size === null ? '' : `; ${formatFileSize(size)} is needed`
  return new ProductError('limit_storage', {
    detail: `Of your plan's ${formatFileSize(PLANS[plan].storage)} of storage ${free}${needed}. Videos, clips and uploads under way count. Delete videos or change the plan.`,
  })
}
