import { PLAN_ORDER, type PlanType, PRICES } from '@footnote/contract/shared/limits.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { CONTENTS, PLAN_NAMES, wayWords } from './plan-words.ts'

/** The plans in a list, each with its button. */
export function PlanChoices({
  current,
  next,
  busy,
  onChoose,
}: {
  current: PlanType
  /** The plan that follows at the end of the period, if it is another. */
  next: PlanType | null
  /** The plan that a running change leads to. */
  busy: PlanType | null
  /** Absent for people who may not change the plan. */
  onChoose?: (plan: PlanType) => void
}) {
  return (
    <ul className="panel ruled-rows">
      {PLAN_ORDER.map((plan) => (
        <li key={plan} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 max-sm:px-4">
          <div className="min-w-0 flex-[1_1_260px]">
            <h3 className="flex items-center gap-2 text-md">
              {PLAN_NAMES[plan]}
              {plan === current && <Badge kind="line">Current plan</Badge>}
              {plan === next && <Badge>Next</Badge>}
            </h3>
            <p className="text-text-2">{CONTENTS[plan]}</p>
          </div>
          <span className="font-semibold tabular-nums">
            ${PRICES[plan]}
            <span className="font-normal text-text-2">/month</span>
          </span>
          <span className="sm:w-[104px]">
            {onChoose && (plan !== current || next !== null) && plan !== next && (
              <Button
                className="w-full max-sm:w-[104px]"
                aria-label={`${wayWords(current, plan)} ${plan === current ? '' : 'to '}${PLAN_NAMES[plan]}`}
                busy={busy === plan}
                disabled={busy !== null && busy !== plan}
                onClick={() => onChoose(plan)}
              >
                {wayWords(current, plan)}
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
