import { LINKS } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import { PASSWORD } from '@footnote/contract/shared/limits.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import type { LinkDraft } from './link-draft.ts'
import { suggestPassword } from './suggest-password.ts'
import './link-fields.css'

type PasswordDraft = Pick<LinkDraft, 'locked' | 'password'>

/** Whether guests of a link or a box need a password, and which. */
export function PasswordChoice({
  draft,
  error,
  has_password,
  onChange,
}: {
  draft: PasswordDraft
  error: string | undefined
  /** Whether there is a password already. */
  has_password: boolean
  onChange: (change: Partial<PasswordDraft>) => void
}) {
  return (
    <div>
      <Checkbox checked={draft.locked} onChange={({ target }) => onChange({ locked: target.checked, password: '' })}>
        Password
      </Checkbox>
      {draft.locked && (
        <div className="link-inset link-password">
          <TextField
            label={has_password ? 'New password' : 'Password'}
            autoComplete="off"
            spellCheck={false}
            maxLength={PASSWORD.max}
            {...(has_password ? { placeholder: 'Unchanged' } : {})}
            hint={
              has_password
                ? 'A new one locks the link for everybody who opened it with the old one.'
                : `At least ${LINKS.password} characters. Send it apart from the link; nobody can read it here later.`
            }
            value={draft.password}
            error={error}
            onChange={({ target }) => onChange({ password: target.value })}
          />
          <Button aria-label="Suggest a password" onClick={() => onChange({ password: suggestPassword() })}>
            Suggest
          </Button>
        </div>
      )}
    </div>
  )
}
