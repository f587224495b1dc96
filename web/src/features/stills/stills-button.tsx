import { Download } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'

const StillsDialog = lazyPart(async () => (await import('./stills-dialog.tsx')).StillsDialog)

/** Opens the dialog of stills. @param commentIds the comments that the list shows */
export function StillsButton({ videoId, commentIds }: { videoId: string; commentIds: readonly string[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-icon btn-sm"
        aria-label="Download stills"
        title="Download stills"
        onClick={() => setOpen(true)}
      >
        <Download className="icon" aria-hidden="true" />
      </button>
      {open && (
        <StillsDialog
          videoId={videoId}
          commentIds={commentIds}
          onClose={() => setOpen(false)}
          onMissing={() => setOpen(false)}
        />
      )}
    </>
  )
}
