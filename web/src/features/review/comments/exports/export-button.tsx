import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ShareAccess } from '../../../../lib/calls/client.ts'
import { lazyPart } from '../../../../ui/overlays/lazy-part.tsx'
import type { ListedComment } from './export-dialog.tsx'

const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog)

/** Opens the dialog that exports comments. */
export function ExportButton(props: {
  video: VideoDetail
  listed: readonly ListedComment[]
  share: ShareAccess | null
}) {
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
