import type { OverLimit } from '@footnote/contract/nouns/identity/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import { subscriptionQuery } from './api.ts'
import { overLimitFact, overLimitLines } from './plan-words.ts'
import './over-limit.css'

interface OverLimitProps {
  limits: readonly OverLimit[]
  /** The viewer has no seat. */
  readOnly: boolean
}

/** Says that a limit is exceeded, on screens where people add something. */
export function OverLimitBanner() {
  const { data } = useQuery(subscriptionQuery())
  return data ? <OverLimitLine limits={data.over_limit} readOnly={data.read_only} /> : null
}

/** Names the exceeded limit in one line; the page behind its button explains the consequences. */
export function OverLimitLine({ limits, readOnly }: OverLimitProps) {
  if (limits.length === 0) return null
  return (
    <div className="over-limit">
      <Alert
        kind="warn"
        action={
          <ButtonLink size="sm" to="/subscription">
            {readOnly ? 'See why' : 'See plans'}
          </ButtonLink>
        }
      >
        {overLimitFact(limits, readOnly)}
      </Alert>
    </div>
  )
}

/** Explains the consequences of exceeded limits on the page of the plan, beside the button for a larger one. */
export function OverLimitAlert({ limits, readOnly }: OverLimitProps) {
  const [fact, ...consequences] = overLimitLines(limits, readOnly)
  return (
    <Alert kind="warn">
      <strong className="font-semibold">{fact}</strong>
      <ul className="mt-1 grid gap-1">
        {consequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  )
}
