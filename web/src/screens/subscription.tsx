import type { Subscription } from '@footnote/contract/nouns/identity/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { userQuery } from '../features/identity/accounts/api.ts'
import { subscriptionQuery, useCancelPlan, useOpenPortal } from '../features/identity/plans/api.ts'
import { OverLimitAlert } from '../features/identity/plans/over-limit-banner.tsx'
import { PlanChoices } from '../features/identity/plans/plan-choices.tsx'
import { usePlanChoice } from '../features/identity/plans/plan-question.tsx'
import { PLAN_NAMES, periodWords, statusKind, statusWords } from '../features/identity/plans/plan-words.ts'
import { UsageCards } from '../features/identity/plans/usage-cards.tsx'
import { Confirm } from '../ui/dialogs/confirm.tsx'
import { Button } from '../ui/forms/button.tsx'
import { Badge } from '../ui/marks/badge.tsx'
import { Alert } from '../ui/page/alert.tsx'
import { Unloaded } from '../ui/page/not-loaded.tsx'
import { PageHeader, SectionHead } from '../ui/page/page-header.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'

/**
 * Milliseconds between two reads of the plan after a payment: Stripe confirms the payment to the server, not to this
 * page.
 */
const PAYMENT_CHECK = 3_000

export default function SubscriptionScreen() {
  const [search] = useSearchParams()
  const paid = search.get('checkout') === 'done'
  const { data, isPending, refetch } = useQuery({
    ...subscriptionQuery(),
    refetchInterval: ({ state }) => paid && state.data?.type === 'FREE' && PAYMENT_CHECK,
  })
  const { data: user } = useQuery(userQuery())
  if (data)
    return (
      <main className="page page-wide">
        <Plan subscription={data} is_admin={user?.is_admin ?? false} paid={paid} />
      </main>
    )
  return (
    <main className="page page-wide">
      <PageHeader title="Subscription" />
      <Unloaded loading={isPending} what="Failed to load subscription details" onRetry={refetch}>
        <Skeleton className="h-[146px]" />
        <Skeleton className="h-[240px]" />
      </Unloaded>
    </main>
  )
}

interface PlanProps {
  subscription: Subscription
  is_admin: boolean
  /** The person returns from paying. */
  paid: boolean
}

function Plan({ subscription, is_admin, paid }: PlanProps) {
  const { type, status, next_plan, portal, over_limit, read_only } = subscription
  const { choose, busy, question } = usePlanChoice(subscription)
  const openPortal = useOpenPortal()
  return (
    <>
      <PageHeader
        title="Subscription"
        explanation={
          <span className="ml-2 flex items-center gap-2">
            <Badge kind="line">{PLAN_NAMES[type]}</Badge>
            <Badge kind={statusKind(status)}>{statusWords(status)}</Badge>
          </span>
        }
        actions={
          is_admin &&
          portal && (
            <Button busy={openPortal.isPending} onClick={() => openPortal.mutate()}>
              Manage payment
            </Button>
          )
        }
      />
      <p className="-mt-3 mb-5 text-text-2">{periodWords(subscription) ?? 'The free plan has no billing period.'}</p>
      <div className="mb-5 grid gap-2 empty:hidden">
        {paid && type === 'FREE' && (
          <Alert kind="info">Thank you. The plan changes as soon as the payment is confirmed.</Alert>
        )}
        {status === 'past_due' && (
          <Alert kind="warn">Your last payment failed. Update your payment details before the plan ends.</Alert>
        )}
        {over_limit.length > 0 && <OverLimitAlert limits={over_limit} readOnly={read_only} />}
      </div>
      <UsageCards used={subscription.current_usage} plan={type} />
      <SectionHead title="Plans" />
      <PlanChoices current={type} next={next_plan} busy={busy} {...(is_admin ? { onChoose: choose } : {})} />
      {question}
      <p className="mt-3 text-xs text-text-2">
        Credits do not roll over. Deleting a collection or a video does not reset minutes used.
        {!is_admin && ' An admin of your company can change the plan.'}
      </p>
      {is_admin && type !== 'FREE' && next_plan !== 'FREE' && <Cancel subscription={subscription} />}
    </>
  )
}

function Cancel({ subscription }: { subscription: Subscription }) {
  const [asking, setAsking] = useState(false)
  const cancel = useCancelPlan()
  const close = () => setAsking(false)
  return (
    <div className="ruled mt-8 pt-5">
      <Button onClick={() => setAsking(true)}>Cancel subscription</Button>
      {asking && (
        <Confirm
          title="Cancel subscription"
          action="Cancel subscription"
          dismissal="Keep plan"
          note="The plan stays as it is until the end of the billing period, then becomes Free. Nothing is deleted, but you cannot add to what is over the limits of Free."
          failure={cancel.isError ? 'It was not cancelled.' : null}
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          Cancel <strong className="font-semibold">{PLAN_NAMES[subscription.type]}</strong>?
        </Confirm>
      )}
    </div>
  )
}
