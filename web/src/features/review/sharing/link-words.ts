import type { EmailRule, ShareLink, SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { formatDate, formatMoment, formatRelative } from '@footnote/contract/shared/timecode.ts'

/** Permissions of a link, as the screen shows them. */
export const PERMISSIONS: readonly { value: SharePermission; label: string; hint: string }[] = [
  { value: 'viewer', label: 'Viewer', hint: 'Can only watch' },
  { value: 'commenter', label: 'Commenter', hint: 'Can watch and comment' },
  { value: 'approver', label: 'Approver', hint: 'Can watch, comment and approve' },
]

/** Whether guests give an e-mail address, as the screen says it. */
export const EMAIL_RULES: readonly { value: EmailRule; label: string; hint?: string }[] = [
  { value: 'none', label: 'Not asked for' },
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required' },
  { value: 'confirmed', label: 'Confirmed', hint: 'By a code that is mailed to it' },
]

/** Name of a permission, for example 'Commenter'. */
export const permissionWord = (permission: SharePermission): string =>
  PERMISSIONS.find(({ value }) => value === permission)?.label ?? permission

/** What a link is called: its name, the person for whom it was made, or that it is for anybody. */
export const linkTitle = ({ name, guest_name }: Pick<ShareLink, 'name' | 'guest_name'>): string =>
  name ?? (guest_name === null ? 'Anybody with the link' : `${guest_name}, asked for a verdict`)

/** What a link shows, for example 'Newest version' or '3 videos'; null for one version, which is the usual case. */
export function shownWords({ kind, item_count }: Pick<ShareLink, 'kind' | 'item_count'>): string | null {
  if (kind === 'version') return null
  if (kind === 'set') return item_count === 1 ? '1 video' : `${item_count} videos`
  return { stack: 'Newest version', collection: 'Whole collection', selects: 'Selects', box: 'Box for files' }[kind]
}

/** What a link asks of guests and lets them do beyond its permission, for example 'Password', '2 of 10 views'. */
export const settingWords = (link: ShareLink): string[] =>
  [
    link.paused && 'Paused',
    link.has_password && 'Password',
    link.email_rule !== 'none' && 'E-mail',
    link.max_views !== null && `${link.views} of ${link.max_views} views`,
    link.download !== 'none' && 'Download',
    link.watermark !== 'none' && `Watermark ${link.watermark} the picture`,
  ].filter((word) => word !== false)

/** For example 'Expires May 3, 2026'. */
export const expiryWords = (expires_at: ShareLink['expires_at']): string =>
  expires_at === null ? 'Never expires' : `Expires ${formatDate(new Date(expires_at))}`

/** For example 'Last used 2 hours ago'. */
export const lastUseWords = (last_used_at: ShareLink['last_used_at'], now: Date): string =>
  last_used_at === null ? 'Not used yet' : `Last used ${formatRelative(new Date(last_used_at), now)}`

/** For example 'Made by you, November 28, 2026, 14:05'. */
export const makerWords = ({ mine, shared_by, created_at }: ShareLink): string =>
  `Made by ${mine ? 'you' : shared_by}, ${formatMoment(new Date(created_at))}`

/** What happens when a link ends. The same guest may have another link. */
export const revocationWords = ({ guest_name, permission }: Pick<ShareLink, 'guest_name' | 'permission'>): string =>
  guest_name === null
    ? `Everybody loses access through this ${permissionWord(permission)} link within a minute.`
    : `${guest_name} loses access through this link within a minute. If it is their last one, nobody waits for their verdict.`

/**
 * What the buttons of links are about, for screen readers.
 * @returns one name for each link, in their order; links that are alike get a number, so no two have the same name
 */
export function linkNames(links: readonly ShareLink[]): string[] {
  const seen = new Map<string, number>()
  return links.map((link) => {
    const holder = link.guest_name ?? 'anybody'
    const name = `${permissionWord(link.permission)} link for ${holder}. ${makerWords(link)}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}
