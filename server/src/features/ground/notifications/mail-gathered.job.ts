import type { JobHandler } from '../../../platform/queue/jobs.ts'
import type { Services } from '../../services.ts'
import { mailGatheredLines } from './commands.ts'

/** Hands over the gathered mails that are due. */
export const mailGathered =
  (services: Pick<Services, 'db' | 'queue'>): JobHandler<'mail-gathered'> =>
  () =>
    mailGatheredLines(services, new Date())
