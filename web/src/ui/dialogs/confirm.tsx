import type { ReactNode } from 'react'
import { Button } from '../forms/button.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'

/** Asks before an action that cannot be undone. Nothing closes it while the action runs. */
export function Confirm({
  title,
  action,
  dismissal = 'Cancel',
  danger = true,
  note,
  failure,
  busy,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  /** Label of the button that confirms. */
  action: string
  /** Label of the button that cancels. */
  dismissal?: string
  /** Whether the action destroys something. */
  danger?: boolean
  /** Consequences of the action. */
  note: string
  /** Why the action failed, or null. */
  failure: string | null
  busy: boolean
  onConfirm: () => void
  onClose: () => void
  /** The question. */
  children: ReactNode
}) {
  return (
    <Dialog open onClose={onClose} title={title} locked={busy}>
      <DialogBody className="grid gap-2">
        <div className="text-md text-text">{children}</div>
        <p className="text-text-2">{note}</p>
      </DialogBody>
      <DialogFooter>
        {failure && (
          <span className="mr-auto text-text-2" role="status">
            {failure}
          </span>
        )}
        <Button onClick={onClose} disabled={busy}>
          {dismissal}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {failure ? 'Retry' : action}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
