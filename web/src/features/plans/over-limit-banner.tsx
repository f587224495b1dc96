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
      <OverLimitAlert limits={data.over_limit} plans />
    </div>
  )
}

/** The same for somebody who knows already. @param plans leads to the plans */
export function OverLimitAlert({ limits, plans = false }: { limits: readonly OverLimit[]; plans?: boolean }) {
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
      {overLimitWords(limits)}
    </Alert>
  )
}
