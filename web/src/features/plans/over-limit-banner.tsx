import type { OverLimit } from '@footnote/contract/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { subscriptionQuery } from './api.ts'
import { overLimitWords } from './plan-words.ts'

/** Says, where one adds things, that a limit is exceeded and what that means. Nothing while none is. */
export function OverLimitBanner() {
  const { data } = useQuery(subscriptionQuery())
  if (!data || data.over_limit.length === 0) return null
  return (
    <div className="mb-5">
      <OverLimitAlert limits={data.over_limit} readOnly={data.read_only} plans />
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

/** The same for somebody who knows already. */
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
