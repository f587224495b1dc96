import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'

/** A link of Ada Lovelace that lets anybody watch one version. */
export const aShareLink = (id: string, changes: Partial<ShareLink> = {}): ShareLink => ({
  id,
  kind: 'version',
  name: null,
  items: [{ id: 'v', name: 'Harbour.mp4', version: 1 }],
  item_count: 1,
  newer_version: null,
  permission: 'viewer',
  guest_name: null,
  shared_by: 'Ada Lovelace',
  mine: true,
  has_password: false,
  email_rule: 'none',
  emails_allowed: [],
  expires_at: null,
  max_views: null,
  views: 0,
  download: 'none',
  watermark: 'none',
  watermark_text: '',
  marked: null,
  show_versions: false,
  tell: false,
  paused: false,
  box: null,
  copyable: true,
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
  ...changes,
})

/** What a guest of that link may know of it. */
export const anOpenedLink = (video_id: string | null, changes: Partial<OpenedLink> = {}): OpenedLink => ({
  kind: 'version',
  name: null,
  video_id,
  permission: 'viewer',
  locked: false,
  needs: { password: false, name: false, email: 'none' },
  guest_name: null,
  shared_by: 'Ada Lovelace',
  expires_at: null,
  due_at: null,
  newer: 'none',
  download: 'none',
  watermark: 'none',
  watermark_text: '',
  show_versions: false,
  ...changes,
})
