import type { OverLimit } from '@footnote/contract/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { subscriptionQuery } from './api.ts'
import { overLimitFact, overLimitWords } from './plan-words.ts'
import './over-limit.css'

/** Says, where one adds things, that a limit is exceeded, in a line; the page behind its button says what that means. */
export function OverLimitBanner() {
  const { data } = useQuery(subscriptionQuery())
  if (!data || data.over_limit.length === 0) return null
  return (
    <div className="over-limit">
      <Alert
        kind="warn"
        action={
          <ButtonLink size="sm" to="/subscription">
            {data.read_only ? 'See why' : 'See plans'}
          </ButtonLink>
        }
      >
        {overLimitFact(data.over_limit, data.read_only)}
      </Alert>
    </div>
  )
}

interface OverLimitProps {
  limits: readonly OverLimit[]
  /** The reader has no seat. */
  readOnly: boolean
  /** Leads to the plans. */
  plans?: boolean
}

/** What cannot be done while limits are exceeded, on the pages of the company and its plan. */
export function OverLimitAlert({ limits, readOnly, plans = false }: OverLimitProps) {
  return (
    <Alert
      kind="warn"
      action={
        plans && (
          <ButtonLink size="sm" to="/subscription">
            See plans
          </ButtonLink>
        )
      }
    >
      {overLimitWords(limits, readOnly)}
    </Alert>
  )
}
