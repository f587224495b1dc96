import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/db/schema.ts'

/** Name of the author, who has no account. */
const AUTHOR = 'Footnote'

/** Writes the comments of the sample films for a new company, which can answer and resolve them as its own. */
export async function copySampleComments(transaction: Transaction<Tables>, company_id: string): Promise<void> {
  await sql`with copies as materialized (
      select gen_random_uuid() as comment_id, sample_comments.*, videos.version from sample_comments
        join videos on videos.id = sample_comments.video_id and videos.status <> 'DELETING'
    ), written as (
      insert into comments (id, video_id, company_id, guest_name, content, start_time, end_time, has_drawing)
      select comment_id, video_id, ${company_id}, ${AUTHOR}, content, start_time, end_time, shapes is not null from copies
        order by version, start_time, content
    )
    insert into drawings (comment_id, shapes) select comment_id, shapes from copies where shapes is not null`.execute(
    transaction,
  )
}
