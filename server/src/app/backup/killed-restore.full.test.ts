import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { startProduct } from '../../../test/product.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { createEmptyDatabase } from '../../../test/test-database.ts'
import { runWords } from '../../../test/typed-command.ts'
import { ADVISORY_LOCKS } from '../../platform/db/advisory-locks.ts'
import { Connection, withConnection } from '../../platform/db/connections.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { restoreBackup } from '../command/restore-backup.ts'
import { finishRestore, removeRestoreLeftovers, removeRestoreLeftoversOnceFree } from './finish-restore.ts'

const product = await startProduct()
const owner = await product.person()
await product.aVideo(owner, await product.aCollection(owner))
afterAll(() => product.close())
const target = path.join(await temporaryFolder('killed-restore'), 'backups')
const source = { DATABASE_URL: product.config.database_url, DATA_DIR: product.config.data_dir, SECRET_KEY: SECRET }
expect((await runWords(['backup', target], source)).code).toBe(0)

/** A place whose restore was killed after its commit, as soon as its new files are moved away from `files`. */
async function killedAfterCommit() {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-restored-'))
  onTestFinished(() => rm(data_dir, { recursive: true, force: true }))
  const place = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: data_dir, SECRET_KEY: SECRET }
  expect((await runWords(['restore', target], place)).code).toBe(0)
  const db = openDatabase(place.DATABASE_URL)
  const { id } = await db.insertInto('backups').values({ kind: 'restore' }).returning('id').executeTakeFirstOrThrow()
  await db.destroy()
  const files = path.join(data_dir, 'files')
  return { place, files, staged: `${files}.restored-${id}`, aside: `${files}.before-${id}` }
}

/** Moves the new files back beside an old folder. */
async function putOldFiles({ files, staged }: { files: string; staged: string }): Promise<void> {
  await rename(files, staged)
  await mkdir(files)
  await writeFile(path.join(files, 'old'), 'old')
}

test('a restore that was killed after its commit is finished by the next command, which reads rows and files of one moment', async () => {
  const killed = await killedAfterCommit()
  await putOldFiles(killed)
  const checked = await runWords(['fsck'], killed.place)
  expect([checked.code, checked.out.trim()]).toEqual([0, 'Rows and files agree.'])
  expect(await readdir(killed.files)).toEqual(['videos'])
})

test('a restore after a killed one keeps the files of the killed one, even if it is refused', async () => {
  const killed = await killedAfterCommit()
  await putOldFiles(killed)
  expect((await runWords(['restore', target], killed.place)).error).toContain('add --replace')
  expect(await readdir(killed.files)).toEqual(['videos'])
  expect((await readdir(killed.place.DATA_DIR)).filter((name) => name.startsWith('files.'))).toEqual([])
})

test('a restore that was killed between its two renames is finished, also where the files are linked to another disk', async () => {
  for (const linked of [false, true]) {
    const { place, files: own, staged, aside } = await killedAfterCommit()
    const disk = path.join(place.DATA_DIR, 'disk')
    const [real, new_files, old_files] = linked
      ? [path.join(disk, 'files'), ...[staged, aside].map((folder) => path.join(disk, path.basename(folder)))]
      : [own, staged, aside]
    await mkdir(disk)
    await rename(own, new_files!)
    await mkdir(old_files!)
    if (linked) await symlink(real!, own)
    expect((await runWords(['fsck'], place)).code).toBe(0)
    expect(await readdir(own)).toEqual(['videos'])
    expect((await readdir(path.dirname(real!))).filter((name) => name.startsWith('files'))).toEqual(['files'])
    const [key] = (await readdir(own, { recursive: true })).filter((name) => name.endsWith('.mp4'))
    expect(await readFile(path.join(own, key!), 'utf8')).toBe('bytes')
  }
})

