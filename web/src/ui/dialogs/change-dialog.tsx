import type { FormEvent, ReactNode } from 'react'
import { FormDialog } from './form-dialog.tsx'

/** A dialog that changes one value of a thing. It sends only another value, and once at a time. */
export function ChangeDialog({
  title,
  action,
  unchanged,
  failure,
  busy,
  onChange,
  onClose,
  children,
}: {
  title: string
  /** Label of the button that sends the value. */
  action: string
  /** Whether the value is the one that the thing has. */
  unchanged: boolean
  failure: string | null
  busy: boolean
  onChange: () => void
  onClose: () => void
  children: ReactNode
}) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !unchanged) onChange()
  }
  return (
    <FormDialog
      title={title}
      action={action}
      disabled={unchanged}
      form={{ props: { noValidate: true, onSubmit }, failure, busy }}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  )
}
