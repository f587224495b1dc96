import type { ReactNode } from 'react'
import { Button } from '../forms/button.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'

/** Asks before something is done that cannot be taken back; cannot be closed while it runs. */
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
  /** Words of the button that does it. */
  action: string
  /** Words of the button that does not. */
  dismissal?: string
  /** Whether something is lost by it. */
  danger?: boolean
  /** What follows from it. */
  note: string
  /** Why it was not done, once that is known. */
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
