import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer, Viewer } from '../../../platform/route.ts'

/** Admins invite, remove, choose the plan. @throws ProductError forbidden */
export function authorizeAdmin(viewer: Pick<UserViewer, 'is_admin'>): void {
  if (!viewer.is_admin) throw new ProductError('forbidden', { detail: 'Only an admin of the company may do this.' })
}

/** The explanation for a member without a seat. */
const READ_ONLY =
  'Your company has more members than its plan has seats, and you have none of them: you can watch and search, but not change anything. Ask an admin for a larger plan.'

/** Whether a member has no seat in the company's plan, and so may read everything and change nothing. */
export const isReadOnly = (viewer: Viewer, { billing }: { readonly billing: boolean }): boolean =>
  billing && viewer.kind === 'user' && !viewer.has_seat

/** @throws ProductError limit_seats */
export function refuseReadOnly(viewer: Viewer, circumstances: { readonly billing: boolean }): void {
  if (isReadOnly(viewer, circumstances)) throw new ProductError('limit_seats', { detail: READ_ONLY })
}

/**
 * Checks a removal: neither oneself nor the last admin.
 * @param admins number of the company's admins
 * @throws ProductError own_account, last_admin
 */
export function authorizeRemoval(
  viewer: Pick<UserViewer, 'user_id'>,
  member: { readonly id: string; readonly is_admin: boolean },
  admins: number,
): void {
  if (member.is_admin && admins <= 1) throw new ProductError('last_admin')
  if (member.id === viewer.user_id) throw new ProductError('own_account')
}
