import type { JobHandler } from '../../../../platform/queue/jobs.ts'
import type { Services } from '../../../services.ts'
import { forgetDeletedComments } from './commands.ts'

/** Removes the words of deleted comments of a video whose deletion can no longer be undone. */
export const forgetComments =
  ({ db }: Pick<Services, 'db'>): JobHandler<'forget-comments'> =>
  async ({ video_id }) =>
    await forgetDeletedComments(db, video_id)
