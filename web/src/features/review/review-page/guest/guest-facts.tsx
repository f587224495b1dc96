import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { formatDate, formatMoment } from '@footnote/contract/shared/timecode.ts'
import { Link } from 'react-router'
import { useGuestName } from '../../../../lib/guest.ts'
import { siteFacts } from '../../../../lib/site.ts'
import { Alert } from '../../../../ui/page/alert.tsx'
import './guest-facts.css'

/** Names who shared the film and the guest, and says when the verdict is due and the link ends. */
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
      {due_at && <span>Verdict due {formatMoment(new Date(due_at))}</span>}
      {expires_at && <span>Link open until {formatDate(new Date(expires_at))}</span>}
      {/* On a phone there is no room for the bar, which has these links. */}
      <span className="guest-links">
        <Link to="/help">Help</Link>
        <a href={siteFacts().source_href}>Source code</a>
      </span>
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
