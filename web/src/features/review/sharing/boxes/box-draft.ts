import { BOX } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import {
  ChangeLink,
  CreateLink,
  type EmailRule,
  type ShareLink,
} from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type * as z from 'zod/mini'
import { checkBody, type DraftCheck } from '../settings/draft-check.ts'
import { dayOf, passwordChange } from '../settings/link-draft.ts'

const GIB = 1024 ** 3
const DAY = 86_400_000
/** Days for which a new box is open unless its maker says otherwise. */
const OPEN = 7

/** A box while somebody fills it in. */
export interface BoxDraft {
  readonly name: string
  readonly message: string
  /** A number. */
  readonly files: string
  /** A number of GB. */
  readonly gigabytes: string
  /** As fields of a date with a time write it, in the time of this place. */
  readonly ends: string
  readonly locked: boolean
  /** A new password; empty to keep the one that there is. */
  readonly password: string
  readonly email_rule: EmailRule
  readonly tell: boolean
}

/** A box with a link. */
export type BoxLink = ShareLink & { readonly box: NonNullable<ShareLink['box']> }

/** A box as it is made without changes to its form. @param now milliseconds since 1970 */
export const plainBox = (now = Date.now()): BoxDraft => ({
  ...{ name: '', message: '', files: String(BOX.files), gigabytes: String(BOX.bytes / GIB) },
  ...{ ends: localTime(new Date(now + OPEN * DAY)), locked: false, password: '', email_rule: 'optional', tell: false },
})

/** What a box is set to. */
export const boxDraftOf = ({ name, box, expires_at, has_password, email_rule, tell }: BoxLink): BoxDraft => ({
  name: name ?? '',
  message: box.message,
  files: String(box.max_files),
  gigabytes: String(Math.round((box.max_bytes / GIB) * 100) / 100),
  ends: expires_at === null ? '' : localTime(new Date(expires_at)),
  locked: has_password,
  password: '',
  ...{ email_rule, tell },
})

const localTime = (at: Date): string => `${dayOf(at)}T${at.toTimeString().slice(0, 5)}`

const settingsOf = ({ name, message, files, gigabytes, ends, email_rule, tell }: BoxDraft) => ({
  ...{ name, message, email_rule, tell },
  max_files: Number(files),
  max_bytes: Math.round(Number(gigabytes) * GIB),
  expires_at: Number.isNaN(Date.parse(ends)) ? ends : new Date(ends).toISOString(),
})

/** A box to make, which sends files to a collection. */
export const boxCreation = (draft: BoxDraft, collection_id: string): DraftCheck<z.input<typeof CreateLink>, BoxDraft> =>
  checkBody(
    CreateLink,
    {
      ...settingsOf(draft),
      kind: 'box',
      ids: [collection_id],
      permission: 'viewer',
      password: draft.locked ? draft.password : null,
    },
    boxFieldOf,
  )

/** What of a box changes. */
export function boxChange(link: BoxLink, draft: BoxDraft): DraftCheck<z.input<typeof ChangeLink>, BoxDraft> {
  const before = settingsOf(boxDraftOf(link))
  const changed = Object.entries(settingsOf(draft)).filter(
    ([name, value]) => value !== before[name as keyof typeof before],
  )
  return checkBody(ChangeLink, { ...Object.fromEntries(changed), ...passwordChange(link, draft) }, boxFieldOf)
}

const FIELDS: Readonly<Record<string, keyof BoxDraft>> = {
  ...{ expires_at: 'ends', max_files: 'files', max_bytes: 'gigabytes' },
}
/** The field of the form for a name that the server or the contract uses. */
export const boxFieldOf = (name: string): keyof BoxDraft => FIELDS[name] ?? (name as keyof BoxDraft)
