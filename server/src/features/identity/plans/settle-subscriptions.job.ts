import type { JobHandler } from '../../../platform/queue/jobs.ts'
import type { Services } from '../../services.ts'
import { applyDowngrades as settle } from './commands.ts'

/** Applies due changes of plans, for every company. */
export const settleSubscriptions =
  ({ db }: Pick<Services, 'db'>): JobHandler<'settle-subscriptions'> =>
  () =>
    settle(db, new Date(), null)
