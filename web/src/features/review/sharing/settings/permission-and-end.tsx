import type { SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { useState } from 'react'
import { TextField } from '../../../../ui/forms/field.tsx'
import { SelectField } from '../../../../ui/forms/select.tsx'
import { PERMISSIONS } from '../link-words.ts'
import type { FieldErrors } from './draft-check.ts'
import { dayOf, type Expiry, type LinkDraft } from './link-draft.ts'

const EXPIRIES: readonly { value: Expiry; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'date', label: 'On a date' },
]

/** What a link allows, and when it ends. */
export function PermissionAndEnd({
  draft,
  errors,
  disabled = false,
  fixed = false,
  onChange,
}: {
  draft: LinkDraft
  errors: FieldErrors<LinkDraft>
  disabled?: boolean
  /** Whether the permission stays: the link asks one person for a verdict. */
  fixed?: boolean
  onChange: (change: Partial<LinkDraft>) => void
}) {
  const [today] = useState(() => dayOf(new Date()))
  return (
    <>
      {!fixed && (
        <SelectField
          label="Permission"
          options={PERMISSIONS}
          value={draft.permission}
          disabled={disabled}
          onChange={(permission: SharePermission) => onChange({ permission })}
        />
      )}
      <SelectField
        label="Link Expiration"
        options={EXPIRIES}
        value={draft.expiry}
        disabled={disabled}
        onChange={(expiry) => onChange({ expiry })}
      />
      {draft.expiry === 'date' && (
        <TextField
          type="date"
          label="Last day"
          min={today}
          value={draft.date}
          error={errors.date}
          onChange={({ target }) => onChange({ date: target.value })}
        />
      )}
    </>
  )
}
