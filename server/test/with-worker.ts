import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startWorker } from '../src/app/worker.ts'
import type { Catalogue } from '../src/engines/models/catalogue/model.ts'
import { admitAll } from '../src/engines/registry.ts'
import { openQueue } from '../src/platform/queue/pg-boss.ts'
import type { Queue } from '../src/platform/queue/queue.ts'
import { type Product, silentLog } from './product.ts'

/**
 * Runs a worker beside an API during `act`: without the sample films, and with the models in its own data folder.
 * @param act gets the queue of the worker's jobs
 */
export async function withWorker(
  { db, config, storage }: Product,
  { data_dir, catalogue }: { readonly data_dir: string; readonly catalogue: Catalogue },
  act: (queue: Queue) => Promise<void>,
): Promise<void> {
  await mkdir(data_dir, { recursive: true })
  const queue = await openQueue({ database_url: config.database_url, database: db, log: silentLog, worker: true })
  const models = { ...config.models, folder: path.join(data_dir, 'models'), hub_url: null }
  const end = await startWorker({
    config: { ...config, data_dir, models },
    catalogue,
    db,
    storage,
    queue,
    log: silentLog,
    films_folder: path.join(data_dir, 'no-films'),
    // The small models of tests know nothing of the sample films.
    admit: admitAll,
  })
  try {
    await act(queue)
  } finally {
    await queue.stop()
    await end()
  }
}
