import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DATABASE } from '@footnote/contract/shared/limits.ts'
import { type Config, ConfigError, EXIT_CONFIG, readConfig, settingsThatChanged } from '../platform/config.ts'
import { faultOf } from '../platform/confinement/decoder-check.ts'
import { lowerPriority } from '../platform/confinement/lower-priority.ts'
import { ENDED_RUNS, RUN_MARK } from '../platform/confinement/processes.ts'
import { isLoss } from '../platform/db/connections.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { databaseObstacle } from '../platform/db/reach.ts'
import { type Obstacle, PassingError, UpgradeRefused } from '../platform/errors.ts'
import { openLog } from '../platform/log.ts'
import { openLines } from '../platform/log-lines.ts'
import { openQueue } from '../platform/queue/pg-boss.ts'
import { holdDeletions } from '../platform/storage/held-deletions.ts'
import { openStorage } from '../platform/storage/open.ts'
import { startApi } from './api.ts'
import { refuseDuringBackup } from './backup/backup-beat.ts'
import { startWorker } from './worker.ts'

/** Milliseconds between two attempts to reach a part. */
const LOOK_AGAIN = 500

async function settings(): Promise<Config> {
  try {
    return readConfig(process.env)
  } catch (error) {
    return await refuse(error)
  }
}

/** Ends the process with a sentence when a setting is unusable. @throws any other error */
async function refuse(error: unknown): Promise<never> {
  if (!(error instanceof ConfigError) && !(error instanceof UpgradeRefused)) throw error
  await say(error.message)
  process.exit(EXIT_CONFIG)
}

/** Prints a sentence on the console, through the supervisor if there is one, which prints it once for all processes. */
async function say(sentence: string): Promise<void> {
  const { send } = process
  if (send) await new Promise((resolve) => send.call(process, { say: sentence }, resolve))
  else process.stderr.write(`${sentence}\n`)
}

/** Asks the person at the terminal, through the supervisor. @returns null without a terminal */
async function ask(question: string): Promise<boolean | null> {
  const { send } = process
  if (!send) return null
  return await new Promise((resolve) => {
    const hear = (message: { readonly answer?: boolean | null } | null) => {
      if (message?.answer === undefined) return
      process.off('message', hear)
      resolve(message.answer)
    }
    process.on('message', hear)
    send.call(process, { ask: question }, () => undefined)
  })
}

/**
 * Waits until a part accepts the connection, and reports the reason once.
 * @throws ConfigError when a setting is wrong
 */
async function waitFor(find: () => Promise<Obstacle | null>): Promise<void> {
  for (let said = false; !stopping; said = true) {
    const obstacle = await find()
    if (!obstacle) return
    if (obstacle.kind === 'setting') throw new ConfigError(obstacle.sentence)
    if (!said) await say(`Waiting for ${obstacle.place}`)
    await wait(LOOK_AGAIN)
  }
}

/**
 * Waits for everything that the product needs, and migrates the database. Either may become unreachable again
 * meanwhile.
 */
async function prepare(): Promise<Awaited<ReturnType<typeof openQueue>>> {
  for (;;) {
    await Promise.all([waitFor(() => databaseObstacle(config.database_url)), waitFor(() => storage.obstacle())])
    try {
      await migrate(config.database_url, {
        keep_copy: config.upgrade_copy,
        say: (sentence) => void say(sentence),
      })
      return await openQueue({
        database_url: config.database_url,
        database: db,
        log,
        worker,
        run: process.env[RUN_MARK],
      })
    } catch (error) {
      if (!(error instanceof PassingError) && !isLoss(error)) throw error
    }
  }
}

// Only the product's account may read its files, however it was started.
process.umask(0o077)
const config = await settings()
const [api, worker] = [config.roles.includes('api'), config.roles.includes('worker')]
process.title = api ? 'footnote-api' : 'footnote-worker'
for (const sentence of settingsThatChanged(process.env)) await say(sentence)
// People wait for the API, also on a machine with both.
if (!api) void lowerPriority(process.pid)
const ends: (() => Promise<unknown>)[] = []

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  // The supervisor waits ten seconds, so the process must end before, even when something hangs.
  setTimeout(() => process.exit(1), 9_000).unref()
  for (const end of ends.reverse()) await end().catch(() => undefined)
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

const log = openLog(config.log_level, openLines(config.log_pretty))
// Workers run long statements. If one process has both roles, its statements have no time limit.
const db = openDatabase(config.database_url, { log, ...(worker ? {} : DATABASE) })
ends.push(() => db.destroy())
const storage = await openStorage(config)

// The API listens before the database is ready, so that clients get a clear answer while it starts.
const opening = Promise.withResolvers<Awaited<ReturnType<typeof openQueue>>>()
opening.promise.catch(() => undefined)
if (api) ends.push(await startApi({ config, db, storage, opening: opening.promise, outages: log }))
try {
  const queue = await prepare()
  ends.push(() => queue.stop())
  opening.resolve(queue)
  if (worker) {
    const closeEngines = await startWorker({
      config,
      db,
      storage: holdDeletions(storage, () => refuseDuringBackup(db)),
      queue,
      log,
      ended_runs: process.env[ENDED_RUNS]?.split(',') ?? [],
      owner: { ask, say },
    })
    // Closes engines after the jobs that use them have ended.
    ends.splice(-1, 0, closeEngines)
  }
  void faultOf(path.join(config.data_dir, 'work')).then(
    async (fault) => {
      if (fault) await say(fault)
    },
    (error) => log.warn({ err: error }, 'the confinement of decoders could not be tried'),
  )
  // Node writes what it compiled when a process ends, but not when it is killed.
  flushCompileCache()
} catch (error) {
  opening.reject(error)
  // A stop closes what the start still uses.
  if (!stopping) await refuse(error)
}
