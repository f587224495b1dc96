import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ShareAccess } from '../../../lib/calls/client.ts'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'

const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog)

/** Opens the dialog that exports comments. @param commentIds the comments that the list shows */
export function ExportButton(props: { video: VideoDetail; commentIds: readonly string[]; share: ShareAccess | null }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-icon btn-sm"
        aria-label="Export comments"
        title="Export comments"
        onClick={() => setOpen(true)}
      >
        <Download className="icon" aria-hidden="true" />
      </button>
      {open && <ExportDialog {...props} onClose={() => setOpen(false)} onMissing={() => setOpen(false)} />}
    </>
  )
}
