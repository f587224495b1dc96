import type { CurrentUsage } from '@footnote/contract/nouns/identity/plans.ts'
import { type PlanType, PRICES } from '@footnote/contract/shared/limits.ts'
import { formatStorage } from '@footnote/contract/shared/timecode.ts'
import { Rule } from '../../../ui/page/rule.tsx'
import './usage-cards.css'

const count = (value: number): string => value.toLocaleString('en-US')
/** Rounds to tenths, but never to zero, so that the used and the remaining minutes add up. */
const tenths = (minutes: number): number => (minutes > 0 ? Math.max(0.1, Math.round(minutes * 10) / 10) : 0)
const minutes = (value: number): string => `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })} min`

function seatsHint(plan: PlanType | null): string {
  if (plan === 'TEAM') return `, then $${PRICES.seat} per additional user`
  return plan === null ? '' : '. Team has 5'
}

/** Minutes, storage and seats of a company, each with a bar. @param plan null without billing */
export function UsageCards({ used, plan }: { used: CurrentUsage; plan: PlanType | null }) {
  return (
    <div className="usage">
      <Card
        label="Minutes"
        used={tenths(used.minutes_used)}
        limit={used.minutes_allotted}
        show={minutes}
        hint=". Deleting videos does not reset minutes used."
      />
      <Card
        label="Storage"
        used={used.storage_used}
        limit={used.storage_limit}
        show={formatStorage}
        hint=". Videos, clips and running uploads count; copies that Footnote makes to play do not."
      />
      <Card label="Seats" used={used.seats_used} limit={used.seats_allotted} show={count} hint={seatsHint(plan)} />
    </div>
  )
}

interface CardProps {
  label: string
  used: number
  limit: number | null
  show: (value: number) => string
  /** Shown after the rest that is left. */
  hint?: string
}

function Card({ label, used, limit, show, hint = '' }: CardProps) {
  const over = limit !== null && used > limit
  return (
    <section aria-label={label}>
      <h2 className="label">{label}</h2>
      <p className="used">
        {show(used)} {limit !== null && <small>of {show(limit)}</small>}
      </p>
      {limit !== null && (
        <Rule length={limit > 0 ? used / limit : 1} kind={over ? 'warn' : 'default'} label={`${label} used`} />
      )}
      <p className="hint">
        {limit === null ? 'No limit' : `${over ? `${show(used - limit)} over` : `${show(limit - used)} left`}${hint}`}
      </p>
    </section>
  )
}
