import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../../../ui/overlays/lazy-part.tsx'

const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

/** Opens the dialog that imports comments from a file. */
export function ImportButton({ video }: { video: VideoDetail }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-icon btn-sm"
        aria-label="Import comments"
        title="Import comments"
        onClick={() => setOpen(true)}
      >
        <Upload className="icon" aria-hidden="true" />
      </button>
      {open && <ImportDialog video={video} onClose={close} onMissing={close} />}
    </>
  )
}
