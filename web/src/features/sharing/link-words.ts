import type { ShareLink, SharePermission } from '@footnote/contract/nouns/sharing.ts'
import { formatDate, formatRelative } from '@footnote/contract/shared/timecode.ts'

/** Permissions of a link, as the screen shows them. */
export const PERMISSIONS: readonly { value: SharePermission; label: string; hint: string }[] = [
  { value: 'viewer', label: 'Viewer', hint: 'Can only watch' },
  { value: 'commenter', label: 'Commenter', hint: 'Can watch and comment' },
  { value: 'approver', label: 'Approver', hint: 'Can watch, comment and approve' },
]

/** Name of a permission, for example 'Commenter'. */
export const permissionWord = (permission: SharePermission): string =>
  PERMISSIONS.find(({ value }) => value === permission)?.label ?? permission

/** For example 'Expires May 3, 2026'. */
export const expiryWords = (expires_at: ShareLink['expires_at']): string =>
  expires_at === null ? 'Never expires' : `Expires ${formatDate(new Date(expires_at))}`

/** For example 'Last used 2 hours ago'. */
export const lastUseWords = (last_used_at: ShareLink['last_used_at'], now: Date): string =>
  last_used_at === null ? 'Not used yet' : `Last used ${formatRelative(new Date(last_used_at), now)}`
