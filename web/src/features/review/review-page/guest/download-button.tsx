import { sharing } from '@footnote/contract/nouns/review/sharing.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { call, type ShareAccess } from '../../../../lib/calls/client.ts'
import { saveFrom } from '../../../../lib/calls/save-file.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'

/** Saves the file of a video that the link lets guests download. */
export function DownloadButton({ videoId, share }: { videoId: string; share: ShareAccess }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const { url } = await call(sharing.download, { params: { video_id: videoId }, query: {} }, undefined, share)
      saveFrom(url)
    } catch (error) {
      toast.error(errorDetail(error, 'The file could not be downloaded. Try again.'), { id: 'download' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button className="review-share" aria-label="Download" busy={busy} onClick={() => void download()}>
      <Download className="icon" aria-hidden="true" />
      <span>Download</span>
    </Button>
  )
}
