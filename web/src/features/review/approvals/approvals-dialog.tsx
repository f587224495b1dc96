import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { Approvals } from '@footnote/contract/shared/approvals.ts'
import { REVIEW_STATUSES } from '@footnote/contract/shared/review-status.ts'
import { History as HistoryIcon, UserPlus } from 'lucide-react'
import type { ShareAccess } from '../../../lib/calls/client.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { ReviewChip, reviewWords } from '../../../ui/marks/review-chip.tsx'
import { useDecide, useSetStatus } from './api.ts'
import { HistoryView } from './history-view.tsx'
import { People } from './people.tsx'
import { Refusal } from './refusal.tsx'
import { RequestForm } from './request-form.tsx'
import { VerdictForm } from './verdict-form.tsx'
import './approvals.css'

/** The people, or what the viewer does there. */
export type View = 'people' | 'approved' | 'changes_requested' | 'request' | 'history'

interface ApprovalsProps {
  video: Pick<VideoDetail, 'id' | 'version'>
  data: Approvals
  share: ShareAccess | null
  newer: { readonly version: number; readonly address: string } | null
  view: View
  onView: (view: View) => void
  onClose: () => void
}

/** The approval of a version: who was asked, what they said, and what the viewer may do about it. */
export function ApprovalsDialog({ view, onView, ...props }: ApprovalsProps) {
  const { video, data, share, newer, onClose } = props
  const back = () => onView('people')
  const titles: Readonly<Record<View, string>> = {
    people: `Approvals of version ${video.version}`,
    approved: `Approve version ${video.version}?`,
    changes_requested: `Request changes to version ${video.version}?`,
    request: 'Request review',
    history: 'History',
  }
  return (
    <Dialog open onClose={onClose} title={titles[view]} width="wide">
      {view === 'people' && <Overview {...props} onView={onView} />}
      {(view === 'approved' || view === 'changes_requested') && (
        <VerdictForm
          video={video}
          share={share}
          newer={newer}
          verdict={view}
          named={share !== null && !data.reviewers.some(({ me }) => me)}
          onDone={back}
        />
      )}
      {view === 'request' && <RequestForm video={video} data={data} newer={newer} onDone={back} />}
      {view === 'history' && <HistoryView video={video} onBack={back} />}
    </Dialog>
  )
}

function Overview({ video, data, share, newer, onView }: Omit<ApprovalsProps, 'view'>) {
  const { review_status, due_at, reviewers, can } = data
  const set = useSetStatus(video.id)
  const decide = useDecide(video.id, share)
  const me = reviewers.find((person) => person.me)
  const error = decide.error ?? set.error
  return (
    <>
      <DialogBody>
        <p className="approval-line">
          <ReviewChip status={review_status} due={due_at} />
        </p>
        {error && <Refusal error={error} newer={newer} />}
        <People people={reviewers} />
        {can.set && (
          <SelectField
            label="Status"
            options={REVIEW_STATUSES.map((value) => ({ value, label: reviewWords(value) }))}
            value={review_status}
            disabled={set.isPending}
            onChange={(status) => status !== review_status && set.mutate(status)}
          />
        )}
        {can.decide && (
          <div className="approval-verdicts">
            {me?.verdict !== 'approved' && (
              <Button onClick={() => onView('approved')}>{`Approve version ${video.version}`}</Button>
            )}
            {me?.verdict !== 'changes_requested' && (
              <Button onClick={() => onView('changes_requested')}>Request changes</Button>
            )}
            {me?.verdict && (
              <Button busy={decide.isPending} onClick={() => decide.mutate({ verdict: 'withdrawn', note: '' })}>
                Withdraw your verdict
              </Button>
            )}
          </div>
        )}
      </DialogBody>
      {share === null && (
        <DialogFooter>
          <Button variant="ghost" className="mr-auto" onClick={() => onView('history')}>
            <HistoryIcon className="icon" aria-hidden="true" />
            History
          </Button>
          {can.request && (
            <Button variant="primary" onClick={() => onView('request')}>
              <UserPlus className="icon" aria-hidden="true" />
              {reviewers.some(({ asked }) => asked) ? 'Change request' : 'Request review'}
            </Button>
          )}
        </DialogFooter>
      )}
    </>
  )
}
