import path from 'node:path'
import { openDatabase } from '../src/db/database.ts'
import { openLog } from '../src/log.ts'
import { openQueue } from '../src/queue/pg-boss.ts'
import { DiskStorage } from '../src/storage/disk.ts'
import { startWorker } from '../src/worker.ts'
import { WORKER_SETTINGS } from './worker-settings.ts'

/** A worker as a process of its own, for tests that kill it: `node worker-process.ts DATABASE_URL DATA_DIR`. */
const [database_url = '', data_dir = ''] = process.argv.slice(2)
const log = openLog('info')
const db = openDatabase(database_url)
const queue = await openQueue({ database_url, database: db, log, worker: true })
const storage = new DiskStorage({ folder: path.join(data_dir, 'files'), secret_key: 'a secret for a test' })
const closeEngines = await startWorker({
  config: { data_dir, ...WORKER_SETTINGS },
  db,
  storage,
  queue,
  log,
  films_folder: data_dir,
})

async function stop(): Promise<void> {
  await queue.stop()
  await closeEngines()
  await db.destroy()
  process.exit(0)
}
process.on('SIGTERM', stop)
