import { startApi } from './api.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { openLog } from './log.ts'
import { openQueue } from './queue/pg-boss.ts'
import { openStorage } from './storage/open.ts'
import { startWorker } from './worker.ts'

/** Exit status of a process whose settings cannot be used (EX_CONFIG of sysexits.h): starting it again is of no use. */
const EXIT_CONFIG = 78

function settings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(EXIT_CONFIG)
  }
}

const config = settings()
const [api, worker] = [config.roles.includes('api'), config.roles.includes('worker')]
process.title = api ? 'footnote-api' : 'footnote-worker'
const ends: (() => Promise<unknown>)[] = []

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  // Whatever hangs must not keep the process: the supervisor counts on ten seconds.
  setTimeout(() => process.exit(1), 9_000).unref()
  for (const end of ends.reverse()) await end().catch(() => undefined)
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

const log = openLog(config.log_level)
const db = openDatabase(config.database_url)
ends.push(() => db.destroy())
const storage = openStorage(config)

// The API listens before the database is ready, so that whoever waits for it is told so.
const opening = Promise.withResolvers<Awaited<ReturnType<typeof openQueue>>>()
opening.promise.catch(() => undefined)
if (api) ends.push(await startApi({ config, db, storage, opening: opening.promise }))
try {
  await migrate(config.database_url)
  const queue = await openQueue({ database_url: config.database_url, database: db, log, worker })
  ends.push(() => queue.stop())
  opening.resolve(queue)
  if (worker) {
    const closeEngines = await startWorker({ config, db, storage, queue, log })
    // Engines are closed once the jobs that use them have let go.
    ends.splice(-1, 0, closeEngines)
  }
} catch (error) {
  opening.reject(error)
  throw error
}
