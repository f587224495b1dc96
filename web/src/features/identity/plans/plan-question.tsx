import type { Subscription } from '@footnote/contract/nouns/identity/plans.ts'
import { type PlanType, PRICES } from '@footnote/contract/shared/limits.ts'
import { formatDate } from '@footnote/contract/shared/timecode.ts'
import { useState } from 'react'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { useChangePlan } from './api.ts'
import { CONTENTS, lossesOf, PLAN_NAMES, wayTo } from './plan-words.ts'

/**
 * Chooses a plan. Asks before the change, and names its price or losses. Keeping the present plan asks nothing.
 * @param subscription absent while unknown: then nothing can be chosen
 */
export function usePlanChoice(subscription: Subscription | undefined) {
  const change = useChangePlan()
  const [asked, setAsked] = useState<PlanType | null>(null)
  const close = () => setAsked(null)
  const choose = (plan: PlanType) => {
    if (change.isPending || !subscription) return
    if (plan === subscription.type) change.mutate(plan)
    else setAsked(plan)
  }
  return {
    choose,
    /** The plan that a running change leads to. */
    busy: change.isPending ? change.variables : null,
    question: asked && subscription && (
      <Question
        subscription={subscription}
        plan={asked}
        failed={change.isError}
        busy={change.isPending}
        onConfirm={() => change.mutate(asked, { onSuccess: close })}
        onClose={() => {
          change.reset()
          close()
        }}
      />
    ),
  }
}

interface QuestionProps {
  subscription: Subscription
  plan: PlanType
  failed: boolean
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

function Question({ subscription, plan, failed, ...rest }: QuestionProps) {
  const { type, current_period_end } = subscription
  const way = wayTo(type, plan)
  const end = current_period_end === null ? 'the end of the period' : formatDate(new Date(current_period_end * 1000))
  const title = `${way} to ${PLAN_NAMES[plan]}`
  return (
    <Confirm
      title={title}
      action={title}
      danger={way === 'Downgrade'}
      dismissal={`Keep ${PLAN_NAMES[type]}`}
      note={
        way === 'Upgrade'
          ? `$${PRICES[plan]} a month in place of $${PRICES[type]}. You get ${CONTENTS[plan]}.`
          : `${PLAN_NAMES[type]} stays until ${end}. Nothing is deleted.`
      }
      failure={failed ? 'The plan was not changed.' : null}
      {...rest}
    >
      {way === 'Upgrade' ? (
        <>
          Change your plan from {PLAN_NAMES[type]} to <strong className="font-semibold">{PLAN_NAMES[plan]}</strong>?
        </>
      ) : (
        <>
          On {end} your plan becomes <strong className="font-semibold">{PLAN_NAMES[plan]}</strong>. You lose:
          <ul className="mt-2 grid list-disc gap-1 pl-5 text-sm">
            {lossesOf(type, plan, subscription.current_usage).map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        </>
      )}
    </Confirm>
  )
}
