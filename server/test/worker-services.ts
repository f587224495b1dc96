import path from 'node:path'
import type { Person } from '../../seed/rows/senders.ts'
import type { JobContext } from '../src/platform/queue/jobs.ts'
import { type Product, silentLog } from './product.ts'

/** The context of the only attempt at a job. */
export const context: JobContext = {
  signal: new AbortController().signal,
  last_attempt: true,
  starts: 1,
  log: silentLog,
}

/** What jobs that make files of a product's videos need. */
export const workerServices = ({ db, storage, queue, config }: Product, folder: string) => ({
  ...{ db, storage, queue, config },
  tools: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' },
  work_dir: path.join(folder, 'work'),
})

/** The notifications of a person, newest first. */
export const notificationsOf = async (server: Pick<Product, 'get'>, person: Person) =>
  (await server.get('/api/get_notifications', person)).json.notifications
