/**
 * Does what supervisor and worker do at their first start, and cancels the sample films:
 * `node make-data.ts DATA_DIR`.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { SECRET } from '../../seed/rows/senders.ts'
import { HOOKS } from '../src/app/hooks.ts'
import { findCluster } from '../src/app/supervisor/database/cluster-record.ts'
import { startEmbeddedDatabase } from '../src/app/supervisor/database/embedded-database.ts'
import { postgresAccount } from '../src/app/supervisor/database/postgres-account.ts'
import { seedSampleCollection } from '../src/features/library/samples/seed.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openLog } from '../src/platform/log.ts'
import { openQueue } from '../src/platform/queue/pg-boss.ts'
import { DiskStorage } from '../src/platform/storage/disk.ts'

const FILMS = join(import.meta.dirname, '../../samples')

const [data_dir = ''] = process.argv.slice(2)
const place = await findCluster(data_dir, postgresAccount(), console.log)
const onLost = (error: unknown) => {
  throw error
}
const never = new AbortController().signal
const embedded = await startEmbeddedDatabase(
  { data_dir, upgrade_copy: false },
  place,
  { say: console.log, onLost },
  never,
)
try {
  await migrate(embedded.url)
  const db = openDatabase(embedded.url)
  const queue = await openQueue({ database_url: embedded.url, database: db, log: openLog('warn'), worker: false })
  const storage = new DiskStorage({ folder: join(data_dir, 'files'), secret_key: SECRET })
  await seedSampleCollection({ db, storage, queue, hooks: HOOKS }, FILMS)
  await db.updateTable('videos').set({ status: 'FAILED' }).execute()
  await sql`delete from pgboss.job`.execute(db)
  await queue.stop()
  await db.destroy()
} finally {
  await embedded.stop()
}
