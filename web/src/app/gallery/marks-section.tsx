import { REVIEW_STATUSES } from '@footnote/contract/shared/review-status.ts'
import { VIDEO_STATUSES } from '@footnote/contract/shared/video-status.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Badge } from '../../ui/marks/badge.tsx'
import { Marker } from '../../ui/marks/marker.tsx'
import { ModalityChip } from '../../ui/marks/modality-chip.tsx'
import { ReviewChip } from '../../ui/marks/review-chip.tsx'
import { StatusBadge } from '../../ui/marks/status-badge.tsx'
import { Tier } from '../../ui/marks/tier.tsx'
import { Breadcrumbs, SectionHead } from '../../ui/page/page-header.tsx'
import { Rule } from '../../ui/page/rule.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { Spinner } from '../../ui/page/spinner.tsx'
import { Part } from './part.tsx'

/** Badges, tiers, rules and headings. */
export function MarksSection() {
  return (
    <div>
      <Part name="Badges, tiers, markers">
        <div className="flex flex-wrap items-center gap-2">
          <ModalityChip type="visual" />
          <ModalityChip type="speech" />
          <ModalityChip type="ocr" />
          <ModalityChip type="speech" words="long" />
          <ModalityChip type="ocr" words="long" />
          <Badge kind="ok">Active</Badge>
          <Badge kind="line">EXPIRED</Badge>
          <Marker number={1} label="comment 1" />
          <Marker number="2–3" label="comments 2 and 3" />
        </div>
        <div className="mt-3 flex flex-wrap gap-x-4 gap-y-2">
          <Tier score={0.93} />
          <Tier score={0.8} />
          <Tier score={0.71} />
        </div>
      </Part>
      <Part name="Statuses">
        <div className="flex flex-wrap gap-2">
          {VIDEO_STATUSES.map((status) => (
            <StatusBadge key={status} status={status} percentage={64} />
          ))}
          <StatusBadge status="PENDING" percentage={0} fetching={{ received: 41_000_000, file_size: 100_000_000 }} />
          <StatusBadge status="PENDING" percentage={0} fetching={{ received: 41_000_000, file_size: null }} />
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {REVIEW_STATUSES.map((status) => (
            <ReviewChip key={status} status={status} due="2026-01-31T17:00:00.000Z" />
          ))}
        </div>
      </Part>
      <Part name="The rule, waiting, people">
        <div className="grid max-w-[280px] gap-2.5">
          <Rule length={0.64} label="Upload of Lane.mp4" />
          <Rule length={0.38} kind="danger" />
          <Rule length={0.9} kind="warn" />
          <Rule length={0} />
          <Skeleton className="h-3" />
          <div className="flex items-center gap-2">
            <Spinner label="Loading" />
            <Avatar firstName="Mara" lastName="Lindqvist" />
            <Avatar firstName="Tomás" lastName="" size="sm" />
          </div>
        </div>
      </Part>
      <Part name="Heads">
        <Breadcrumbs entries={[{ label: 'Collections', to: '/collections' }, { label: 'Autumn campaign' }]} />
        <SectionHead title="Sample Videos" count={4} />
        <div className="meta">
          <span>15 videos</span>
          <span>7h 34m 8s</span>
        </div>
      </Part>
    </div>
  )
}
