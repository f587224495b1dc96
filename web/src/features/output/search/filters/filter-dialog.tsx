import type { ReactNode } from 'react'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'

/** The filters of a search, over the page. */
export function FilterDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog open onClose={onClose} title="Filters">
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Show matches
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
