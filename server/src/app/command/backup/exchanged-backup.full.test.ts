import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { renameSync, symlinkSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SECRET } from '../../../../../seed/rows/senders.ts'
import { startProduct } from '../../../../test/product.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createEmptyDatabase } from '../../../../test/test-database.ts'
import { checkBackup } from './check-backup.ts'
import { FILE_LIST, readManifest, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const product = await startProduct()
afterAll(() => product.close())
const owner = await product.person()
const id = await product.aVideo(owner, await product.aCollection(owner))
const { storage_key } = await product.db
  .selectFrom('videos')
  .select('storage_key')
  .where('id', '=', id)
  .executeTakeFirstOrThrow()

/** A backup in a folder that somebody else may write to, and an empty installation. */
async function place() {
  const { config, storage } = product
  const target = await temporaryFolder('exchanged-backup')
  const { folder } = await writeBackup({ config, storage, target, mode: 'copy' })
  const data_dir = await temporaryFolder('restored')
  const env = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: data_dir, SECRET_KEY: SECRET }
  const restore = (say: (sentence: string) => void = () => undefined) =>
    restoreBackup({ env, target: folder, replace: false, say })
  const restored = async () => {
    const found = await readdir(data_dir, { recursive: true, withFileTypes: true })
    return found.filter((entry) => !entry.isDirectory()).map((entry) => path.join(entry.parentPath, entry.name))
  }
  return { folder, data_dir, restore, restored }
}

test('a backup that nobody touches is restored', async () => {
  const { data_dir, restore } = await place()
  await restore()
  expect(await readFile(path.join(data_dir, 'files', storage_key), 'utf8')).toBe('bytes')
})

test.each(['the name of a file', 'the name of its folder'])(
  'a restore follows no link that takes %s after the backup was read',
  async (which) => {
    const { folder, data_dir, restore, restored } = await place()
    const outside = await temporaryFolder('of-root')
    const file = path.join(folder, 'files', storage_key)
    await writeFile(path.join(outside, path.basename(file)), 'what only root may read')
    const name = which === 'the name of a file' ? file : path.dirname(file)
    const exchanging = (sentence: string) => {
      if (sentence !== 'copying the files') return
      renameSync(name, `${name}.kept`)
      symlinkSync(name === file ? path.join(outside, path.basename(file)) : outside, name)
    }
    await expect(restore(exchanging)).rejects.toThrow(/is no file, or was exchanged\. Use another backup\./)
    expect(await restored()).toEqual([])
    expect((await readdir(data_dir)).filter((name) => name.startsWith('files.'))).toEqual([])
  },
)

test('a backup with a pipe in place of a file is refused, and does not wait for a writer', async () => {
  const { folder } = await place()
  for (const within of [path.join('files', storage_key), 'tables/videos.zst', FILE_LIST]) {
    const name = path.join(folder, within)
    await rename(name, `${name}.kept`)
    execFileSync('mkfifo', [name])
    await expect(checkBackup(folder), within).rejects.toThrow(`${within} is no file, or was exchanged`)
    await rename(`${name}.kept`, name)
  }
  expect((await checkBackup(folder)).manifest.files.count).toBeGreaterThan(0)
})

test('a list of files cannot name a place outside of the restored files', async () => {
  const { folder, restore, restored } = await place()
  const content = 'planted'
  await mkdir(path.join(folder, 'files'), { recursive: true })
  await writeFile(path.join(folder, 'planted.mp4'), content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const list = `${JSON.stringify({ key: '../planted.mp4', size: content.length, modified: 0, sha256 })}\n`
  await writeFile(path.join(folder, FILE_LIST), list)
  const manifest = await readManifest(folder)
  const list_sha256 = createHash('sha256').update(list).digest('hex')
  await writeManifest(folder, { ...manifest, files: { ...manifest.files, list_sha256 } })
  await expect(restore()).rejects.toThrow(/files\.jsonl was altered or cut/)
  expect(await restored()).toEqual([])
})
