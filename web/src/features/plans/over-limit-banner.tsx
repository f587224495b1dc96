import type { OverLimit } from '@footnote/contract/nouns/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Alert } from '../../ui/page/alert.tsx'
import { subscriptionQuery } from './api.ts'
import { overLimitFact, overLimitLines } from './plan-words.ts'
import './over-limit.css'

interface OverLimitProps {
  limits: readonly OverLimit[]
  /** The reader has no seat. */
  readOnly: boolean
}

/** Says, where one adds things, that a limit is exceeded. */
export function OverLimitBanner() {
  const { data } = useQuery(subscriptionQuery())
  return data ? <OverLimitLine limits={data.over_limit} readOnly={data.read_only} /> : null
}

/** Which limit is exceeded, if any, in a line; the page behind its button says what that means. */
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

/** What cannot be done while limits are exceeded: on the page of the plan, beside the way to a larger one. */
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
