import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import type { ManagedLinkRow } from './queries.ts'

/** A link for the people who may change it. */
export const presentLink = (link: ManagedLinkRow, { user_id }: Pick<UserViewer, 'user_id'>): ShareLink => ({
  id: link.id,
  kind: link.kind,
  name: link.name,
  items: link.items,
  item_count: link.item_count,
  newer_version: link.newer_version,
  permission: link.permission,
  guest_name: link.guest_name === null ? null : unmarkedName(link.guest_name),
  shared_by: `${link.first_name} ${link.last_name}`.trim(),
  mine: link.user_id === user_id,
  has_password: link.password_hash !== null,
  email_rule: link.email_rule,
  emails_allowed: link.emails_allowed,
  expires_at: link.expires_at?.toISOString() ?? null,
  max_views: link.max_views,
  views: link.views,
  download: link.download,
  watermark: link.watermark,
  watermark_text: link.watermark_text,
  marked: link.marked,
  show_versions: link.show_versions,
  tell: link.tell,
  paused: link.paused_at !== null,
  box: presentBox(link),
  copyable: link.token_sealed !== null,
  created_at: link.created_at.toISOString(),
  last_used_at: link.last_used_at?.toISOString() ?? null,
})

function presentBox({ message, max_files, max_bytes, sent }: ManagedLinkRow): ShareLink['box'] {
  if (max_files === null || max_bytes === null) return null
  return {
    message: message ?? '',
    max_files,
    max_bytes,
    ...sent,
    arrived_at: sent.arrived_at && asTime(sent.arrived_at),
  }
}

const asTime = (text: string): string => new Date(text).toISOString()
