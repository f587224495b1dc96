import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { type Approvals, decides } from '@footnote/contract/shared/approvals.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { ShareAccess } from '../../../lib/calls/client.ts'
import { useKeys } from '../../../lib/keyboard/use-keys.ts'
import { useOpenedByAddress } from '../../../lib/use-opened-by-address.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ReviewChip } from '../../../ui/marks/review-chip.tsx'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import type { View } from './approvals-dialog.tsx'
import { approvalsQuery } from './approvals-query.ts'
import './approval-head.css'

const ApprovalsDialog = lazyPart(async () => (await import('./approvals-dialog.tsx')).ApprovalsDialog)

interface HeadProps {
  video: Pick<VideoDetail, 'id' | 'version'>
  /** The share link that opened the page; null for a signed-in user. */
  share: ShareAccess | null
  /** The current version and its address, if the page shows an earlier one. */
  newer: { readonly version: number; readonly address: string } | null
  /** On a phone, the place of the verdicts within reach of a thumb, null until it is drawn; absent on wide pages. */
  foot?: HTMLElement | null | undefined
}

/** The status of the version on the page, which opens its approval, and the verdicts that are asked of the viewer. */
export function ApprovalHead({ video, share, newer, foot }: HeadProps) {
  const { data } = useQuery(approvalsQuery(video.id, share))
  // Mails about verdicts lead to it.
  const [linked, setLinked] = useOpenedByAddress('approvals')
  const [chosen, setView] = useState<View | null>(null)
  const opens = data !== undefined && (share === null || data.can.decide)
  const view = chosen ?? (linked && opens ? 'people' : null)
  const close = () => {
    setView(null)
    setLinked(false)
  }
  useKeys(opens && !isUnused(data) ? { approvals: () => setView('people') } : {})
  if (!data || isUnused(data)) return null
  const chip = <ReviewChip status={data.review_status} due={data.due_at} />
  const expected = isExpected(data, share !== null)
  return (
    <div className="approval">
      {opens ? (
        <Button variant="ghost" className="approval-status" aria-haspopup="dialog" onClick={() => setView('people')}>
          <span className="sr-only">Approvals: </span>
          {chip}
          <ChevronDown className="icon icon-sm" aria-hidden="true" />
        </Button>
      ) : (
        <span className="approval-status">{chip}</span>
      )}
      {expected && foot && createPortal(<VerdictMenu onChoose={setView} />, foot)}
      {expected && foot === undefined && (
        <span className="approval-decisions">
          <Button aria-haspopup="dialog" onClick={() => setView('changes_requested')}>
            Request changes
          </Button>
          <Button aria-haspopup="dialog" onClick={() => setView('approved')}>
            Approve
          </Button>
        </span>
      )}
      {view && (
        <ApprovalsDialog
          video={video}
          data={data}
          share={share}
          newer={newer}
          view={view}
          onView={setView}
          onClose={close}
          onMissing={close}
        />
      )}
    </div>
  )
}

/** Both verdicts behind one button. */
function VerdictMenu({ onChoose }: { onChoose: (view: View) => void }) {
  return (
    <Menu
      trigger={
        <button type="button" className="btn btn-primary approval-menu" aria-label="Approve or request changes">
          <span className="btn-label">
            Approve
            <ChevronUp className="icon icon-sm" aria-hidden="true" />
          </span>
        </button>
      }
    >
      <MenuItem onSelect={() => onChoose('approved')}>Approve</MenuItem>
      <MenuItem onSelect={() => onChoose('changes_requested')}>Request changes</MenuItem>
    </Menu>
  )
}

/** Nothing has happened, and the viewer can change nothing, as on a sample. */
const isUnused = ({ review_status, reviewers, can }: Approvals): boolean =>
  review_status === 'in_progress' && reviewers.length === 0 && !can.decide && !can.request

/** Whether somebody waits for the viewer's verdict. A link for approving asks for one by itself. */
function isExpected({ review_status, reviewers, can }: Approvals, guest: boolean): boolean {
  const me = reviewers.find((person) => person.me)
  if (!can.decide || me?.verdict) return false
  if (guest || me?.asked) return true
  return review_status === 'needs_review' && !reviewers.some(decides)
}
