import { formatDate, formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { useState } from 'react'
import { Button } from '../../../../ui/forms/button.tsx'
import { Rule } from '../../../../ui/page/rule.tsx'
import { useRevokeLink } from '../api.ts'
import { CopyAddress, PauseButton } from '../link-buttons.tsx'
import type { BoxLink } from './box-draft.ts'
import { ReceivedFiles } from './received-files.tsx'

/** A box of a collection: what of it is used, and what can be done with it. */
export function BoxRow({ link, onChange }: { link: BoxLink; onChange: () => void }) {
  const { box, expires_at, paused } = link
  const name = link.name ?? 'Box without a name'
  const [asking, setAsking] = useState(false)
  const [listed, setListed] = useState(false)
  const revoke = useRevokeLink()
  return (
    <li>
      <p className="font-medium [overflow-wrap:anywhere]" dir="auto">
        {name}
      </p>
      <p className="meta">
        <span>{`${box.files} of ${box.max_files} files`}</span>
        <span>{`${formatFileSize(box.bytes)} of ${formatFileSize(box.max_bytes)}`}</span>
        {expires_at && <span>{`Ends ${formatDate(new Date(expires_at))}`}</span>}
        {link.has_password && <span>Password</span>}
        {paused && <span>Paused</span>}
      </p>
      <Rule length={box.max_bytes > 0 ? box.bytes / box.max_bytes : 0} />
      {asking ? (
        <div className="link-actions box-acts">
          <p className="mr-auto text-xs text-text-2">
            {revoke.isError
              ? 'Footnote could not end this box.'
              : 'Nobody can send into it any more. What has arrived stays.'}
          </p>
          <Button size="sm" autoFocus disabled={revoke.isPending} onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button size="sm" variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate(link.id)}>
            {revoke.isError ? 'Retry' : 'End box'}
          </Button>
        </div>
      ) : (
        <div className="link-actions box-acts">
          <CopyAddress link={link} name={name} />
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Files: ${name}`}
            aria-expanded={listed}
            onClick={() => setListed(!listed)}
          >
            Files
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Change: ${name}`} onClick={onChange}>
            Change
          </Button>
          <PauseButton link={link} name={name} />
          <Button size="sm" variant="ghost" aria-label={`End: ${name}`} onClick={() => setAsking(true)}>
            End
          </Button>
        </div>
      )}
      {listed && <ReceivedFiles id={link.id} name={name} />}
    </li>
  )
}
