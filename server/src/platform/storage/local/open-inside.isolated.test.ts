import { execFileSync } from 'node:child_process'
import { type FileHandle, mkdir, readdir, readFile, realpath, rename, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SECRET } from '../../../../../seed/rows/senders.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'

/** A folder with a file, and a folder beside it with another one. */
async function place() {
  const above = await realpath(await temporaryFolder('inside'))
  const [folder, outside] = [path.join(above, 'folder'), path.join(above, 'outside')]
  for (const [where, content] of [
    [path.join(folder, 'day'), 'a film'],
    [outside, 'others'],
  ] as const) {
    await mkdir(where, { recursive: true })
    await writeFile(path.join(where, 'a.mp4'), content)
  }
  return { folder, outside, file: path.join(folder, 'day/a.mp4') }
}

async function putLink(name: string, to: string): Promise<void> {
  await rename(name, `${name}.kept`)
  await symlink(to, name)
}

/** Linux names open files in /proc; other systems do not. */
describe.each([
  ['with /proc', true],
  ['without /proc', false],
])('%s', async (_system, has_proc) => {
  vi.resetModules()
  vi.doMock(import('node:fs'), async (original) => {
    const system = await original()
    return { ...system, existsSync: (name) => has_proc && system.existsSync(name) }
  })
  const { PathExchanged, inFolder, openInside, pathOfHandle, realFolder } = await import('./open-inside.ts')
  const { DiskStorage } = await import('../disk.ts')
  vi.doUnmock('node:fs')

  async function opened(folder: string): Promise<FileHandle> {
    const handle = await openInside(folder, 'day/a.mp4')
    onTestFinished(() => handle.close())
    return handle
  }

  test('a file opens, keeps what it was, and a folder is read', async () => {
    const { folder, file, outside } = await place()
    const handle = await opened(folder)
    expect(pathOfHandle(handle) !== null).toBe(has_proc)
    await putLink(file, path.join(outside, 'a.mp4'))
    expect(await handle.readFile('utf8')).toBe('a film')
    expect(await inFolder(folder, 'day', (where) => readdir(where))).toEqual(['a.mp4', 'a.mp4.kept'])
    await symlink(folder, path.join(outside, 'link'))
    expect(await realFolder(path.join(outside, 'link'))).toBe(folder)
  })

  test('links are not followed, wherever they are in the path, and only plain files open', async () => {
    const { folder, outside } = await place()
    await symlink(path.join(outside, 'a.mp4'), path.join(folder, 'link.mp4'))
    await symlink(outside, path.join(folder, 'out'))
    execFileSync('mkfifo', [path.join(folder, 'pipe.mp4')])
    for (const within of ['link.mp4', 'out/a.mp4', 'pipe.mp4', 'day', 'day/a.mp4/b.mp4', '../outside/a.mp4'])
      await expect(openInside(folder, within), within).rejects.toThrow(PathExchanged)
    await expect(openInside(folder, 'none.mp4')).rejects.toThrow('ENOENT')
    for (const within of ['out', '../outside'])
      await expect(
        inFolder(folder, within, (where) => readdir(where)),
        within,
      ).rejects.toThrow(PathExchanged)
  })

  describe('a disk', () => {
    async function disk() {
      const folder = await temporaryFolder('disk')
      const storage = new DiskStorage({ folder, secret_key: SECRET })
      const files = async () => {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true })
        return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
      }
      return { storage, files, target: path.join(folder, 'videos/a/original.mp4') }
    }

    test('shares the blocks of an open file, or links it', async () => {
      const { folder, file } = await place()
      const { storage, files, target } = await disk()
      expect(await storage.share('videos/a/original.mp4', { path: file, handle: await opened(folder) })).toBe(true)
      expect([await readFile(target, 'utf8'), await files()]).toEqual(['a film', ['original.mp4']])
      expect((await stat(file)).isFile()).toBe(true)
    })

    test.each(['its name', 'the name of its folder'])('shares nothing when a link has taken %s', async (which) => {
      const { folder, file, outside } = await place()
      const { storage, files } = await disk()
      const handle = await opened(folder)
      if (which === 'its name') await putLink(file, path.join(outside, 'a.mp4'))
      else await putLink(path.dirname(file), outside)
      const shared = await storage.share('videos/a/original.mp4', { path: file, handle })
      // Where blocks can be shared, they are those of the open file.
      if (shared) expect(await readFile(await storage.local('videos/a/original.mp4'), 'utf8')).toBe('a film')
      else expect(await files()).toEqual([])
      expect((await stat(path.join(outside, 'a.mp4'))).nlink).toBe(1)
    })
  })
})
