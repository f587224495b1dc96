import { Pencil, Scissors, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { Alert } from '../../ui/page/alert.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Part } from './part.tsx'

type DialogName = 'create' | 'locked' | null

function Dialogs() {
  const [shown, setShown] = useState<DialogName>(null)
  const close = () => setShown(null)
  return (
    <Part name="Dialogs">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setShown('create')}>Create dialog</Button>
        <Button
          onClick={() => {
            setShown('locked')
            setTimeout(close, 3000)
          }}
        >
          Locked dialog
        </Button>
      </div>
      <Dialog open={shown === 'create'} onClose={close} title="Create new collection">
        <DialogBody>
          <TextField label="Name" />
          <Alert>The server did not take this name.</Alert>
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary">Create</Button>
        </DialogFooter>
      </Dialog>
      <Dialog open={shown === 'locked'} onClose={close} title="Confirm Delete" locked>
        <DialogBody>Delete “Autumn campaign” and its 15 videos? This cannot be undone.</DialogBody>
        <DialogFooter>
          <Button disabled>Cancel</Button>
          <Button variant="danger" busy>
            Delete
          </Button>
        </DialogFooter>
      </Dialog>
    </Part>
  )
}

/** Overlays, messages and empty states. */
export function OverlaysSection() {
  const nothing = () => undefined
  return (
    <div>
      <Dialogs />
      <Part name="Menu, tooltip, toasts">
        <div className="flex flex-wrap gap-2">
          <Menu align="start" trigger={<Button>Menu</Button>}>
            <MenuItem icon={Pencil} onSelect={nothing}>
              Rename Collection
            </MenuItem>
            <MenuItem icon={Trash2} danger onSelect={nothing}>
              Delete
            </MenuItem>
          </Menu>
          <Tooltip text="A collection is a library of videos.">
            <Button variant="ghost">Tooltip</Button>
          </Tooltip>
          <Button
            onClick={() =>
              toast('Download job created. Please be on the look out for the notification up top!', {
                icon: <Scissors className="icon" aria-hidden="true" />,
              })
            }
          >
            Toast
          </Button>
          <Button onClick={() => toast.success('Password changed successfully!')}>Success</Button>
          <Button onClick={() => toast.error('Failed to update plan')}>Error</Button>
        </div>
      </Part>
      <Part name="Alerts">
        <div className="grid gap-2">
          <Alert>Failed to update plan</Alert>
          <Alert kind="warn" action={<Button size="sm">Retry</Button>}>
            COLLECTION IS EXPIRED
          </Alert>
          <Alert kind="ok">Verification code sent successfully!</Alert>
          <Alert kind="info">Speech was not transcribed.</Alert>
        </div>
      </Part>
      <Part name="Empty">
        <EmptyState
          fact="No videos yet"
          next="Upload your first video to get started!"
          action={<Button variant="primary">Upload Videos</Button>}
        />
      </Part>
    </div>
  )
}
