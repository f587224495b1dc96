import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { useState } from 'react'
import { ChangeDialog } from '../../../../ui/dialogs/change-dialog.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'

/** Asks for the name of a speaker. */
export function NameDialog({
  title,
  name,
  known,
  failure,
  busy,
  onName,
  onClose,
}: {
  title: string
  /** The name so far; empty for a new one. */
  name: string
  /** Names of everybody who speaks. */
  known: readonly string[]
  failure: string | null
  busy: boolean
  onName: (name: string) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState(name)
  const trimmed = typed.trim()
  const joins = name !== '' && trimmed !== name && known.includes(trimmed)
  return (
    <ChangeDialog
      title={title}
      action="Save name"
      unchanged={trimmed === '' || trimmed === name}
      failure={failure}
      busy={busy}
      onChange={() => onName(trimmed)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        dir="auto"
        maxLength={TRANSCRIPT.speaker}
        value={typed}
        onFocus={({ target }) => target.select()}
        onChange={(event) => setTyped(event.target.value)}
        hint={joins ? `${trimmed} speaks here already. Both become one speaker.` : undefined}
      />
    </ChangeDialog>
  )
}
