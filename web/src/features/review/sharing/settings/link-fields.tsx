import type { Download, LinkKind } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { useId } from 'react'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { FieldError, TextField } from '../../../../ui/forms/field.tsx'
import { SelectField } from '../../../../ui/forms/select.tsx'
import { EMAIL_RULES } from '../link-words.ts'
import { KIND_WORDS } from '../subject.ts'
import type { FieldErrors } from './draft-check.ts'
import type { LinkDraft } from './link-draft.ts'
import { PasswordChoice } from './password-choice.tsx'
import { WatermarkChoice } from './watermark-choice.tsx'
import './link-fields.css'

const DOWNLOADS: readonly { value: Download; label: string; hint?: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'proxy', label: 'Light copy', hint: 'Small, for watching' },
  { value: 'original', label: 'Original', hint: 'The file that was uploaded' },
]
/** A link with a watermark in the picture gives one file, whatever it allows. */
const MARKED_DOWNLOADS: typeof DOWNLOADS = [
  { value: 'none', label: 'None' },
  { value: 'proxy', label: 'Marked copy', hint: 'With the watermark' },
]

interface FieldsProps {
  draft: LinkDraft
  errors: FieldErrors<LinkDraft>
  onChange: (change: Partial<LinkDraft>) => void
  /** What the link may show; a choice with two or more. */
  kinds: readonly LinkKind[]
  /** Whether the link has a password already. */
  has_password?: boolean
}

/** The settings of a link, but for its permission and its end. */
export function LinkFields({ draft, errors, onChange, kinds, has_password = false }: FieldsProps) {
  const asks = draft.email_rule === 'required' || draft.email_rule === 'confirmed'
  const marked = draft.watermark === 'in'
  return (
    <div className="link-fields">
      <TextField
        label="Name"
        hint="Guests read it above the videos. Without one they read who sent the link."
        maxLength={TEXT.name}
        value={draft.name}
        error={errors.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      {kinds.length > 1 && (
        <SelectField
          label="Shows"
          options={kinds.map((value) => ({ value, label: KIND_WORDS[value] }))}
          value={draft.what}
          onChange={(what) => onChange({ what })}
        />
      )}
      <PasswordChoice draft={draft} error={errors.password} has_password={has_password} onChange={onChange} />
      <SelectField
        label="E-mail of guests"
        options={EMAIL_RULES}
        value={draft.email_rule}
        onChange={(email_rule) => onChange({ email_rule })}
      />
      {asks && <Allowed draft={draft} error={errors.emails_allowed} onChange={onChange} />}
      <TextField
        label="Views"
        inputMode="numeric"
        placeholder="No limit"
        hint="All visits of one guest within 12 hours are one view."
        value={draft.views}
        error={errors.views}
        onChange={({ target }) => onChange({ views: target.value })}
      />
      <div className="grid gap-1.5">
        <SelectField
          label="Download"
          options={marked ? MARKED_DOWNLOADS : DOWNLOADS}
          value={marked && draft.download !== 'none' ? 'proxy' : draft.download}
          onChange={(download) => onChange({ download })}
        />
        {draft.download === 'none' && <p className="hint">What is played can still be recorded.</p>}
      </div>
      <WatermarkChoice draft={draft} error={errors.watermark_text} onChange={onChange} />
      <div className="link-switches">
        <Checkbox checked={draft.show_versions} onChange={({ target }) => onChange({ show_versions: target.checked })}>
          Earlier versions, too
        </Checkbox>
        <Checkbox checked={draft.tell} onChange={({ target }) => onChange({ tell: target.checked })}>
          Tell me when opened
        </Checkbox>
      </div>
    </div>
  )
}

/** The addresses that the link lets in. */
function Allowed({ draft, error, onChange }: Pick<FieldsProps, 'draft' | 'onChange'> & { error: string | undefined }) {
  const id = useId()
  return (
    <div className="field link-inset">
      <label className="label" htmlFor={id}>
        Only these addresses (optional)
      </label>
      <textarea
        id={id}
        className="input"
        rows={3}
        spellCheck={false}
        value={draft.emails_allowed}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-message`}
        onChange={({ target }) => onChange({ emails_allowed: target.value })}
      />
      {error ? (
        <FieldError id={`${id}-message`} error={error} />
      ) : (
        <p id={`${id}-message`} className="hint">
          One a line, or @example.org for everybody there. Empty lets in every address.
        </p>
      )}
    </div>
  )
}
