import type { OpenedLink } from '@footnote/contract/nouns/sharing.ts'
import { formatDate, formatMoment } from '@footnote/contract/shared/timecode.ts'
import { useGuestName } from '../../../lib/guest.ts'
import { siteFacts } from '../../../lib/site.ts'
import { Alert } from '../../../ui/page/alert.tsx'
import './guest-facts.css'

/** Who shared the film, who the guest is here, and until when the link is open and the verdict is due. */
export function GuestFacts({ link }: { link: OpenedLink }) {
  const { permission, guest_name, shared_by, expires_at, due_at } = link
  const given = useGuestName()
  const name = guest_name ?? (permission === 'viewer' ? '' : given)
  return (
    <p className="guest-facts">
      {shared_by && (
        <span>
          Shared by <bdi>{shared_by}</bdi>
        </span>
      )}
      {name && (
        <span>
          You are <bdi>{name}</bdi> (guest)
        </span>
      )}
      {/* On a phone the bar, which has this link, has no room. */}
      <a className="guest-source" href={siteFacts().source_href}>
        Source code
      </a>
      {due_at && <span>Verdict due {formatMoment(new Date(due_at))}</span>}
      {expires_at && <span>Link open until {formatDate(new Date(expires_at))}</span>}
    </p>
  )
}

/** Says that the version of the link is not the newest one. Nothing names the other, which the link does not show. */
export function NewerExists({ link: { newer, shared_by } }: { link: OpenedLink }) {
  if (newer === 'none') return null
  return (
    <div className="review-notice">
      <Alert kind="info">
        A newer version exists.{' '}
        {newer === 'mailed' ? (
          'Your link to it is in your mail.'
        ) : (
          <>
            Ask <bdi>{shared_by || 'whoever sent you this link'}</bdi> for a link.
          </>
        )}
      </Alert>
    </div>
  )
}
