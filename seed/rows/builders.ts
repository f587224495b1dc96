import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Comment } from '@footnote/contract/nouns/comments.ts'
import type { SharePermission } from '@footnote/contract/nouns/sharing.ts'
import { type Insertable, sql } from 'kysely'
import { NOT_INDEXED } from '../src/features/videos/commands.ts'
import type { Database } from '../src/platform/db/database.ts'
import type { Collections, Videos } from '../src/platform/db/schema.ts'
import type { JobName } from '../src/platform/queue/jobs.ts'
import type { Storage } from '../src/platform/storage/storage.ts'
import type { LinkHolder, Sender } from './senders.ts'

interface Owner {
  readonly id: string
  readonly company_id: string
}

interface Means {
  readonly db: Database
  readonly storage: Storage
  readonly post: (
    url: string,
    body: object,
    who: Sender,
  ) => Promise<{ readonly status: number; readonly json: unknown }>
}

/** Makes data for tests: collections and videos as rows, since no call makes an indexed video; the rest by calls. */
export function builders({ db, storage, post }: Means) {
  /**
   * Makes a collection of a person, or a sample without an owner.
   * @param values columns that differ from the defaults
   */
  async function aCollection(owner: Owner | null, values: Partial<Insertable<Collections>> = {}): Promise<string> {
    const whose = { company_id: owner?.company_id ?? null, user_id: owner?.id ?? null, sample: owner === null }
    const { id } = await db
      .insertInto('collections')
      .values({ ...whose, name: 'Matches', visual: true, ocr: false, audio: true, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Makes an indexed video with a file of five bytes. @param values columns that differ from the defaults */
  async function aVideo(
    owner: Owner | null,
    collection_id: string,
    values: Partial<Insertable<Videos>> = {},
  ): Promise<string> {
    const { id = randomUUID() } = values
    const storage_key = `videos/${id}/original.mp4`
    await storage.write(storage_key, Readable.from([Buffer.from('bytes')]), 'video/mp4')
    const file = { file_name: 'match.mp4', file_extension: 'mp4', file_size: 5, storage_key }
    const row = { id, collection_id, user_id: owner?.id ?? null, status: 'SUCCESS', ...file }
    await db
      .insertInto('videos')
      .values({ ...NOT_INDEXED, ...row, ...values })
      .execute()
    return id
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
    /** Writes a comment at one second. @param fields of the body that differ @returns it, as its author sees it */
    async aComment(who: Sender, video_id: string, fields: object = {}): Promise<Comment> {
      const guest = who && 'share_token' in who ? { guest_name: 'Grace' } : {}
      const body = { content: 'Cut here', start_time: 1, ...guest, ...fields }
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