test('what a restore that was killed before its commit left is named by doctor, and by fsck, which removes it; not while a restore runs', async () => {
  const { place, files } = await killedAfterCommit()
  expect((await runWords(['restore', target, '--replace'], place)).code).toBe(0)
  const leftovers = [`${files}.restored-${randomUUID()}`, `${files}.removing-${randomUUID()}`]
  for (const folder of leftovers) await mkdir(path.join(folder, 'videos'), { recursive: true })
  const doctor = async () => JSON.parse((await runWords(['doctor', '--json'], place)).out).checks
  const named = async () => (await doctor()).find(({ name }: { name: string }) => name === 'restore')
  expect(await named()).toMatchObject({ state: 'warn', sentence: expect.stringContaining(leftovers[0]!) })
  const found = await runWords(['fsck', '--json'], place)
  expect([found.code, JSON.parse(found.out).left_behind.sort()]).toEqual([1, leftovers.toSorted()])

  const running = new Connection({ connectionString: place.DATABASE_URL })
  await running.connect()
  await running.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.restore])
  expect((await runWords(['fsck', '--repair', '--yes'], place)).code).toBe(0)
  expect((await readdir(place.DATA_DIR)).filter((name) => name.startsWith('files.')).length).toBe(2)
  await running.end()

  expect((await runWords(['fsck', '--repair', '--yes'], place)).code).toBe(0)
  expect((await readdir(place.DATA_DIR)).filter((name) => name.startsWith('files'))).toEqual(['files'])
  expect(await named()).toMatchObject({ state: 'ok' })
})

test('a start removes what a killed restore left, and keeps the files of one that is committed', async () => {
  const killed = await killedAfterCommit()
  await putOldFiles(killed)
  const lost = `${killed.files}.restored-${randomUUID()}`
  await mkdir(lost)
  const db = openDatabase(killed.place.DATABASE_URL)
  onTestFinished(() => db.destroy())
  // The server still works on the last statement of the killed restore.
  const last = new Connection({ connectionString: killed.place.DATABASE_URL })
  await last.connect()
  await last.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.restore])
  expect(await removeRestoreLeftovers(db, killed.place.DATA_DIR)).toBeNull()
  const removed = removeRestoreLeftoversOnceFree(db, killed.place.DATA_DIR, 100)
  await last.end()
  expect(await removed).toEqual([lost])
  await finishRestore(db, killed.place.DATA_DIR)
  expect(await readdir(killed.files)).toEqual(['videos'])
})

test('a restore that loses the answer to its commit keeps its files for the next command', async () => {
  const { place, files } = await killedAfterCommit()
  const { query } = Connection.prototype
  let loaded = false
  const losing = function (this: Connection, ...words: Parameters<typeof query>) {
    const statement = String(words[0])
    const answer = query.apply(this, words) as unknown
    loaded ||= statement.startsWith('insert into backups')
    if (!loaded || statement !== 'commit') return answer
    return Promise.resolve(answer).then(() => Promise.reject(new Error('The answer was lost.')))
  }
  const lost = vi.spyOn(Connection.prototype, 'query').mockImplementation(losing as typeof query)
  const restored = restoreBackup({ env: place, target, replace: true, say: () => undefined })
  await expect(restored.finally(() => lost.mockRestore())).rejects.toThrow('The answer was lost.')
  await rm(files, { recursive: true })
  expect((await runWords(['fsck'], place)).out.trim()).toBe('Rows and files agree.')
  expect(await readdir(files)).toEqual(['videos'])
})

test('a restore says that another program holds a table, and leaves nothing', async () => {
  const { place } = await killedAfterCommit()
  await withConnection(place.DATABASE_URL, 'another-program', async (client) => {
    await client.query('begin')
    await client.query('lock table users')
    const { code, error } = await runWords(['restore', target, '--replace'], place)
    expect([code, error]).toEqual([1, expect.stringContaining('Another program holds a table')])
  })
  expect((await readdir(place.DATA_DIR)).filter((name) => name.startsWith('files.'))).toEqual([])
})
