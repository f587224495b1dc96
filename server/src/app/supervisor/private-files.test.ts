import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemAccount } from '../../platform/confinement/accounts/accounts.ts'
import { makePrivate } from './private-files.ts'

let folder: string
let data_dir: string

/** A data directory from before files were private. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-private-'))
  data_dir = join(folder, 'data')
  for (const name of ['files/videos/one', 'outbox', 'postgres/base', 'elsewhere'])
    await mkdir(join(data_dir, name), { recursive: true, mode: 0o755 })
  for (const name of ['files/videos/one/original.mp4', 'outbox/1.eml', 'postgres/base/1', 'secret.key', 'elsewhere/x'])
    await writeFile(join(data_dir, name), name, { mode: 0o644 })
  await writeFile(join(folder, 'outside'), 'x', { mode: 0o644 })
  await symlink(join(folder, 'outside'), join(data_dir, 'files/link'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const modeOf = async (path: string) => ((await lstat(path)).mode & 0o7777).toString(8)

/** Paths below the data directory with their modes, without PostgreSQL's and without links. */
async function modes(): Promise<Record<string, string>> {
  const found: Record<string, string> = { '.': await modeOf(data_dir) }
  for (const entry of await readdir(data_dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!path.includes('/postgres') && !entry.isSymbolicLink())
      found[path.slice(data_dir.length + 1)] = await modeOf(path)
  }
  return found
}

test('an existing data directory becomes private once', async () => {
  expect(await makePrivate(data_dir, undefined)).toBe(9)
  expect(await modes()).toEqual({
    '.': '711',
    '.private.json': '600',
    compiled: '700',
    'secret.key': '600',
    elsewhere: '700',
    'elsewhere/x': '600',
    files: '700',
    'files/videos': '700',
    'files/videos/one': '700',
    'files/videos/one/original.mp4': '600',
    models: '711',
    outbox: '700',
    'outbox/1.eml': '600',
    work: '711',
  })
  // PostgreSQL owns the cluster, and the target of a link is outside.
  expect(await modeOf(join(data_dir, 'postgres'))).toBe('755')
  expect(await modeOf(join(data_dir, 'postgres/base/1'))).toBe('644')
  expect(await modeOf(join(folder, 'outside'))).toBe('644')

  await chmod(join(data_dir, 'files/videos/one/original.mp4'), 0o640)
  expect(await makePrivate(data_dir, undefined)).toBe(0)
  expect(await modeOf(join(data_dir, 'files/videos/one/original.mp4'))).toBe('640')

  // Somebody restored a backup.
  await cp(join(data_dir, 'files'), join(data_dir, 'copied'), { recursive: true, verbatimSymlinks: true })
  await rm(join(data_dir, 'files'), { recursive: true })
  await rename(join(data_dir, 'copied'), join(data_dir, 'files'))
  expect(await makePrivate(data_dir, undefined)).toBeGreaterThan(0)
  expect(await modeOf(join(data_dir, 'files/videos/one/original.mp4'))).toBe('600')
})

test('a folder that is removed meanwhile does not stop it', async () => {
  // Alone in a data directory, so that the two meet at once.
  const alone = join(folder, 'alone')
  const left = join(alone, 'files.restored')
  for (let number = 0; number < 500; number++) await mkdir(join(left, `${number}/videos`), { recursive: true })
  await Promise.all([makePrivate(alone, undefined), rm(left, { recursive: true })])
  expect((await readdir(alone)).sort()).toEqual(['.private.json', 'compiled', 'files', 'models', 'outbox', 'work'])
})

test.runIf(process.getuid?.() === 0)(
  'another account gets what API and worker write to, and nothing else',
  async () => {
    const account = systemAccount('footnote')
    if (!account) throw new Error('The user footnote could not be made.')
    await makePrivate(data_dir, undefined)
    await makePrivate(data_dir, account)
    const ownerOf = async (name: string) => (await lstat(join(data_dir, name))).uid
    for (const name of [
      'files',
      'files/videos/one/original.mp4',
      'files/link',
      'outbox/1.eml',
      'compiled',
      'models',
      'work',
      'secret.key',
    ])
      expect([name, await ownerOf(name)]).toEqual([name, name === 'files/link' ? 0 : account.uid])
    for (const name of ['.', 'elsewhere', 'elsewhere/x', 'postgres', 'postgres/base/1'])
      expect([name, await ownerOf(name)]).toEqual([name, 0])
  },
)
