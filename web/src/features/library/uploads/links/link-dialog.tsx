import { ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useReload } from '../../../../lib/calls/use-reload.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { FieldError } from '../../../../ui/forms/field.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { addLinks, addressesIn, type RefusedLink } from './add-links.ts'
import './links.css'

/** Asks for links to videos, whose files Footnote fetches by itself. Refused links stay in the field. */
export function LinkDialog({
  collectionId,
  onClose,
  onBack,
}: {
  collectionId: string
  onClose: () => void
  /** Leads to the files of this device. */
  onBack: () => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly RefusedLink[]>([])
  const reload = useReload(['collections'])
  const addresses = addressesIn(text)
  const add = async () => {
    if (addresses.length === 0 || busy) return
    setBusy(true)
    const outcome = await addLinks(collectionId, addresses)
    if (outcome.added.length > 0) {
      await reload().catch(() => undefined)
      toast.success(
        outcome.added.length === 1 ? 'Footnote fetches the video' : `Footnote fetches ${outcome.added.length} videos`,
      )
    }
    setBusy(false)
    if (outcome.refused.length === 0) return onClose()
    setRefused(outcome.refused)
    setText(outcome.refused.map(({ address }) => address).join('\n'))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void add()
  }
  return (
    <Dialog open onClose={onClose} title="Add from a link" width="wide" locked={busy}>
      <DialogBody className="grid gap-4">
        <div className="field">
          <label className="label" htmlFor={id}>
            Links to video files
          </label>
          <textarea
            id={id}
            className="input links-field"
            rows={3}
            placeholder="https://"
            inputMode="url"
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            autoFocus
            value={text}
            readOnly={busy}
            aria-invalid={refused.length > 0 || undefined}
            aria-describedby={`${id}-hint ${id}-refused`}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setText(event.target.value)
              setRefused([])
            }}
          />
          <div id={`${id}-refused`} className="links-refused">
            {refused.map(({ address, reason }) => (
              <FieldError key={address} error={refused.length > 1 ? `${address}: ${reason}` : reason} />
            ))}
          </div>
          <p id={`${id}-hint`} className="hint">
            A link to the file itself, not to a page with a player. Put each link on its own line. You can close this
            page while Footnote fetches the files.
          </p>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" className="mr-auto" disabled={busy} onClick={onBack}>
          <ArrowLeft className="icon" aria-hidden="true" />
          Choose files
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" busy={busy} disabled={addresses.length === 0} onClick={() => void add()}>
          {addresses.length > 1 ? `Add ${addresses.length} videos` : 'Add video'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
