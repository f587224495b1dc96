import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { SECRET } from '../../../seed/rows/senders.ts'
import { type Product, silentLog, startProduct } from '../../test/product.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testConfig } from '../../test/test-config.ts'
import { runWords } from '../../test/typed-command.ts'
import { ConfigError } from '../platform/config.ts'
import type { Log } from '../platform/queue/jobs.ts'
import { backUp } from './back-up.job.ts'

const DAY = 86_400_000
const context = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: silentLog }

/** A product that keeps two backups in a folder of its own. */
async function scheduled(folder?: string) {
  const target = folder ?? path.join(await temporaryFolder('scheduled'), 'backups')
  const product = await startProduct({ settings: { BACKUP_DIR: target, BACKUP_AT: '02:30', BACKUP_KEEP: '2' } })
  onTestFinished(() => product.close())
  const owner = await product.person()
  await product.aVideo(owner, await product.aCollection(owner))
  const errors: string[] = []
  const log: Log = { ...silentLog, error: (_details, message) => void errors.push(message) }
  const run = async () => await backUp({ ...product, log })({}, context)
  return { product, target, run, errors, names: async () => (await readdir(target)).sort() }
}

/** Lets time pass: every backup becomes older. */
async function pass({ db }: Product, milliseconds: number): Promise<void> {
  const by = sql`${milliseconds} * interval '1 millisecond'`
  await sql`update backups set started_at = started_at - ${by}, finished_at = finished_at - ${by},
    checked_at = checked_at - ${by}, read_all_at = read_all_at - ${by}`.execute(db)
}

const doctor = async ({ config }: Product) => {
  const settings = { DATABASE_URL: config.database_url, DATA_DIR: config.data_dir, SECRET_KEY: SECRET }
  const { out } = await runWords(['doctor', '--json'], { ...settings, BACKUP_DIR: config.backup!.folder })
  const { checks } = JSON.parse(out) as { checks: { name: string; state: string; sentence: string }[] }
  return checks.find(({ name }) => name === 'backup')
}

test('a backup is made once a day, links to files that it has, and old ones go after the new one was checked', async () => {
  const { product, run, names, target } = await scheduled()
  for (let day = 0; day < 3; day += 1) {
    const before: string[] = await names().catch(() => [])
    await run()
    const made = (await names()).filter((name) => !before.includes(name))
    expect(made).toHaveLength(1)
    await run()
    expect((await names()).length).toBeLessThanOrEqual(2)
    expect(await names()).toEqual(expect.arrayContaining(made))
    await pass(product, DAY)
  }
  const [first, second] = await names()
  expect(await names()).toHaveLength(2)
  const [file] = (await readdir(path.join(target, first!, 'files'), { recursive: true })).filter((name) =>
    name.endsWith('.mp4'),
  )
  const inode = async (backup: string) => (await stat(path.join(target, backup, 'files', file!))).ino
  expect(await inode(first!)).toBe(await inode(second!))
  expect(await doctor(product)).toMatchObject({ state: 'ok', sentence: expect.stringContaining('was read again') })
})

test('a backup that fails is in the log and with its reason in doctor, removes nothing, and is tried again after an hour', async () => {
  const { product, run, names, target, errors } = await scheduled()
  await run()
  await pass(product, DAY)
  const kept = await names()
  // A folder of a full or a lost disk: nothing can be made below a file.
  await writeFile(path.join(target, '..', 'in the way'), '')
  const config = {
    ...product.config,
    backup: { ...product.config.backup!, folder: path.join(target, '..', 'in the way') },
  }
  const fail = () =>
    backUp({ ...product, config, log: { ...silentLog, error: (_details, message) => void errors.push(message) } })(
      {},
      context,
    )
  await fail()
  expect(errors).toEqual(['the scheduled backup failed'])
  const found = await doctor(product)
  expect(found).toMatchObject({
    state: 'fail',
    sentence: expect.stringMatching(/failed: .*in the way cannot be made.*1 days ago/),
  })
  await fail()
  expect(errors).toHaveLength(1)
  expect(await names()).toEqual(kept)
  await pass(product, 3_700_000)
  await run()
  expect(await names()).toHaveLength(2)
  expect(await doctor(product)).toMatchObject({ state: 'ok' })
})

test('a backup whose files read differently is no backup: it goes, and those before it stay', async () => {
  const { product, run, names, target, errors } = await scheduled()
  await run()
  const [first] = await names()
  const [file] = (await readdir(path.join(target, first!, 'files'), { recursive: true })).filter((name) =>
    name.endsWith('.mp4'),
  )
  const altered = path.join(target, first!, 'files', file!)
  await chmod(altered, 0o600)
  await writeFile(altered, 'bites')
  // Until all files are read again, files that both have are trusted.
  await pass(product, 8 * DAY)
  await run()
  expect(errors).toEqual(['the scheduled backup failed'])
  expect(await names()).toEqual([first])
  expect((await doctor(product))?.sentence).toMatch(/was altered/)
})

test('BACKUP_AT and BACKUP_KEEP need BACKUP_DIR, and each must be right', async () => {
  const folder = await temporaryFolder('settings')
  await mkdir(folder, { recursive: true })
  const read = (settings: Record<string, string>) => () =>
    testConfig({ DATA_DIR: folder, DATABASE_URL: 'postgres://localhost', ...settings })
  expect(read({ BACKUP_AT: '02:30' })).toThrow(ConfigError)
  const faults: Record<string, string>[] = [{ BACKUP_AT: '25:00' }, { BACKUP_AT: 'noon' }, { BACKUP_KEEP: '0' }]
  for (const wrong of faults) expect(read({ BACKUP_DIR: '/mnt/backups', ...wrong })).toThrow(/BACKUP_/)
  expect(read({ BACKUP_DIR: '/mnt/backups', BACKUP_AT: '23:05' })().backup).toEqual({
    ...{ folder: '/mnt/backups', minute: 23 * 60 + 5, keep: 7 },
  })
})
