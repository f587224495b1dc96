import { useState } from 'react'
import { TextField } from '../forms/field.tsx'
import { ChangeDialog } from './change-dialog.tsx'

/** Asks for another name of a thing. */
export function RenameDialog({
  title,
  name,
  stem,
  max,
  failure,
  busy,
  onRename,
  onClose,
}: {
  title: string
  /** The name that it has. */
  name: string
  /** Characters of the name that are selected first; all by default. */
  stem?: number
  /** Longest name, in characters. */
  max: number
  failure: string | null
  busy: boolean
  onRename: (name: string) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState(name)
  const trimmed = typed.trim()
  const long = trimmed.length > max
  return (
    <ChangeDialog
      title={title}
      action="Rename"
      unchanged={trimmed === '' || trimmed === name || long}
      failure={failure}
      busy={busy}
      onChange={() => onRename(trimmed)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        error={long ? `At most ${max} characters are allowed` : null}
        value={typed}
        onFocus={({ target }) => target.setSelectionRange(0, stem ?? target.value.length)}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ChangeDialog>
  )
}
