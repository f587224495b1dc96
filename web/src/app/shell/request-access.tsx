import { useState } from 'react'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'

// Loaded on demand, because it is on every page, but rarely used.
const RequestAccessDialog = lazyPart(async () => (await import('./request-access-dialog.tsx')).RequestAccessDialog)

/** The button 'Request API Access', which opens the instructions. */
export function RequestAccess({ className }: { className: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        Request API Access
      </button>
      {open && <RequestAccessDialog onClose={() => setOpen(false)} onMissing={() => setOpen(false)} />}
    </>
  )
}
