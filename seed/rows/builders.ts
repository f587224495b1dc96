import { Readable } from 'node:stream'
import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import type { SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { type Insertable, sql } from 'kysely'
import type { Database } from '../../server/src/platform/db/database.ts'
import type { Collections, Videos } from '../../server/src/platform/db/schema.ts'
import type { JobName } from '../../server/src/platform/queue/jobs.ts'
import type { Storage } from '../../server/src/platform/storage/storage.ts'
import { COMMENT } from '../answers/comments.ts'
import { addCollection, type Owner } from './collections.ts'
import type { LinkHolder, Sender } from './senders.ts'
import { FILE, videoRow } from './videos.ts'

interface SeedTools {
  readonly db: Database
  readonly storage: Storage
  readonly post: (
    url: string,
    body: object,
    who: Sender,
  ) => Promise<{ readonly status: number; readonly json: unknown }>
}

/** Makes data for tests: collections and videos as rows, since no call makes an indexed video; the rest by calls. */
export function builders({ db, storage, post }: SeedTools) {
  const aCollection = (owner: Owner | null, values?: Partial<Insertable<Collections>>) =>
    addCollection(db, owner, values)

  /** Makes an indexed video with its file. @param values columns that differ from the defaults */
  async function aVideo(
    owner: Owner | null,
    collection_id: string,
    values: Partial<Insertable<Videos>> = {},
  ): Promise<string> {
    const row = videoRow(collection_id, { user_id: owner?.id ?? null, ...values })
    await storage.write(row.storage_key, Readable.from([FILE]), 'video/mp4')
    await db.insertInto('videos').values(row).execute()
    return row.id
  }

  /** Makes a call that must succeed. @throws Error with the answer's status when it is refused */
  async function done(url: string, body: object, who: Sender): Promise<unknown> {
    const { status, json } = await post(url, body, who)
    if (status !== 200) throw new Error(`${url} answered ${status}: ${JSON.stringify(json)}`)
    return json
  }

  return {
    aCollection,
    aVideo,
    /** Makes a collection with all modalities and a video of ten seconds. */
    async aCollectionWithVideo(owner: Owner): Promise<{ collection_id: string; video_id: string }> {
      const collection_id = await aCollection(owner, { ocr: true })
      return { collection_id, video_id: await aVideo(owner, collection_id, { duration: 10 }) }
    },
    /** Writes a comment. @param fields of the body that differ @returns it, as its author sees it */
    async aComment(who: Sender, video_id: string, fields: object = {}): Promise<Comment> {
      const guest = who && 'share_token' in who ? { guest_name: 'Grace' } : {}
      const body = { content: COMMENT.content, start_time: COMMENT.start_time, ...guest, ...fields }
      return (await done(`/api/quick-review/create-comment/${video_id}`, body, who)) as Comment
    },
    /** Makes a share link to a video. */
    async aLink(who: Sender, video_id: string, permission: SharePermission = 'commenter'): Promise<LinkHolder> {
      const made = await done(`/api/sharing_router/create-share-link/${video_id}`, { permission }, who)
      return { share_token: (made as { share_url: string }).share_url.split('/').at(-1)! }
    },
    /** Reads the enqueued jobs, oldest first. */
    async jobs(): Promise<{ name: string; data: object }[]> {
      const { rows } = await sql<{ name: string; data: object }>`
        select name, data from pgboss.job where name not like '\\_\\_%' order by created_on, id`.execute(db)
      return rows
    },
    /** Removes the enqueued jobs of a kind from the queue, oldest first. */
    async takeJobs(name: JobName): Promise<{ data: unknown }[]> {
      const { rows } = await sql<{ data: unknown }>`
        with taken as (delete from pgboss.job where name = ${name} returning data, created_on, id)
        select data from taken order by created_on, id`.execute(db)
      return rows
    },
  }
}
