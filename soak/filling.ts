import { setTimeout as wait } from 'node:timers/promises'
import {
  type Account,
  ask,
  type Bearer,
  changePlan,
  createAccount,
  createApiKey,
  createCollection,
  createComment,
  createMember,
  createReviewCollection,
  createShareLink,
  uploadVideo,
  videosOf,
} from '../e2e/calls.ts'
import type { RunningProduct } from '../e2e/product.ts'
import { makeFilm } from './films.ts'
import { administratorUrl, queryAt } from './kept.ts'

/** Milliseconds in which a busy machine indexes a few short videos. */
const PATIENCE = 600_000

/** The data that a team leaves in a product. */
export interface TeamData {
  readonly admin: Account
  readonly key: Bearer
  readonly collection: string
  readonly films: readonly string[]
}

/**
 * Two people use a product as people do: collections, videos, comments, replies, links, a clip, a key, notifications.
 * @param folder for the films
 */
export async function fill(product: RunningProduct, folder: string, count: number): Promise<TeamData> {
  await cancelSamples(administratorUrl(product.data_dir))
  const admin = await createAccount(product)
  await changePlan(product, admin, 'TEAM')
  const member = await createMember(product, admin, { first_name: 'Grace', last_name: 'Hopper' })
  const key = await createApiKey(product, admin)
  const collection = await createCollection(product, admin, 'Rushes')
  const review = await createReviewCollection(product, member, 'Cuts')
  const films = await Promise.all(Array.from({ length: count }, (_, number) => makeFilm(folder, number)))
  const videos: string[] = []
  for (const film of films) videos.push(await uploadVideo(product, admin, collection, film))
  const [first = ''] = films
  const reviewed = await uploadVideo(product, member, review, first)
  await indexed(product, admin, collection, videos)
  await indexed(product, member, review, [reviewed])
  for (const video_id of [...videos, reviewed]) {
    const comment = { content: 'Hold this shot longer', start_time: 1, end_time: 2 }
    const parent_comment_id = await createComment(product, admin, video_id, comment)
    await createComment(product, member, video_id, { content: 'Two seconds?', parent_comment_id })
    await createShareLink(product, admin, video_id, 'commenter')
  }
  await ask(product, admin, 'download_clip', { video_id: videos[0], start_time: 1, end_time: 2 })
  await notified(product, admin, 'DOWNLOAD_CLIP')
  await nothingWaits(product)
  return { admin, key, collection, films }
}

/** Cancels the sample films, which would take minutes to index. @throws Error when they do not come within a minute */
export async function cancelSamples(database_url: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(200)) {
    const left = await queryAt(
      database_url,
      `update videos set status = 'FAILED' where collection_id in (select id from collections where sample) returning id`,
    )
    if (left.length > 0) return
  }
  throw new Error('The sample films did not come.')
}

/** Waits until all these videos are indexed. @throws Error when one fails, or when it takes too long */
export async function indexed(
  product: RunningProduct,
  who: Bearer,
  collection: string,
  ids: readonly string[],
): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(500)) {
    const videos = (await videosOf(product, who, collection)).filter(({ id }) => ids.includes(id))
    const given_up = videos.find(({ status }) => ['FAILED', 'ERROR', 'OVER_LIMIT'].includes(status))
    if (given_up) throw new Error(`The video ${given_up.id} ended as ${given_up.status}.`)
    if (videos.length === ids.length && videos.every(({ status }) => status === 'SUCCESS')) return
  }
  throw new Error('The videos were not indexed in time.')
}

async function notified(product: RunningProduct, who: Bearer, kind: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(500)) {
    const { notifications } = await ask<{ notifications: { type: string }[] }>(product, who, 'get_notifications')
    if (notifications.some(({ type }) => type === kind)) return
  }
  throw new Error(`Nobody was notified of ${kind} in time.`)
}

/** Waits until no job is left to run later. */
export async function nothingWaits({ data_dir }: RunningProduct): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(500)) {
    const waiting = await queryAt(
      administratorUrl(data_dir),
      `select name from pgboss.job where state in ('created', 'retry', 'active') and not name like '\\_\\_%'`,
    )
    if (waiting.length === 0) return
  }
  throw new Error('Jobs still wait.')
}
