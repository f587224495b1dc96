import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countedWords, keptWords } from '../../../test/kept-words.ts'
import { copiesOf, nameOf, oldDatabase, onServer, work } from '../../../test/old-database.ts'
import { openDatabase } from './database.ts'
import { migrate, readMigrations } from './migrate.ts'

const PATIENTLY = { timeout: 300_000, interval: 50 }

/** Every table with its rows and a hash of them, and every column, for comparing databases. */
async function contents(url: string): Promise<Record<string, string>> {
  return await work(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as text from ${name} t`,
      )
      found[name] = rows[0]?.text ?? ''
    }
    const { rows } = await client.query<{ text: string }>(
      `select string_agg(format('%s.%s %s %s', table_name, column_name, data_type, is_nullable), E'\\n' order by 1) as text
       from (select * from information_schema.columns where table_schema = 'public' order by table_name, column_name) c`,
    )
    found.columns = rows[0]?.text ?? ''
    return found
  })
}

/** The same rows in another database. */
async function cloneOf(url: string): Promise<string> {
  const name = `${new URL(url).pathname.slice(1)}_clone`
  const server = new URL(url)
  server.pathname = '/postgres'
  await work(server.href, async (client) =>
    client.query(`create database ${name} template ${new URL(url).pathname.slice(1)}`),
  )
  server.pathname = `/${name}`
  return server.href
}

const applied = (url: string) => work(url, async (client) => (await readMigrations(client)).applied)

test('an upgrade that is killed again and again has the same rows as an undisturbed one', async () => {
  const undisturbed = await oldDatabase()
  const killed = await cloneOf(undisturbed)
  const before = await applied(killed)
  await migrate(undisturbed)
  const program = `import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    console.log('begins')
    await migrate(${JSON.stringify(killed)})`
  let kills = 0
  for (let pause = 0; kills < 8; pause += 12) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    await wait(pause)
    child.kill('SIGKILL')
    const [code] = await ended
    if (code === 0) break
    kills += 1
    // The server notices the lost connection with its next message.
    const now = await applied(killed)
    expect([before, await applied(undisturbed)]).toContainEqual(now)
  }
  expect(kills).toBeGreaterThan(0)
  await migrate(killed)
  expect(await contents(killed)).toEqual(await contents(undisturbed))
})

test('old signatures are stored in pages per video, and found unchanged', async () => {
  const url = await oldDatabase()
  await work(url, (client) =>
    client.query(`
      insert into samples (video_id, time, shot) select id, n, 0 from videos, generate_series(1, 3) as n;
      insert into vector_engines (engine, rows_of, dimensions, sum, count, mean, mean_of)
        values ('small-1', 'samples', 12, decode(repeat('00', 96), 'hex'), 9, decode(repeat('00', 48), 'hex'), 9);
      create table vector_signatures_1 (row_id bigint primary key, video_id uuid not null, signature bit(12) not null);
      insert into vector_signatures_1 select id, video_id, (id % 4096)::int::bit(12) from samples;
      create table vectors_1 (row_id bigint primary key, vector bytea not null)`),
  )
  await migrate(url)
  const rows = await work(url, async (client) => {
    const { rows } = await client.query<{ id: string; video_id: string }>(
      'select id, video_id from samples order by id',
    )
    return rows
  })
  const pages = await work(url, async (client) => {
    const read = 'select set_number, video_id, row_ids, signatures, scales from vector_pages order by video_id'
    return (await client.query(read)).rows
  })
  const expected = [...Map.groupBy(rows, (row) => row.video_id)].map(([video_id, samples]) => ({
    set_number: 1,
    video_id,
    row_ids: Buffer.concat(samples.map(({ id }) => bigint(BigInt(id)))),
    // Twelve bits, and four to fill the second byte.
    signatures: Buffer.concat(samples.map(({ id }) => bigint(BigInt(Number(id) << 4)).subarray(6))),
    scales: null,
  }))
  expect(expected.length).toBeGreaterThan(0)
  expect(pages).toEqual(expected.sort((a, b) => (a.video_id < b.video_id ? -1 : 1)))
  const left = await work(url, (client) => client.query("select to_regclass('vector_signatures_1') as name"))
  expect(left.rows).toEqual([{ name: null }])
})

/** A number in PostgreSQL's binary format. */
function bigint(value: bigint): Buffer {
  const packed = Buffer.alloc(8)
  packed.writeBigInt64BE(value)
  return packed
}

test('the upgrade counts the words of many lines, and reports it', async () => {
  const url = await oldDatabase()
  const line = 'video_id, engine, number, start_time, end_time, text'
  await work(url, (client) =>
    client.query(`
      insert into cues (${line}, language, words)
        select id, 'heard', n, n, n + 1.5, 'Water the tomatoes, number ' || n % 40, 'en', '[]'
        from videos, generate_series(0, 2100) as n;
      insert into text_spans (${line}, confidence)
        select id, 'read', n, n, n + 1, 'Расходы ' || n, 0.9 from videos, generate_series(0, 9) as n`),
  )
  const said: string[] = []
  // The upgrade waits for this lock, and meanwhile more time passes than a person waits without a word.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const upgraded = await work(url, async (client) => {
    await client.query('begin; lock table cues in access share mode')
    const upgrade = migrate(url, { say: (sentence) => said.push(sentence) })
    await vi.waitFor(async () => {
      const waits = await client.query('select from pg_locks where not granted and relation = $1::regclass', ['cues'])
      expect(waits.rowCount).toBe(1)
    }, PATIENTLY)
    vi.setSystemTime(Date.now() + 3_000)
    return { upgrade }
  })
  await upgraded.upgrade
  const upgrading = said.filter((sentence) => sentence.startsWith('upgrading the database: '))
  expect(upgrading.at(-1)).toMatch(/: (\d+) of \1, \d{3}-[a-z-]+\.sql$/)
  expect(said.filter((sentence) => !upgrading.includes(sentence))).toEqual([
    'The words of 105550 lines are being counted, for search. A million lines take some minutes.',
    expect.stringMatching(/^The words of 10\d{4} of 105550 lines have been counted\.$/),
  ])
  const db = openDatabase(url)
  try {
    const kept = await keptWords(db)
    expect(kept.words.length).toBeGreaterThan(1_000)
    expect(kept).toEqual(await countedWords(db))
  } finally {
    await db.destroy()
  }
})

test('before an upgrade the database is copied, at most two copies stay, and two renames restore one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const url = await oldDatabase()
  const before = await contents(url)
  for (let round = 1; round <= 3; round += 1) {
    await migrate(url, { keep_copy: true })
    expect(await contents(url)).not.toEqual(before)
    const copies = await copiesOf(url)
    expect(copies.length).toBe(Math.min(round, 2))
    // No migration is pending now, so nothing is copied.
    await migrate(url, { keep_copy: true })
    expect(await copiesOf(url)).toEqual(copies)
    await onServer(url, `alter database ${nameOf(url)} rename to ${nameOf(url)}_failed${round}`)
    await onServer(url, `alter database ${copies.at(-1)} rename to ${nameOf(url)}`)
    expect(await contents(url)).toEqual(before)
    // The names contain times, to the second.
    vi.setSystemTime(Date.now() + 1_000)
    if (round < 3) await onServer(url, `create database ${copies.at(-1)} template ${nameOf(url)}`)
  }
})

test('a failed copy leaves the database unchanged, and a sentence says what to do', async () => {
  const url = await oldDatabase()
  const before = await contents(url)
  await work(url, async () => {
    await expect(migrate(url, { keep_copy: true })).rejects.toThrow(/Stop Footnote on every machine/)
  })
  await onServer(url, `create role ${nameOf(url)} login password 'few'`)
  await onServer(url, `alter database ${nameOf(url)} owner to ${nameOf(url)}`)
  const few = new URL(url)
  few.username = nameOf(url)
  few.password = 'few'
  await work(url, (client) => client.query(`grant all on all tables in schema public to ${nameOf(url)}`))
  await expect(migrate(few.href, { keep_copy: true })).rejects.toThrow(/ALTER ROLE \S+ CREATEDB.*UPGRADE_COPY=off/)
  expect(await contents(url)).toEqual(before)
})
