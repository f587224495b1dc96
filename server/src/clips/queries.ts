import { PLANS } from '@footnote/contract/limits.ts'
import { type Database, isId } from '../db/database.ts'
import type { UserViewer } from '../route.ts'

/** A video that a clip is asked of. */
export interface ClipSource {
  readonly id: string
  readonly status: string
  /** Seconds; null before the video is validated. */
  readonly duration: number | null
  /** Whether its collection is past the plan's retention. */
  readonly expired: boolean
}

/** The video, or null when the viewer may not read it or it does not exist. */
export async function findClipSource(db: Database, viewer: UserViewer, videoId: string): Promise<ClipSource | null> {
  if (!isId(videoId)) return null
  const row = await db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'collections.company_id')
    .select([
      'videos.id',
      'videos.status',
      'videos.duration',
      'collections.sample',
      'collections.created_at',
      'subscriptions.plan',
    ])
    .where('videos.id', '=', videoId)
    .where((on) => on.or([on('collections.sample', '=', true), on('collections.company_id', '=', viewer.company_id)]))
    .executeTakeFirst()
  if (!row) return null
  const { retention } = PLANS[row.plan ?? 'FREE']
  const age = (Date.now() - row.created_at.getTime()) / 1000
  const expired = !row.sample && retention !== null && age > retention
  return { id: row.id, status: row.status, duration: row.duration, expired }
}
