import { useQuery } from '@tanstack/react-query'
import { userQuery } from '../features/identity/accounts/api.ts'
import { subscriptionQuery } from '../features/identity/plans/api.ts'
import { usePlanChoice } from '../features/identity/plans/plan-question.tsx'
import { PlanTable } from '../features/identity/plans/plan-table.tsx'
import { PLAN_NAMES, statusKind, statusWords } from '../features/identity/plans/plan-words.ts'
import { Badge } from '../ui/marks/badge.tsx'

/** The plans for a signed-in user, who already has one. */
export function OwnPricing() {
  const { data: subscription } = useQuery(subscriptionQuery())
  const { data: user } = useQuery(userQuery())
  const { choose, busy, question } = usePlanChoice(subscription)
  return (
    <>
      <div className="pricing-head">
        <h1>Pricing</h1>
        {subscription && (
          <p className="plan-now">
            <span>
              Your current plan: <strong className="font-semibold text-text">{PLAN_NAMES[subscription.type]}</strong>
            </span>
            <Badge kind={statusKind(subscription.status)}>{statusWords(subscription.status)}</Badge>
          </p>
        )}
      </div>
      {user && !user.is_admin && (
        <p className="-mt-4 mb-6 text-text-2">An admin of your company can change the plan.</p>
      )}
      <PlanTable
        current={subscription?.type ?? null}
        next={subscription?.next_plan ?? null}
        busy={busy}
        {...(user && !user.is_admin ? {} : { onChoose: choose })}
      />
      {question}
    </>
  )
}
