import type { JobHandler } from '../../../platform/queue/jobs.ts'
import type { Services } from '../../services.ts'
import { mailWaiting } from './waiting.ts'

/** Sends asked people what they wait for, on every stack. */
export const mailReviewers =
  (services: Pick<Services, 'db' | 'queue' | 'config' | 'mails'>): JobHandler<'mail-reviewers'> =>
  () =>
    mailWaiting(services, new Date())
