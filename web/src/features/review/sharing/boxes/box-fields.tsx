import { BOX } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { useId } from 'react'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { FieldError, TextField } from '../../../../ui/forms/field.tsx'
import { SelectField } from '../../../../ui/forms/select.tsx'
import { EMAIL_RULES } from '../link-words.ts'
import type { FieldErrors } from '../settings/draft-check.ts'
import { PasswordChoice } from '../settings/password-choice.tsx'
import type { BoxDraft } from './box-draft.ts'

/** The page of a box asks every sender for an address. */
const EMAILS = EMAIL_RULES.filter(({ value }) => value !== 'none')

interface FieldsProps {
  draft: BoxDraft
  errors: FieldErrors<BoxDraft>
  has_password: boolean
  onChange: (change: Partial<BoxDraft>) => void
}

/** The settings of a box. */
export function BoxFields({ draft, errors, has_password, onChange }: FieldsProps) {
  return (
    <div className="box-fields">
      <TextField
        label="What you ask for"
        maxLength={TEXT.name}
        autoFocus
        value={draft.name}
        error={errors.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Message value={draft.message} error={errors.message} onChange={(message) => onChange({ message })} />
      <div className="box-limits">
        <TextField
          label="Files at most"
          inputMode="numeric"
          value={draft.files}
          error={errors.files}
          onChange={({ target }) => onChange({ files: target.value })}
        />
        <TextField
          label="Together, GB"
          inputMode="decimal"
          value={draft.gigabytes}
          error={errors.gigabytes}
          onChange={({ target }) => onChange({ gigabytes: target.value })}
        />
        <TextField
          label="Ends"
          type="datetime-local"
          value={draft.ends}
          error={errors.ends}
          onChange={({ target }) => onChange({ ends: target.value })}
        />
      </div>
      <p className="hint">
        What arrives counts for the space of your company. A file may have 20 GB. When the space is full the sender
        reads so, and what has arrived stays. You get one mail when nothing was under way for five minutes.
      </p>
      <PasswordChoice draft={draft} error={errors.password} has_password={has_password} onChange={onChange} />
      <SelectField
        label="E-mail of the sender"
        options={EMAILS}
        value={draft.email_rule}
        onChange={(email_rule) => onChange({ email_rule })}
      />
      <Checkbox checked={draft.tell} onChange={({ target }) => onChange({ tell: target.checked })}>
        Tell me when opened
      </Checkbox>
    </div>
  )
}

function Message({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Message (optional)
      </label>
      <textarea
        id={id}
        className="input"
        rows={2}
        maxLength={BOX.message}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-message` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldError id={`${id}-message`} error={error} />
    </div>
  )
}
