import {
  ChangeLink,
  CreateLink,
  type Download,
  type EmailRule,
  type LinkKind,
  type ShareLink,
  type SharePermission,
  type Watermark,
} from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { ShareExpiry } from '@footnote/contract/nouns/review/sharing/links.ts'
import type * as z from 'zod/mini'
import { checkBody, type DraftCheck, type FieldErrors } from './draft-check.ts'

/** When a link ends, as its form says it: never, after days, or on a date. */
export type Expiry = 'never' | '7' | '30' | '90' | 'date'

/** Settings of a link while somebody fills them in. */
export interface LinkDraft {
  readonly what: LinkKind
  readonly name: string
  readonly permission: SharePermission
  readonly expiry: Expiry
  /** The last day, `yyyy-mm-dd`; for `date`. */
  readonly date: string
  /** Whether guests need a password. */
  readonly locked: boolean
  /** A new password; empty to keep the one that there is. */
  readonly password: string
  readonly email_rule: EmailRule
  /** Addresses and domains, in lines or between commas. */
  readonly emails_allowed: string
  /** A number; empty for no limit. */
  readonly views: string
  readonly download: Download
  readonly show_versions: boolean
  readonly watermark: Watermark
  readonly watermark_text: string
  readonly tell: boolean
}

/** A link as it is made without further settings. */
export const plainDraft = (what: LinkKind): LinkDraft => ({
  ...{ what, name: '', permission: 'viewer', expiry: 'never', date: '', locked: false, password: '' },
  ...{ email_rule: 'none', emails_allowed: '', views: '', download: 'none', show_versions: false },
  ...{ watermark: 'none', watermark_text: '', tell: false },
})

/** The settings of a link that exists. */
export const draftOf = (link: ShareLink): LinkDraft => ({
  what: link.kind,
  name: link.name ?? '',
  permission: link.permission,
  expiry: link.expires_at === null ? 'never' : 'date',
  date: link.expires_at === null ? '' : dayOf(new Date(link.expires_at)),
  locked: link.has_password,
  password: '',
  email_rule: link.email_rule,
  emails_allowed: link.emails_allowed.join('\n'),
  views: link.max_views === null ? '' : String(link.max_views),
  download: link.download,
  show_versions: link.show_versions,
  watermark: link.watermark,
  watermark_text: link.watermark_text,
  tell: link.tell,
})

/** A day of this place, as fields of dates write it. */
export const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** Days of an expiry; null for never. */
export const DAYS: Readonly<Record<Exclude<Expiry, 'date'>, ShareExpiry>> = { never: null, 7: 7, 30: 30, 90: 90 }

const DAY = 86_400_000

/** When a draft ends, ISO 8601; null for never. A last day is open until its end. */
export function expiryOf({ expiry, date }: Pick<LinkDraft, 'expiry' | 'date'>, now = Date.now()): string | null {
  if (expiry === 'date') {
    const end = new Date(`${date}T23:59:59`)
    // The contract refuses it, with a sentence.
    return Number.isNaN(end.getTime()) ? date : end.toISOString()
  }
  const days = DAYS[expiry]
  return days === null ? null : new Date(now + days * DAY).toISOString()
}

/** Whether a draft asks for nothing that the short form of a link lacks. */
export function isPlain(draft: LinkDraft): boolean {
  const { permission, expiry, ...rest } = draft
  const { permission: _, expiry: __, ...plain } = plainDraft('version')
  return expiry !== 'date' && JSON.stringify({ ...rest, date: '' }) === JSON.stringify(plain)
}

const asksAddress = (rule: EmailRule): boolean => rule === 'required' || rule === 'confirmed'

/** Settings of a draft as calls take them, but for what it shows, and for the password. */
const settingsOf = (draft: LinkDraft) => ({
  name: draft.name,
  permission: draft.permission,
  email_rule: draft.email_rule,
  emails_allowed: asksAddress(draft.email_rule)
    ? draft.emails_allowed.split(/[\s,;]+/).filter((entry) => entry !== '')
    : [],
  expires_at: expiryOf(draft),
  max_views: draft.views.trim() === '' ? null : Number(draft.views),
  download: draft.download,
  watermark: draft.watermark,
  watermark_text: draft.watermark_text,
  show_versions: draft.show_versions,
  tell: draft.tell,
})

const NO_NUMBER = 'Type a whole number, or nothing for no limit'
const NO_TEXT = 'A watermark in the picture needs a text'

/** What the form says in words of its own. */
function errorsOf({ views, watermark, watermark_text }: LinkDraft): FieldErrors<LinkDraft> {
  return {
    ...(!Number.isSafeInteger(Number(views)) ? { views: NO_NUMBER } : {}),
    ...(watermark === 'in' && watermark_text.trim() === '' ? { watermark_text: NO_TEXT } : {}),
  }
}

/** A link to make. @param ids of what it shows */
export function creationOf(
  draft: LinkDraft,
  ids: readonly string[],
): DraftCheck<z.input<typeof CreateLink>, LinkDraft> {
  const body = {
    ...settingsOf(draft),
    kind: draft.what,
    ids: [...ids],
    password: draft.locked ? draft.password : null,
  }
  return checkBody(CreateLink, body, fieldOf, errorsOf(draft))
}

/** What of a link changes, after the rules of the contract. */
export function changeOf(link: ShareLink, draft: LinkDraft): DraftCheck<z.input<typeof ChangeLink>, LinkDraft> {
  const before = draftOf(link)
  const [old, settings] = [settingsOf(before), settingsOf(draft)]
  const changed = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof typeof old]),
  )
  const [item] = link.items
  const body: z.input<typeof ChangeLink> = {
    ...Object.fromEntries(changed),
    ...(draft.what !== link.kind && item ? { kind: draft.what, ids: [item.id] } : {}),
    ...passwordChange(link, draft),
  }
  return checkBody(ChangeLink, body, fieldOf, errorsOf(draft))
}

/** What changes of the password of a link or a box; null ends it. */
export function passwordChange(
  { has_password }: Pick<ShareLink, 'has_password'>,
  { locked, password }: Pick<LinkDraft, 'locked' | 'password'>,
): { password?: string | null } {
  if (!locked) return has_password ? { password: null } : {}
  return password === '' && has_password ? {} : { password }
}

/** Where the form shows what is wrong with a part of the body. */
const FIELDS: Readonly<Record<string, keyof LinkDraft>> = {
  ...{ expires_at: 'date', max_views: 'views', kind: 'what', ids: 'what' },
}

/** The field of the form for a name that the server or the contract uses. */
export const fieldOf = (name: string): keyof LinkDraft => FIELDS[name] ?? (name as keyof LinkDraft)
