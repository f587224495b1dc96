import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
import { subscriptionQuery, useChangePlan } from './api.ts'
import { PlanTable } from './plan-table.tsx'
import { PLAN_NAMES, statusKind, statusWords } from './plan-words.ts'

/** The plans as somebody sees them who has one. */
export function OwnPlan() {
  const { data: subscription } = useQuery(subscriptionQuery())
  const change = useChangePlan()
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
      <PlanTable
        current={subscription?.type ?? null}
        busy={change.isPending ? change.variables : null}
        onChoose={(plan) => {
          if (!change.isPending) change.mutate(plan)
        }}
      />
    </>
  )
}
