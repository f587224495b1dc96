import path from 'node:path'
import { startWorker } from '../src/app/worker.ts'
import { RUN_MARK } from '../src/platform/confinement/processes.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { openLog } from '../src/platform/log.ts'
import { openQueue } from '../src/platform/queue/pg-boss.ts'
import { DiskStorage } from '../src/platform/storage/disk.ts'
import { testConfig } from './test-config.ts'

/** A worker as a separate process, for tests that kill it: `node worker-process.ts DATABASE_URL DATA_DIR`. */
const [database_url = '', data_dir = ''] = process.argv.slice(2)
const log = openLog('info')
const db = openDatabase(database_url)
const queue = await openQueue({ database_url, database: db, log, worker: true, run: process.env[RUN_MARK] })
const storage = new DiskStorage({ folder: path.join(data_dir, 'files'), secret_key: 'a secret for a test' })
const closeEngines = await startWorker({
  config: testConfig({ DATA_DIR: data_dir, DATABASE_URL: database_url, MODELS: 'off', IMPORT_NETWORKS: '127.0.0.0/8' }),
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
