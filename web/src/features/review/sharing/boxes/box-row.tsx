import { formatDate, formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { copyText } from '../../../../lib/copy-text.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { Rule } from '../../../../ui/page/rule.tsx'
import { readAddress, useChangeLink, useRevokeLink } from '../api.ts'
import type { BoxLink } from './box-draft.ts'

/** A box of a collection: what of it is used, and what can be done with it. */
export function BoxRow({ link, onChange }: { link: BoxLink; onChange: () => void }) {
  const { box, expires_at, paused } = link
  const name = link.name ?? 'Box without a name'
  const [asking, setAsking] = useState(false)
  const revoke = useRevokeLink()
  const pause = useChangeLink(link.id)
  const copy = async () => {
    try {
      await copyText(await readAddress(link.id))
      toast('Link copied to clipboard!')
    } catch (error) {
      toast.error(errorDetail(error, 'The address could not be copied. Try again.'), { id: 'copy-link' })
    }
  }
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
        <div className="box-acts">
          <p className="mr-auto text-xs text-text-2">
            {revoke.isError
              ? 'Footnote could not end this box.'
              : 'Nobody can send into it any more. What has arrived stays.'}
          </p>
          <Button size="sm" autoFocus onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button size="sm" variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate(link.id)}>
            End box
          </Button>
        </div>
      ) : (
        <div className="box-acts">
          <Button size="sm" variant="ghost" aria-label={`Copy link: ${name}`} onClick={() => void copy()}>
            Copy link
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Change: ${name}`} onClick={onChange}>
            Change
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`${paused ? 'Resume' : 'Pause'}: ${name}`}
            busy={pause.isPending}
            onClick={() => pause.mutate({ paused: !paused })}
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
          <Button size="sm" variant="ghost" aria-label={`End: ${name}`} onClick={() => setAsking(true)}>
            End
          </Button>
        </div>
      )}
      {pause.isError && (
        <p className="field-error" role="alert">
          {paused ? 'The box could not be resumed.' : 'The box could not be paused.'}
        </p>
      )}
    </li>
  )
}
