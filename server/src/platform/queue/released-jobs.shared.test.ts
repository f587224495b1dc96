import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { idleJobs } from '../../../test/idle-jobs.ts'
import { queueTests } from '../../../test/queues.ts'

const tests = queueTests()

/** A worker whose jobs hang, and the starts of those that it has begun, by video. */
async function hang(run: string, ended: readonly string[] = []) {
  const queue = await tests.open(true, run)
  const begun = new Map<string, number>()
  const released = await queue.release(ended)
  await queue.work({
    ...idleJobs,
    'process-video': async ({ video_id }, { starts, signal }) => {
      begun.set(video_id, starts)
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  return { queue, begun, released }
}

test('the next run takes the jobs of a killed one at once, counts no error, and leaves those of others alone', async () => {
  const [killed, alive] = [await hang('killed'), await hang('alive')]
  const ids = Array.from({ length: 6 }, () => randomUUID())
  await tests.database.transaction().execute(async (transaction) => {
    for (const video_id of ids) await killed.queue.enqueue(transaction, 'process-video', { video_id })
  })
  await expect.poll(() => killed.begun.size + alive.begun.size).toBe(6)
  // Each of the living processes still gives signs of life for its jobs, so the heartbeat takes none of them.
  const next = await hang('next', ['killed', 'long gone'])
  expect(next.released).toBe(killed.begun.size)
  await expect.poll(() => [...next.begun].sort()).toEqual([...killed.begun.keys()].map((id) => [id, 2]).sort())
  expect([...alive.begun.values()]).toEqual([...alive.begun].map(() => 1))
  expect(await tests.database.selectFrom('job_errors').selectAll().execute()).toEqual([])
  const { rows } = await sql<{ run: string; jobs: number }>`
    select output ->> 'run' as run, count(*)::int as jobs from pgboss.job
    where name = 'process-video' and state = 'active' group by 1 order by 1`.execute(tests.database)
  expect(rows).toEqual([
    { run: 'alive', jobs: alive.begun.size },
    { run: 'next', jobs: next.begun.size },
  ])
})
