import { randomUUID } from 'node:crypto'
import type { Person } from '../seed/rows/senders.ts'
import { lockCompany } from '../server/src/features/identity/companies/commands.ts'
import { removeVideo } from '../server/src/features/library/videos/commands.ts'
import { endVideo, moveVideo } from '../server/src/features/library/videos/status.ts'
import type { VideoWork } from '../server/src/pipeline/runner/video-work.ts'
import { lockVideo } from '../server/src/pipeline/stages/parts.ts'
import { type Product, startProduct } from '../server/test/product.ts'
import { startTestPostgres } from '../server/test/test-postgres.ts'
import { soak } from './run.ts'

/** People who write at once. */
const WRITERS = 12

interface CrowdScene {
  readonly api: Product
  readonly person: Person
  readonly collection_id: string
  readonly videos: readonly string[]
}

/**
 * Comments on videos of one company while each of them is indexed. Of indexing only the transactions run, with the
 * product's own locks: decoding takes no lock.
 */
export const crowd = soak({
  shows: 'Comments are written while their videos are indexed and charged, and others are invited and deleted: no 500.',
  sizes: { comments: 2_000, indexings: 10 },
  async run({ comments, indexings }, log) {
    const postgres = await startTestPostgres()
    const statuses = new Map<number, number>()
    const failures: string[] = []
    const done = { 'transactions of indexing': 0, invitations: 0, deletions: 0 }
    try {
      const api = await startProduct({ database_url: await postgres.createDatabase() })
      try {
        const person = await api.person(undefined, 'TEAM')
        const collection_id = await api.aCollection(person, { ocr: true })
        const videos = await Promise.all(
          Array.from({ length: indexings }, () =>
            api.aVideo(person, collection_id, { duration: 10, status: 'PENDING' }),
          ),
        )
        const place = { api, person, collection_id, videos }
        const ended = new AbortController()
        const others = [
          ...videos.map((id) =>
            repeated(
              ended.signal,
              () => index(place, id),
              () => (done['transactions of indexing'] += 1),
            ),
          ),
          repeated(
            ended.signal,
            () => invite(place),
            () => (done.invitations += 1),
          ),
          repeated(
            ended.signal,
            () => addAndDelete(place),
            () => (done.deletions += 1),
          ),
        ]
        let left = comments
        const write = async () => {
          while (left-- > 0) {
            const video_id = videos[left % videos.length] as string
            const url = `/api/quick-review/create-comment/${video_id}`
            const { status } = await api.post(url, { content: `Comment ${left}`, start_time: 1 }, person)
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
            if (left % 500 === 0) log(`${left} comments to go`)
          }
        }
        await Promise.all(Array.from({ length: WRITERS }, write))
        ended.abort()
        for (const other of await Promise.allSettled(others))
          if (other.status === 'rejected') failures.push(`Beside the comments: ${other.reason}`)
      } finally {
        await api.close()
      }
    } finally {
      await postgres.stop()
    }
    for (const [status, count] of statuses)
      if (status !== 200) failures.push(`${count} comments were answered ${status}.`)
    for (const [name, count] of Object.entries(done)) if (count === 0) failures.push(`There were no ${name}.`)
    return { counts: { comments: statuses.get(200) ?? 0, ...done }, failures }
  },
})

async function repeated(signal: AbortSignal, act: () => Promise<unknown>, count: () => unknown): Promise<void> {
  while (!signal.aborted) {
    await act()
    count()
  }
}

/** The transactions of an indexing: the charge of its minutes, a part of a stage, and the end. */
async function index({ api: { db, queue }, person }: CrowdScene, id: string): Promise<void> {
  const { company_id } = person
  const work = { video: { id } } as VideoWork
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, company_id)
    await lockVideo(transaction, work, null)
    const charge = { video_id: id, company_id, user_id: person.id, file_name: 'a.mp4', seconds: 1, bytes: 1 }
    await transaction.deleteFrom('usage_charges').where('video_id', '=', id).execute()
    await transaction.insertInto('usage_charges').values(charge).execute()
  })
  await db.transaction().execute(async (transaction) => {
    await lockVideo(transaction, work, null)
    await moveVideo(transaction, id, 'PROCESSING_VISUAL', { percentage: 50 })
  })
  await endVideo({ db, queue }, id, 'SUCCESS')
}

async function invite({ api, person }: CrowdScene): Promise<void> {
  const email = `${randomUUID()}@example.org`
  await done(api.post('/api/company/invite_users', { emails: [email] }, person))
  await done(api.post('/api/company/delete_user', { email }, person))
}

async function addAndDelete({ api, person, collection_id }: CrowdScene): Promise<void> {
  const id = await api.aVideo(person, collection_id, { duration: 10 })
  await done(api.post(`/api/quick-review/create-comment/${id}`, { content: 'Gone soon', start_time: 1 }, person))
  await done(api.post('/api/delete_video', { id }, person))
  await removeVideo(api.db, id)
}

async function done(call: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await call
  if (status !== 200) throw new Error(`A call was answered ${status}: ${text}`)
}
