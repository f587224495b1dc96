import { BOX, LINKS } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import type { EmailRule } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { PASSWORD, TEXT } from '@footnote/contract/shared/limits.ts'
import { useId } from 'react'
import { Button } from '../../../../ui/forms/button.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { FieldError, TextField } from '../../../../ui/forms/field.tsx'
import { SelectField } from '../../../../ui/forms/select.tsx'
import { suggestPassword } from '../settings/suggest-password.ts'
import type { BoxDraft, BoxErrors } from './box-draft.ts'

const EMAILS: readonly { value: EmailRule; label: string; hint?: string }[] = [
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required' },
  { value: 'confirmed', label: 'Confirmed', hint: 'By a code that is mailed to it' },
]

interface FieldsProps {
  draft: BoxDraft
  errors: BoxErrors
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
      <div>
        <Checkbox checked={draft.locked} onChange={({ target }) => onChange({ locked: target.checked, password: '' })}>
          Password
        </Checkbox>
        {draft.locked && (
          <div className="box-password">
            <TextField
              label={has_password ? 'New password' : 'Password'}
              autoComplete="off"
              spellCheck={false}
              maxLength={PASSWORD.max}
              {...(has_password ? { placeholder: 'Unchanged' } : {})}
              hint={`At least ${LINKS.password} characters. Send it apart from the link; nobody can read it here later.`}
              value={draft.password}
              error={errors.password}
              onChange={({ target }) => onChange({ password: target.value })}
            />
            <Button aria-label="Suggest a password" onClick={() => onChange({ password: suggestPassword() })}>
              Suggest
            </Button>
          </div>
        )}
      </div>
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
