import { useState } from 'react'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'

// On every page, and seldom asked for.
const RequestAccessDialog = lazyPart(async () => (await import('./request-access-dialog.tsx')).RequestAccessDialog)

/** 'Request API Access': opens the words on how to get it. */
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
