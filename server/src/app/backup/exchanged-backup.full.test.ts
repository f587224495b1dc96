import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { renameSync, symlinkSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { exchangedFolder, FILM } from '../../../test/exchanged-folder.ts'
import { startProduct } from '../../../test/product.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { createEmptyDatabase } from '../../../test/test-database.ts'
import { restoreBackup } from '../command/restore-backup.ts'
import { checkBackup } from './check-backup.ts'
import { cloneFile } from './copy-files.ts'
import { FILE_LIST, findBackup, MANIFEST, readManifest, writeManifest } from './manifest.ts'
import { writeBackup } from './write-backup.ts'

const READS = 500
const product = await startProduct()
afterAll(() => product.close())
// So that backups have it, too.
await writeFile(path.join(product.config.data_dir, 'secret.key'), SECRET)
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

test.each(['the name of a file', 'the name of its folder', 'the name of the backup'])(
  'a restore follows no link that takes %s after the backup was read',
  async (which) => {
    const { folder, data_dir, restore, restored } = await place()
    const outside = await temporaryFolder('of-root')
    const file = path.join(folder, 'files', storage_key)
    const names = { file, 'its folder': path.dirname(file), 'the backup': folder }
    const name = names[which.replace(/^the name of (?:a )?/, '') as keyof typeof names]
    const target = path.join(outside, path.relative(path.dirname(name), name))
    await cp(name, target, { recursive: true })
    await writeFile(path.join(target, path.relative(name, file)), 'what only root may read')
    const exchanging = (sentence: string) => {
      if (sentence !== 'copying the files') return
      renameSync(name, `${name}.kept`)
      symlinkSync(target, name)
    }
    await expect(restore(exchanging)).rejects.toThrow(/is no file, or was exchanged\. Use another backup\./)
    expect(await restored()).toEqual([])
    expect((await readdir(data_dir)).filter((name) => name.startsWith('files.'))).toEqual([])
  },
)

test('a backup with a pipe in place of a file is refused, and does not wait for a writer', async () => {
  const { folder } = await place()
  for (const within of [MANIFEST, path.join('files', storage_key), 'tables/videos.zst', FILE_LIST]) {
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

test('a link in place of any part of a backup is refused, though it leads to the same content', async () => {
  const { folder } = await place()
  const elsewhere = path.join(await temporaryFolder('elsewhere'), 'part')
  for (const within of [MANIFEST, FILE_LIST, 'secret.key', 'tables', 'tables/videos.zst', 'files']) {
    const name = path.join(folder, within)
    await rename(name, elsewhere)
    await symlink(elsewhere, name)
    await expect(checkBackup(folder), within).rejects.toThrow('is no file, or was exchanged')
    await rm(name)
    await rename(elsewhere, name)
  }
})

test('a link to another backup is not the newest backup of a folder', async () => {
  const [ours, theirs] = [await place(), await place()]
  const target = path.dirname(ours.folder)
  await symlink(theirs.folder, path.join(target, '29991231T235959Z'))
  expect(await findBackup(target)).toBe(ours.folder)
})

test('files of a backup are not read from elsewhere while another process exchanges names for links', async () => {
  const folder = path.join(await temporaryFolder('exchanged-quickly'), 'backup')
  const key = path.join(await temporaryFolder('of-root'), 'key')
  await writeFile(key, 'what only root may read')
  const stop = await exchangedFolder({ folder, files: READS, key })
  const copies = await temporaryFolder('copies')
  let [tries, swaps] = [0, 0]
  try {
    while (tries < READS)
      for (let number = 0; number < READS; number += 1) {
        const within = number % 2 === 0 ? `shot ${number}.mp4` : `Day ${number}/shot ${number}.mp4`
        const copy = path.join(copies, `${tries}.mp4`)
        try {
          await cloneFile(folder, path.join('Shoot', within), copy)
        } catch (error) {
          // Between two renames it has no name.
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
          expect(String(error)).toContain('is no file, or was exchanged')
        }
        tries += 1
      }
  } finally {
    swaps = await stop()
  }
  const contents = await Promise.all((await readdir(copies)).map((name) => readFile(path.join(copies, name), 'utf8')))
  console.log(`reading a backup: ${swaps} swaps, ${tries} tries, ${contents.length} taken`)
  expect(swaps).toBeGreaterThanOrEqual(READS)
  expect(contents.length).toBeGreaterThan(0)
  expect(contents.filter((content) => !content.startsWith(FILM))).toEqual([])
})
