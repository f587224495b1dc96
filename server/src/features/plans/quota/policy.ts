import { PLANS, type PlanType } from '@footnote/contract/shared/limits.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { ProductError } from '../../../platform/errors.ts'

/**
 * Refuses a file that there is no room for.
 * @param size bytes of the file; null where they are not known: then any room will do
 * @param room bytes that are free; infinity without a bound
 * @throws ProductError limit_storage
 */
export function refuseSize(size: number | null, room: number, plan: PlanType): void {
  if (size === null ? room <= 0 : size > room) throw noRoomIn(plan, room, size)
}

/** Says how much of a plan's storage is free, and how much was needed where that is known; both in bytes. */
export function noRoomIn(plan: PlanType, room: number, size: number | null = null): ProductError {
  const free = room > 0 ? `${formatFileSize(room)} is free` : 'nothing is free'
  const needed = size === null ? '' : `; ${formatFileSize(size)} is needed`
  return new ProductError('limit_storage', {
    detail: `Of your plan's ${formatFileSize(PLANS[plan].storage)} of storage ${free}${needed}. Videos, clips and uploads under way count. Delete videos or change the plan.`,
  })
}
