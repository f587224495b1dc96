import { afterEach, beforeEach } from 'vitest'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { openQueue, type RunningQueue } from '../src/platform/queue/pg-boss.ts'
import { silentLog as log } from './product.ts'
import { createTestDatabase } from './test-database.ts'

/** Gives each test of a file its own database, and ends the queues that the test opens on it. */
export function queueTests() {
  const running: RunningQueue[] = []
  const tests = {
    database_url: '',
    database: null as unknown as Database,
    /** Queues that end after the test. */
    running,
    /** @param run of the worker, by which others know what it has begun */
    async open(worker: boolean, run?: string): Promise<RunningQueue> {
      const { database_url, database } = tests
      const queue = await openQueue({ database_url, database, log, worker, ...(run === undefined ? {} : { run }) })
      running.push(queue)
      return queue
    },
  }
  beforeEach(async () => {
    tests.database_url = await createTestDatabase()
    tests.database = openDatabase(tests.database_url)
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((queue) => queue.stop()))
    await tests.database.destroy()
  })
  return tests
}
