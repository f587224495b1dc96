import type { MatchRange } from '@footnote/contract/shared/frames.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { Check, CircleAlert, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { withMoment } from '../../../../lib/address/moment-address.ts'
import { copyText } from '../../../../lib/copy-text.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import './copy-link.css'

/** The end of an address that a person recognises: without the folders before it, and with a short id. */
const glimpse = (address: string): string =>
  `…${address.slice(address.lastIndexOf('/') + 1).replace(/([?&]m=[\w-]{8})[\w-]+/, '$1…')}`

/** Copies the address of the moment in the player, and says for whom it opens. */
export function CopyLink({
  video_id,
  range,
  collection,
  onShare,
}: {
  video_id: string
  range: MatchRange
  /** Name of the collection that has the video. */
  collection: string
  /** Opens the dialog that shares the video; absent for people who may not share it. */
  onShare: (() => void) | undefined
}) {
  const { start_time, end_time_exclusive } = range
  const { pathname, search } = useLocation()
  // The address of the page follows the clip a little later.
  const address = location.origin + pathname + withMoment(new URLSearchParams(search), { video_id, range })
  const [last, setLast] = useState<{ address: string; copied: boolean } | null>(null)
  const say = (copied: boolean) => setLast({ address, copied })
  // If the times have changed since, the copied link leads to another moment.
  const now = last?.address === address ? last : null
  return (
    <>
      <div className="copied" role="status">
        {now?.copied && (
          <>
            <p className="copied-done">
              <Check className="icon" aria-hidden="true" />
              Link copied
            </p>
            <code title={address}>{glimpse(address)}</code>
            <p>
              {`Opens from ${formatTimecode(start_time)} to ${formatTimecode(end_time_exclusive)} for everyone who can see `}
              <span dir="auto">{collection}</span>.
              {onShare && (
                <>
                  {' For others, '}
                  <button type="button" className="link" onClick={onShare}>
                    share the video
                  </button>
                  .
                </>
              )}
            </p>
          </>
        )}
        {now && !now.copied && (
          <p className="copied-refused">
            <CircleAlert className="icon" aria-hidden="true" />
            The browser did not copy the link. Copy the address of this page.
          </p>
        )}
      </div>
      <Button
        variant="primary"
        size="lg"
        onClick={() =>
          void copyText(address).then(
            () => say(true),
            () => say(false),
          )
        }
      >
        <Link2 className="icon" aria-hidden="true" />
        Copy link to this moment
      </Button>
    </>
  )
}
