import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { EngineExamination, EngineKind, Indexing } from '@footnote/contract/nouns/library/indexing.ts'
import type { Person } from '../../seed/rows/senders.ts'
import { startWorker } from '../src/app/worker.ts'
import type { Catalogue } from '../src/engines/models/catalogue/model.ts'
import type { Config } from '../src/platform/config.ts'
import { openQueue } from '../src/platform/queue/pg-boss.ts'
import { type Product, silentLog } from './product.ts'

const FILMS = path.resolve(import.meta.dirname, '../../samples')

/** The sample films without their list: they are there for examinations, and are not indexed. */
async function unlistedFilms(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const name of ['harbour.mp4', 'kitchen.mp4', 'lens.mp4'])
    await copyFile(path.join(FILMS, name), path.join(folder, name))
  return folder
}

/** Starts a worker beside an API, which examines the models in the data folder of the API. @returns a function that ends it */
export async function startExaminingWorker(
  { db, storage, config }: Product,
  catalogue: Catalogue,
  settings: Partial<Config> = {},
): Promise<() => Promise<void>> {
  const queue = await openQueue({ database_url: config.database_url, database: db, log: silentLog, worker: true })
  const films_folder = await unlistedFilms(path.join(config.data_dir, 'films'))
  const rest = { db, storage, queue, log: silentLog, films_folder, catalogue }
  const end = await startWorker({ config: { ...config, ...settings }, ...rest })
  return async () => {
    await queue.stop()
    await end()
  }
}

/** What an admin sees of one kind of engine. */
export async function seenOf(
  api: Product,
  admin: Person,
  kind: EngineKind,
): Promise<{ chosen: string | null | undefined; not_used: readonly string[]; examinations: EngineExamination[] }> {
  const { engines, examinations }: Indexing = (await api.get(endpoints.indexing.overview.path, admin)).json
  const engine = engines.find((each) => each.kind === kind)
  return {
    chosen: engine?.id,
    not_used: engine?.passed_over.map(({ reason }) => reason) ?? [],
    examinations: examinations.filter((each) => each.kind === kind),
  }
}
