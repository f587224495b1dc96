import { notifyPerson } from '../../features/notifications/commands.ts'
import { moveVideo } from '../../features/videos/status.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import type { Outcome } from './outcome.ts'

/** Ends the work on a video and notifies its owner in one transaction; once, however often the job runs. */
export async function endVideo(
  { db, queue }: { readonly db: Database; readonly queue: Queue },
  videoId: string,
  outcome: Outcome | 'SUCCESS',
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('videos')
      .select(['status', 'user_id', 'file_name', 'playback'])
      .where('id', '=', videoId)
      .forUpdate()
      .executeTakeFirst()
    const failed = outcome === 'SUCCESS' ? null : outcome
    const moved = failed
      ? await moveVideo(transaction, videoId, failed.status, { error: failed.error })
      : await moveVideo(transaction, videoId, 'SUCCESS')
    if (moved && !failed && before?.playback === 'UNCHECKED' && before.status !== 'SUCCESS')
      await queue.enqueue(transaction, 'check-video', { video_id: videoId })
    if (!moved || !before?.user_id || before.status === (failed?.status ?? 'SUCCESS')) return
    await notifyPerson(transaction, queue, {
      user_id: before.user_id,
      type: failed ? 'VIDEO_FAILED' : 'VIDEO_READY',
      request_id: null,
      payload: { video_id: videoId, video_name: before.file_name, error: failed?.error ?? null },
    })
  })
}
