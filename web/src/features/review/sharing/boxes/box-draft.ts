import { BOX } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import {
  ChangeLink,
  CreateLink,
  type EmailRule,
  type ShareLink,
} from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type * as z from 'zod/mini'

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

export type BoxErrors = Partial<Record<keyof BoxDraft, string>>

/** A box with a link. */
export type BoxLink = ShareLink & { readonly box: NonNullable<ShareLink['box']> }

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

const two = (value: number): string => String(value).padStart(2, '0')
const localTime = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`

const settingsOf = ({ name, message, files, gigabytes, ends, email_rule, tell }: BoxDraft) => ({
  ...{ name, message, email_rule, tell },
  max_files: Number(files),
  max_bytes: Math.round(Number(gigabytes) * GIB),
  expires_at: Number.isNaN(Date.parse(ends)) ? ends : new Date(ends).toISOString(),
})

type BoxRequest<Body> =
  | { readonly body: Body; readonly errors: null }
  | { readonly body: null; readonly errors: BoxErrors }

/** A box to make, which sends files to a collection. */
export const boxCreation = (draft: BoxDraft, collection_id: string): BoxRequest<z.input<typeof CreateLink>> =>
  checked(CreateLink, {
    ...settingsOf(draft),
    kind: 'box',
    ids: [collection_id],
    permission: 'viewer',
    password: draft.locked ? draft.password : null,
  })

/** What of a box changes. */
export function boxChange(link: BoxLink, draft: BoxDraft): BoxRequest<z.input<typeof ChangeLink>> {
  const before = settingsOf(boxDraftOf(link))
  const changed = Object.entries(settingsOf(draft)).filter(
    ([name, value]) => value !== before[name as keyof typeof before],
  )
  const { has_password } = link
  const kept = draft.locked ? has_password && draft.password === '' : !has_password
  return checked(ChangeLink, {
    ...Object.fromEntries(changed),
    ...(kept ? {} : { password: draft.locked ? draft.password : null }),
  })
}

const FIELDS: Readonly<Record<string, keyof BoxDraft>> = {
  ...{ expires_at: 'ends', max_files: 'files', max_bytes: 'gigabytes' },
}
/** The field of the form for a name that the server or the contract uses. */
export const boxFieldOf = (name: string): keyof BoxDraft => FIELDS[name] ?? (name as keyof BoxDraft)

function checked<Schema extends z.ZodMiniType>(schema: Schema, body: z.input<Schema>): BoxRequest<z.input<Schema>> {
  const issues = schema.safeParse(body).error?.issues ?? []
  if (issues.length === 0) return { body, errors: null }
  const errors: BoxErrors = {}
  for (const { path, message } of issues) errors[boxFieldOf(String(path[0] ?? ''))] ??= message
  return { body: null, errors }
}
