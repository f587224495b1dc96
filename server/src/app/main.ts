import { setTimeout as wait } from 'node:timers/promises'
import { DATABASE } from '@footnote/contract/shared/limits.ts'
import { type Config, ConfigError, readConfig } from '../platform/config.ts'
import { isLoss } from '../platform/db/connections.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { databaseObstacle } from '../platform/db/reach.ts'
import { UpgradeRefused } from '../platform/db/upgrade-refused.ts'
import { type Obstacle, UnreachableError } from '../platform/errors.ts'
import { openLog } from '../platform/log.ts'
import { openQueue } from '../platform/queue/pg-boss.ts'
import { openStorage } from '../platform/storage/open.ts'
import { startApi } from './api.ts'
import { startWorker } from './worker.ts'

/** Exit status of a process whose settings cannot be used (EX_CONFIG of sysexits.h): starting it again is of no use. */
const EXIT_CONFIG = 78

/** Between two looks at a part that is away, in milliseconds. */
const LOOK_AGAIN = 500

async function settings(): Promise<Config> {
  try {
    return readConfig(process.env)
  } catch (error) {
    return await refuse(error)
  }
}

/** Ends the process with a sentence where a setting cannot be used. @throws any other error */
async function refuse(error: unknown): Promise<never> {
  if (!(error instanceof ConfigError) && !(error instanceof UpgradeRefused)) throw error
  await say(error.message)
  process.exit(EXIT_CONFIG)
}

/** Says a sentence on the console, by way of the supervisor where there is one: of several processes one is heard. */
async function say(sentence: string): Promise<void> {
  const { send } = process
  if (send) await new Promise((resolve) => send.call(process, { say: sentence }, resolve))
  else process.stderr.write(`${sentence}\n`)
}

/** Asks whoever started the product, by way of the supervisor; null where nobody sits at a terminal. */
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

/** Waits until a part lets us in, and says so once. @throws ConfigError where a setting is wrong */
async function waitFor(find: () => Promise<Obstacle | null>): Promise<void> {
  for (let said = false; !stopping; said = true) {
    const obstacle = await find()
    if (!obstacle) return
    if (obstacle.kind === 'setting') throw new ConfigError(obstacle.sentence)
    if (!said) await say(`Waiting for ${obstacle.place}`)
    await wait(LOOK_AGAIN)
  }
}

/** Waits for all that the product needs, and brings the database up to date. It may be lost again meanwhile. */
async function prepare(): Promise<Awaited<ReturnType<typeof openQueue>>> {
  for (;;) {
    await Promise.all([waitFor(() => databaseObstacle(config.database_url)), waitFor(() => storage.obstacle())])
    try {
      await migrate(config.database_url, {
        keep_copy: config.upgrade_copy,
        say: (sentence) => void say(sentence),
      })
      return await openQueue({ database_url: config.database_url, database: db, log, worker })
    } catch (error) {
      if (!(error instanceof UnreachableError) && !isLoss(error)) throw error
    }
  }
}

// Files are the product's own, however it was started.
if (process.platform !== 'win32') process.umask(0o077)
const config = await settings()
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
// Long work is the worker's: where both roles are one process, its statements are not cut.
const db = openDatabase(config.database_url, { log, ...(worker ? {} : DATABASE) })
ends.push(() => db.destroy())
const storage = openStorage(config)

// The API listens before the database is ready, so that whoever waits for it is told so.
const opening = Promise.withResolvers<Awaited<ReturnType<typeof openQueue>>>()
opening.promise.catch(() => undefined)
if (api) ends.push(await startApi({ config, db, storage, opening: opening.promise }))
try {
  const queue = await prepare()
  ends.push(() => queue.stop())
  opening.resolve(queue)
  if (worker) {
    const closeEngines = await startWorker({ config, db, storage, queue, log, owner: { ask, say } })
    // Engines are closed once the jobs that use them have let go.
    ends.splice(-1, 0, closeEngines)
  }
} catch (error) {
  opening.reject(error)
  await refuse(error)
}
