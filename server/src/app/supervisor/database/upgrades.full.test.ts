import { spawnSync } from 'node:child_process'
import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endOf, query, StandInProduct, until } from '../../../../test/stand-in-product.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import { markOf, waitUntilGone } from '../processes.ts'

/** Whether one process can mount a file system for itself alone. */
const MOUNTS = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0
/** Whether the system can end a program together with the one that started it. */
const TIES = spawnSync('setpriv', ['--version']).status === 0
const MIGRATIONS = join(import.meta.dirname, '../../../platform/db/migrations')

let product: StandInProduct

beforeEach(async () => {
  product = await StandInProduct.make()
})

afterEach(() => product.remove())

/** Content from before migrations ran in one transaction: the first migrations, and a row. */
async function old(url: string): Promise<void> {
  const first = '001-accounts.sql'
  await query(url, 'CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())')
  await query(url, await readFile(join(MIGRATIONS, first), 'utf8'))
  await query(url, `INSERT INTO migrations (name) VALUES ('${first}'); INSERT INTO companies (name) VALUES ('Kept')`)
}

/** Starts, waits until the roles run, and migrates the database as they do. */
async function upgrade(): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const { child } = product.launch({ ROLES: 'worker' })
  const { url } = await product.living('worker')
  await migrate(url)
  const stop = () => {
    child.kill('SIGTERM')
    return endOf(child)
  }
  return { url, stop }
}

const copies = async () =>
  (await readdir(product.data_dir)).filter((name) => name.startsWith('postgres.before-')).sort()
const companies = (url: string) => query<{ name: string }>(url, 'SELECT name FROM companies ORDER BY name')

test('before an upgrade the cluster is copied, at most two copies stay, and two moves restore one', async () => {
  await product.makeDatabase(old)
  for (let round = 1; round <= 3; round += 1) {
    const { url, stop } = await upgrade()
    await query(url, "INSERT INTO companies (name) VALUES ('Later')")
    await stop()
    const kept = await copies()
    expect(kept.length).toBe(Math.min(round, 2))

    // No migration is pending now, so nothing is copied.
    const again = await upgrade()
    expect(await companies(again.url)).toEqual([{ name: 'Kept' }, { name: 'Later' }])
    await again.stop()
    expect(await copies()).toEqual(kept)
    if (round === 3) break
    await rename(join(product.data_dir, 'postgres'), join(product.data_dir, `postgres.failed${round}`))
    await rename(join(product.data_dir, String(kept.at(-1))), join(product.data_dir, 'postgres'))
    // The earlier version finds its own content, and the next upgrade copies it again.
    const restored = product.launch({ ROLES: 'worker' })
    const { url: earlier } = await product.living('worker')
    expect(await companies(earlier)).toEqual([{ name: 'Kept' }])
    expect(await query(earlier, 'SELECT name FROM migrations')).toEqual([{ name: '001-accounts.sql' }])
    restored.child.kill('SIGTERM')
    await endOf(restored.child)
    await wait(1_000)
  }
})

test.runIf(TIES)('a supervisor that is killed during the copy takes the copying program with it', async () => {
  await product.makeDatabase(old)
  const programs = join(product.folder, 'programs')
  const started = join(product.folder, 'cp.pid')
  await mkdir(programs)
  await writeFile(
    join(programs, 'cp'),
    `#!/bin/sh\necho $$ > '${started}.new'; mv '${started}.new' '${started}'; exec sleep 600\n`,
    {
      mode: 0o755,
    },
  )
  const { child } = product.launch({ ROLES: 'worker', PATH: `${programs}:${process.env.PATH}` })
  const copying = markOf(Number(await until(() => readFile(started, 'utf8').catch(() => undefined))))
  expect(copying).toBeDefined()
  child.kill('SIGKILL')
  await endOf(child)
  expect(await waitUntilGone(copying!, 10_000)).toBe(true)
  const { stop } = await upgrade()
  expect((await copies()).map((name) => name.endsWith('.new'))).toEqual([false])
  await stop()
})

test('a database of a newer version ends the start of the whole product with a sentence', async () => {
  await product.makeDatabase(async (url) => {
    await migrate(url)
    await query(url, "INSERT INTO migrations (name) VALUES ('999-later.sql')")
  })
  const { child, output } = product.launch()
  expect(await endOf(child)).toBe(78)
  expect(output()).toMatch(/newer version of Footnote: it has been through 999-later\.sql/)
  expect(output()).not.toContain('starting it again')
  await expect(product.serverMark()).rejects.toThrow('ENOENT')
})

test.runIf(MOUNTS)(
  'without room for a copy the database stays unchanged, and a sentence names the room needed',
  async () => {
    await product.makeDatabase(old)
    let used = 0
    for (const { name, parentPath } of await readdir(product.data_dir, { recursive: true, withFileTypes: true }))
      used += (await lstat(join(parentPath, name))).blocks / 2
    const small = join(product.folder, 'small')
    await mkdir(small)
    const command = `mount -t tmpfs -o mode=755,size=${Math.round(used * 1.6)}k none "${small}" && cp -a "$DATA_DIR/." "${small}" &&
    DATA_DIR="${small}" exec "$0" "$1"`
    const run = product.run(['unshare', '--mount', 'sh', '-c', command, process.execPath, product.program])
    expect(await endOf(run.child)).toBe(78)
    expect(run.output()).toMatch(/That needs \d+ MB in \S+small, where \d+ MB are free\. .*UPGRADE_COPY=off/)
    const off = product.launch({ ROLES: 'worker', UPGRADE_COPY: 'off' })
    await until(() => off.output().includes('running: worker'))
    expect(await copies()).toEqual([])
  },
)
