import type { MovedVideos } from '@footnote/contract/nouns/library/videos.ts'
import { smallest } from '@footnote/contract/shared/extremes.ts'
import type { Transaction } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { lockCompany } from '../../identity/companies/commands.ts'
import type { Services } from '../../services.ts'
import { holdCollections, retainFrom } from '../collections/commands.ts'
import { authorizeUpload, type Circumstances, retainedFrom } from '../collections/policy.ts'
import { type CollectionRow, readCollection } from '../collections/queries.ts'
import { askAgain, askForMissing } from '../indexing/commands.ts'
import { putIntoCollection } from '../versions/commands.ts'
import { authorizeMove } from './policy.ts'
import { collectionsOf, listVideosOfStack, readVideo, type VideoRow } from './queries.ts'

/** Videos and their target collection. */
interface Move {
  readonly index_id: string
  readonly video_ids: readonly string[]
}

/** A moving video and its current collection. */
interface Moving {
  readonly video: VideoRow
  readonly from: CollectionRow
}

/**
 * Moves videos, each with all its versions, into another collection of the company. Modalities that the collection has and a video lacks are
 * indexed. The older of the two dates governs when the new collection expires.
 * @returns the moved videos and versions, and a reason for each of the others
 * @throws ProductError not_found, forbidden, collection_expired, limit_seats, about the target collection
 */
export async function moveVideos(
  { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>,
  viewer: UserViewer,
  { index_id, video_ids }: Move,
): Promise<Omit<MovedVideos, 'message'>> {
  const circumstances: Circumstances = { billing: config.billing, now: new Date() }
  const ids = [...new Set(video_ids)]
  const { company_id } = await readCollection(db, viewer, index_id)
  return await db.transaction().execute(async (transaction) => {
    if (company_id) await lockCompany(transaction, company_id)
    await holdCollections(transaction, [index_id, ...(await collectionsOf(transaction, ids.filter(isId)))])
    const target = await readCollection(transaction, viewer, index_id)
    authorizeUpload(viewer, target, circumstances)
    const moving: Moving[] = []
    const kept: MovedVideos['kept'] = []
    for (const id of ids)
      try {
        const { video, collection: from } = await readVideo(transaction, viewer, id)
        if (moving.some((other) => other.video.id === video.id)) continue
        const versions = await listVideosOfStack(transaction, video)
        authorizeMove(viewer, { ...video, versions }, from, circumstances)
        for (const version of versions) moving.push({ video: version, from })
      } catch (error) {
        if (!(error instanceof ProductError)) throw error
        kept.push({ id, code: error.code, detail: error.message })
      }
    await applyMove(transaction, queue, target, moving)
    return { moved: moving.map(({ video }) => video.id), kept }
  })
}

async function applyMove(
  transaction: Transaction<Tables>,
  queue: Queue,
  target: CollectionRow,
  moving: readonly Moving[],
): Promise<void> {
  const coming = moving.filter(({ from }) => from.id !== target.id)
  if (coming.length === 0) return
  const ids = coming.map(({ video }) => video.id)
  const stacks = new Set(coming.map(({ video }) => video.stack_id))
  await putIntoCollection(transaction, [...stacks], target.id)
  const oldest = smallest(coming.map(({ from }) => retainedFrom(from).getTime()))
  if (oldest < retainedFrom(target).getTime()) await retainFrom(transaction, target.id, new Date(oldest))
  const asked = [target.audio && 'speech', target.visual && 'visual', target.ocr && 'ocr'].filter((stage) => !!stage)
  await askForMissing(transaction, queue, ids, asked as string[])
  // Speech is transcribed in the collection's language, unless the video has its own.
  const respoken = coming.filter(({ video, from }) => !video.language_choice && from.language !== target.language)
  if (target.audio)
    await askAgain(
      transaction,
      queue,
      respoken.map(({ video }) => video.id),
      'speech',
    )
}
