import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'
import type { Services } from '../../../services.ts'
import { writeLines } from '../../transcripts/lines/commands.ts'
import { lockStacks, nextVersion } from '../../versions/commands.ts'
import { stackOf } from '../../versions/queries.ts'
import { addVideo, type CompleteFile, deleteVideo } from '../commands.ts'

type Tools = Pick<Services, 'queue' | 'hooks'>

/** What is known of the file of a new video. */
type Whole = Omit<Parameters<typeof addVideo>[3], 'stack_id' | 'version' | 'file_name'>

/**
 * Makes a video of a whole file that takes the place of the video of its beginning, as the next version of the same cut.
 * What people made of the beginning goes to the new video, where each time shows the same frame, and so does its charge.
 * The video of the beginning is deleted, unless its review has begun: verdicts belong to what people saw. Call it under
 * `lockCompany` and `lockCollection`.
 * @returns false when the video of the beginning has been deleted meanwhile, so that nothing was done
 */
export async function takePlace(
  transaction: Transaction<Tables>,
  tools: Tools,
  before: string,
  file: CompleteFile,
  whole: Whole,
): Promise<boolean> {
  const stack_id = await stackOf(transaction, before)
  if (!stack_id) return false
  await lockStacks(transaction, [stack_id])
  const part = await transaction
    .selectFrom('videos')
    .select(['file_name', 'language_choice', 'transcript_revision'])
    .where('id', '=', before)
    .where('status', '!=', 'DELETING')
    .forUpdate()
    .executeTakeFirst()
  if (!part) return false
  const { file_name, ...chosen } = part
  const version = await nextVersion(transaction, stack_id)
  await addVideo(transaction, tools.queue, file, { ...whole, file_name, stack_id, version })
  await transaction.updateTable('videos').set(chosen).where('id', '=', file.id).execute()
  await transaction.updateTable('usage_charges').set({ video_id: file.id }).where('video_id', '=', before).execute()
  await handOver(transaction, tools, before, file.id)
  await writeLines(transaction, file.id, null)
  await tools.hooks.versionsChanged(transaction, stack_id)
  return true
}

/**
 * The same where the whole file is a video already, from another place. The beginning stays if its transcript was
 * corrected, since the other one has its own. Call it under `lockCompany` and `lockCollection`.
 */
export async function replacePart(
  transaction: Transaction<Tables>,
  tools: Tools,
  before: string,
  whole: string,
): Promise<void> {
  const stacks = [await stackOf(transaction, before), await stackOf(transaction, whole)]
  const found = stacks.filter((stack) => stack !== undefined)
  if (found.length < stacks.length) return
  await lockStacks(transaction, found)
  await transaction
    .selectFrom('videos')
    .select('id')
    .where('id', 'in', [before, whole])
    .orderBy('id')
    .forUpdate()
    .execute()
  const corrected = transaction
    .selectFrom('transcript_changes')
    .select('id')
    .where('video_id', '=', before)
    .where('automatic', '=', false)
  if (await corrected.limit(1).executeTakeFirst()) return
  await transaction.deleteFrom('usage_charges').where('video_id', '=', before).execute()
  await handOver(transaction, tools, before, whole)
  for (const stack of found) await tools.hooks.versionsChanged(transaction, stack)
}

async function isReviewed(transaction: Transaction<Tables>, video_id: string): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`
    select exists (select from verdicts where video_id = ${video_id})
      or exists (select from review_log where video_id = ${video_id}) as begun`.execute(transaction)
  return rows[0]?.begun ?? false
}

/** Gives what people made of one video to another, and deletes it, unless its review has begun. */
async function handOver(
  transaction: Transaction<Tables>,
  { queue, hooks }: Tools,
  from: string,
  to: string,
): Promise<void> {
  if (await isReviewed(transaction, from)) return
  const [before, onto] = [await stackOf(transaction, from), await stackOf(transaction, to)]
  if (onto !== undefined && onto !== before) await hooks.videosChangeStack(transaction, [from], onto)
  await sql`delete from carries where video_id = ${from}
    and comment_id in (select comment_id from carries where video_id = ${to})`.execute(transaction)
  // A track that is shown by itself ends where its file did. The whole file shows its own.
  await transaction
    .deleteFrom('transcript_changes')
    .where('video_id', '=', from)
    .where('automatic', '=', true)
    .where('undone_at', 'is', null)
    .execute()
  for (const table of ['comments', 'carries', 'share_link_items', 'select_items', 'transcript_changes'] as const)
    await sql`update ${sql.table(table)} set video_id = ${to} where video_id = ${from}`.execute(transaction)
  await transaction.updateTable('comments').set({ resolved_in: to }).where('resolved_in', '=', from).execute()
  await deleteVideo(transaction, queue, from)
}
