import { ProductError } from '../errors.ts'
import type { UserViewer } from '../route.ts'

/** Admins invite, remove, choose the plan. @throws ProductError forbidden */
export function authorizeAdmin(viewer: Pick<UserViewer, 'is_admin'>): void {
  if (!viewer.is_admin) throw new ProductError('forbidden', { detail: 'Only an admin of the company may do this.' })
}

/**
 * Who may be removed: neither oneself nor the last admin.
 * @param admins how many the company has
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
