import pg from 'pg'
import { expect, test } from 'vitest'
import { query } from '../../../../test/stand-in-product.ts'
import { startTestPostgres } from '../../../../test/test-postgres.ts'

/** Milliseconds for which a session of a killed server does not end. */
const BUSY = 5_000

test('a killed server starts again, although a session of it goes on for seconds', async () => {
  const postgres = await startTestPostgres({})
  const client = new pg.Client({ connectionString: postgres.url })
  client.on('error', () => undefined)
  try {
    await query(postgres.url, "create table kept as select 'words' as text")
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const { pid } = rows[0]!
    // As if it waited for a busy disk.
    process.kill(pid, 'SIGSTOP')
    setTimeout(() => process.kill(pid, 'SIGCONT'), BUSY)
    await postgres.crash('SIGKILL')
    expect(await query(postgres.url, 'select text from kept')).toEqual([{ text: 'words' }])
  } finally {
    await client.end().catch(() => undefined)
    await postgres.stop()
  }
})
