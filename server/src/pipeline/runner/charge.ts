import { PLANS, type PlanType } from '@footnote/contract/shared/limits.ts'
import { formatDuration } from '@footnote/contract/shared/timecode.ts'
import type { Transaction } from 'kysely'
import { lockCompany } from '../../features/identity/companies/commands.ts'
import { usageOf } from '../../features/identity/plans/queries.ts'
import type { Tables } from '../../platform/db/schema.ts'
import type { Stage } from '../stages/stage.ts'
import { OverLimitError } from './outcome.ts'

/**
 * Charges the video's minutes to the company, once however often it is indexed, or stops when the plan has too few. A
 * video that took the place of its beginning has that charge already, and only its other minutes are added. Without plans there is no limit, but the usage history still records the video.
 */
export const charge: Stage = {
  stage: 'charge',
  needs: ['validate'],
  status: 'VALIDATING',
  weight: 1,
  asked: (work) => !work.collection.sample,
  // Serialises charges of one company, since each must see the minutes that the other took.
  async hold(transaction, { collection }) {
    if (collection.company_id) await lockCompany(transaction, collection.company_id)
  },
  async run(work) {
    const { duration: seconds } = await work.info()
    const { company_id } = work.collection
    return {
      engine: null,
      async store(transaction) {
        if (!company_id) return
        const { id: video_id, user_id, file_name, file_size: bytes } = work.video
        const charged = await transaction
          .selectFrom('usage_charges')
          .select('seconds')
          .where('video_id', '=', video_id)
          .executeTakeFirst()
        if (charged && charged.seconds >= seconds) return
        if (work.config.billing) await refuseTooMuch(transaction, company_id, seconds, charged?.seconds ?? 0)
        await transaction
          .insertInto('usage_charges')
          .values({ video_id, company_id, user_id, file_name, seconds, bytes })
          .onConflict((conflict) => conflict.column('video_id').doUpdateSet({ seconds, bytes }))
          .execute()
      },
    }
  },
}

/** @param seconds of the video to charge @param charged seconds of it that are charged already @throws OverLimitError */
async function refuseTooMuch(
  transaction: Transaction<Tables>,
  companyId: string,
  seconds: number,
  charged: number,
): Promise<void> {
  const { plan, used_seconds } = await usageOf(transaction, companyId, new Date())
  const left = PLANS[plan].minutes * 60 - used_seconds + charged
  if (seconds > left) throw new OverLimitError(overLimitSentence(plan, seconds, left))
}

function overLimitSentence(plan: PlanType, seconds: number, left: number): string {
  const period = plan === 'FREE' ? '' : ' this month'
  const rest = left > 0 ? `${formatDuration(left)} left` : 'nothing left'
  return `This video is ${formatDuration(seconds)} long, and your plan's ${PLANS[plan].minutes} minutes have ${rest}${period}. Choose a larger plan, then try again.`
}
