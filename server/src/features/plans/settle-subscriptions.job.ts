import type { JobHandler } from '../../platform/queue/jobs.ts'
import type { Services } from '../services.ts'
import { settleSubscriptions as settle } from './commands.ts'

/** Applies changes of plans that are due, of every company. */
export const settleSubscriptions =
  ({ db }: Pick<Services, 'db'>): JobHandler<'settle-subscriptions'> =>
  () =>
    settle(db, new Date(), null)
