import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { ShareExpiry } from '@footnote/contract/nouns/review/sharing/links.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { useEffect, useState } from 'react'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { Frame } from '../../../ui/marks/frame.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import { useCreateShareLink } from './api.ts'
import { ExistingLinks } from './existing-links.tsx'
import { expiryWords, PERMISSIONS } from './link-words.ts'
import { NewLink } from './new-link.tsx'
import './share-dialog.css'

type Days = 'never' | '7' | '30' | '90'
const EXPIRIES: readonly { value: Days; label: string; days: ShareExpiry }[] = [
  { value: 'never', label: 'Never', days: null },
  { value: '7', label: '7 days', days: 7 },
  { value: '30', label: '30 days', days: 30 },
  { value: '90', label: '90 days', days: 90 },
]

interface ShareDialogProps {
  open: boolean
  onClose: () => void
  video: VideoDetail
}

/** Creates links to a video, and ends them. Resets its choices shortly after it closes. */
export function ShareDialog(props: ShareDialogProps) {
  const [opening, setOpening] = useState(0)
  useEffect(() => {
    if (props.open) return
    const timer = setTimeout(() => setOpening((count) => count + 1), TIMING.share_dialog_reset)
    return () => clearTimeout(timer)
  }, [props.open])
  return <Sharing key={opening} {...props} />
}

function Sharing({ open, onClose, video }: ShareDialogProps) {
  const [permission, setPermission] = useState<SharePermission>('viewer')
  const [expiry, setExpiry] = useState<Days>('never')
  const create = useCreateShareLink(video.id)
  const expires_in_days = EXPIRIES.find(({ value }) => value === expiry)?.days ?? null
  const { data: made, error, isPending } = create
  return (
    <Dialog open={open} onClose={onClose} title="Share Video" locked={isPending}>
      <DialogBody>
        <div className="flex items-center gap-3">
          <Frame src={video.thumbnail_url} className="w-20 flex-none" />
          <div className="min-w-0">
            <p className="truncate font-medium" dir="auto">
              {video.file_name}
            </p>
            {video.duration !== null && <p className="meta">{formatTimecode(video.duration)}</p>}
          </div>
        </div>
        {video.can.share ? (
          <>
            <SelectField
              label="Permission"
              options={PERMISSIONS}
              value={permission}
              disabled={isPending}
              onChange={setPermission}
            />
            <SelectField
              label="Link Expiration"
              options={EXPIRIES}
              value={expiry}
              disabled={isPending}
              onChange={setExpiry}
            />
          </>
        ) : (
          <p>You cannot make links to this video.</p>
        )}
        {error && (
          <Alert>
            <p>Failed to create share link</p>
            <p className="empty:hidden">{errorDetail(error, '')}</p>
          </Alert>
        )}
        {made && <NewLink key={made.id} address={made.share_url} />}
        {open && <ExistingLinks videoId={video.id} />}
      </DialogBody>
      {video.can.share && (
        <DialogFooter>
          {made && <span className="hint mr-auto">{expiryWords(made.expires_at)}</span>}
          <Button variant="primary" busy={isPending} onClick={() => create.mutate({ permission, expires_in_days })}>
            Generate Link
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  )
}
