import { type Selectable, sql, type Transaction } from 'kysely'
import { logStackEvent } from '../../../platform/db/event-log.ts'
import type { Tables, Videos } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { gatherVersion, notifyPerson } from '../../ground/notifications/commands.ts'
import type { Services } from '../../services.ts'
import { findCurrent, type VersionFacts } from './queries.ts'

/** Locks stacks for changes in this transaction, after their collection and before their videos. */
export async function lockStacks(transaction: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  await transaction
    .selectFrom('stacks')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Takes the next number of a stack, which is never given again. @throws ProductError not_found */
export async function nextVersion(transaction: Transaction<Tables>, stackId: string): Promise<number> {
  const stack = await transaction
    .updateTable('stacks')
    .set((row) => ({ last_version: row('last_version', '+', 1) }))
    .where('id', '=', stackId)
    .returning('last_version')
    .executeTakeFirstOrThrow(() => new ProductError('not_found'))
  return stack.last_version
}

/**
 * Makes all versions of a stack the newest of another one, in their order. The caller holds their collection and both
 * stacks.
 */
export async function mergeStacks(
  transaction: Transaction<Tables>,
  { hooks }: Pick<Services, 'hooks'>,
  from: string,
  onto: string,
): Promise<void> {
  const versions = await transaction
    .selectFrom('videos')
    .select('id')
    .where('stack_id', '=', from)
    .orderBy('version')
    .execute()
  const ids = versions.map(({ id }) => id)
  await hooks.stacksMerge(transaction, from, ids, onto)
  for (const { id } of versions) {
    const version = await nextVersion(transaction, onto)
    await transaction.updateTable('videos').set({ stack_id: onto, version }).where('id', '=', id).execute()
  }
  await hooks.versionsChanged(transaction, onto)
}

/**
 * Takes a version out into a stack of its own, as its first version. The caller holds its collection and its stack.
 */
export async function beginStack(
  transaction: Transaction<Tables>,
  { hooks }: Pick<Services, 'hooks'>,
  { id, collection_id, stack_id }: Pick<Selectable<Videos>, 'id' | 'collection_id' | 'stack_id'>,
): Promise<void> {
  const stack = await transaction
    .insertInto('stacks')
    .values({ collection_id, last_version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction.updateTable('videos').set({ stack_id: stack.id, version: 1 }).where('id', '=', id).execute()
  await hooks.stackBegins(transaction, stack.id, stack_id)
  for (const changed of [stack.id, stack_id]) await hooks.versionsChanged(transaction, changed)
}

/** Moves stacks with all their versions into a collection. */
export async function putIntoCollection(
  transaction: Transaction<Tables>,
  stackIds: readonly string[],
  collection_id: string,
): Promise<void> {
  await transaction
    .updateTable('stacks')
    .set({ collection_id })
    .where(sql<boolean>`id = any(${stackIds}::uuid[])`)
    .execute()
}

/** Logs for open pages of all versions that another one is the current one. */
export async function announceCurrent(transaction: Transaction<Tables>, stack_id: string): Promise<void> {
  const facts: VersionFacts = { stack_id }
  await logStackEvent(transaction, stack_id, { name: 'version', facts })
}

/**
 * Announces a video whose file has just proved to be a video, if it is now the current of several versions. Members who
 * own or comment on an earlier one, or are asked for verdicts, are notified, but not its uploader; so are guests of links
 * that follow it.
 */
export async function announceVersion(transaction: Transaction<Tables>, queue: Queue, videoId: string): Promise<void> {
  const video = await transaction
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .leftJoin('users', 'users.id', 'videos.user_id')
    .select(['videos.stack_id', 'version', 'videos.user_id', 'file_name', 'collection_id', 'collections.company_id'])
    .select(['first_name', 'last_name'])
    .where('videos.id', '=', videoId)
    .executeTakeFirst()
  if (!video?.company_id) return
  const { stack_id, version, user_id, collection_id, company_id } = video
  const current = await findCurrent(transaction, stack_id)
  const people = await transaction
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', company_id)
    .where('id', 'is distinct from', user_id)
    .where(
      sql<boolean>`exists (
        select from videos v left join comments c on c.video_id = v.id
        where v.stack_id = ${stack_id} and v.version < ${version} and users.id in (v.user_id, c.user_id))
        or exists (select from reviewers r
          where r.stack_id = ${stack_id} and r.ended_at is null and r.user_id = users.id)`,
    )
    .execute()
  if (current?.video_id !== videoId) return
  await announceCurrent(transaction, stack_id)
  const actor_name = `${video.first_name ?? ''} ${video.last_name ?? ''}`.trim() || null
  const payload = { video_id: videoId, video_name: video.file_name, actor_name, version }
  for (const { id } of people)
    await notifyPerson(transaction, queue, { user_id: id, type: 'NEW_VERSION', request_id: null, payload })
  if (version > 1) await gatherVersion(transaction, { id: videoId, stack_id, collection_id })
}
