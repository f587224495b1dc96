import { lazy, Suspense, useState } from 'react'

// On every page, and seldom asked for.
const RequestAccessDialog = lazy(async () => ({
  default: (await import('./request-access-dialog.tsx')).RequestAccessDialog,
}))

/** 'Request API Access': opens the words on how to get it. */
export function RequestAccess({ className }: { className: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        Request API Access
      </button>
      {open && (
        <Suspense fallback={null}>
          <RequestAccessDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
