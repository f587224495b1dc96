import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, link, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeAbandonedFolders, withJobFolder } from './job-folder.ts'

let root: string
beforeEach(async () => {
  root = path.join(await mkdtemp(path.join(tmpdir(), 'footnote-work-')), 'work')
})
afterEach(() => rm(path.dirname(root), { recursive: true, force: true }))

test('a job folder is removed when the job ends, also after an error', async () => {
  let seen = ''
  const failing = withJobFolder(root, async (folder) => {
    seen = folder
    await writeFile(path.join(folder, 'picture.jpg'), 'x')
    throw new Error('The job failed.')
  })
  await expect(failing).rejects.toThrow('The job failed.')
  expect(existsSync(seen)).toBe(false)
})

test('folders of killed processes are removed, those of living ones and of other machines stay', async () => {
  const ended = spawn('true')
  await once(ended, 'close')
  const host = hostname().replaceAll(/[^a-zA-Z0-9]/g, '')
  const living = `${host}-${process.ppid}-abcdef`
  const elsewhere = `another-${ended.pid}-abcdef`
  for (const name of [`${host}-${ended.pid}-abcdef`, living, elsewhere])
    await mkdir(path.join(root, name), { recursive: true })
  await removeAbandonedFolders(root)
  expect((await readdir(root)).sort()).toEqual([living, elsewhere].sort())
})

test('a file of an abandoned folder becomes private, unless another process’s job uses it', async () => {
  const ended = spawn('true')
  await once(ended, 'close')
  const host = hostname().replaceAll(/[^a-zA-Z0-9]/g, '')
  const folders = [`${host}-${ended.pid}-abcdef`, `${host}-${ended.pid}-ghijkl`, `${host}-${process.ppid}-abcdef`]
  const [abandoned, another, living] = folders.map((name) => path.join(root, name)) as [string, string, string]
  for (const folder of [abandoned, another, living]) await mkdir(folder, { recursive: true })
  const stored = async (name: string, holders: readonly string[]) => {
    const file = path.join(root, name)
    await writeFile(file, name)
    for (const folder of holders) await link(file, path.join(folder, name))
    await chmod(file, 0o640)
    return file
  }
  const left = await stored('left', [abandoned])
  const left_twice = await stored('left-twice', [abandoned, another])
  const held = await stored('held', [abandoned, living])
  await removeAbandonedFolders(root)
  const modes = await Promise.all([left, left_twice, held].map(async (file) => (await stat(file)).mode & 0o777))
  expect(modes).toEqual([0o600, 0o600, 0o640])
})
