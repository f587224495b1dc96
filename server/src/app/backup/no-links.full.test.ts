import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { makeOpenFolder } from '../../../test/open-folder.ts'
import { startProduct } from '../../../test/product.ts'
import { mountSmallDisk } from '../../../test/small-disk.ts'
import { whyUnwatchable } from '../../../test/strace.ts'

const MIB = 1024 ** 2
const ROOT = path.resolve(import.meta.dirname, '../../../..')

const disk = await mountSmallDisk(40 * MIB)
const small = 'folder' in disk ? disk.folder : ''
const why = whyUnwatchable() ?? ('reason' in disk ? disk.reason : null)
const product = await startProduct()
afterAll(async () => {
  await product.close()
  if ('remove' in disk) await disk.remove()
})

/** Runs a program of the product on a system whose disks refuse links, as FAT does. */
function withoutLinks(words: readonly string[], env: NodeJS.ProcessEnv) {
  const { status, stderr } = spawnSync(
    'strace',
    [
      ...['--follow-forks', '--seccomp-bpf', '--quiet=all', '--output', '/dev/null'],
      ...['--trace', 'link,linkat', '--inject', 'link,linkat:error=EPERM'],
      ...[process.execPath, ...words],
    ],
    { encoding: 'utf8', env: { PATH: process.env.PATH, ...env } },
  )
  return { status, stderr }
}
const backUp = (target: string, ...more: string[]) =>
  withoutLinks([path.join(ROOT, 'bin/footnote.mjs'), 'backup', target, ...more], {
    DATABASE_URL: product.config.database_url,
    DATA_DIR: product.config.data_dir,
    SECRET_KEY: SECRET,
  })
const film = async (name: string) =>
  await product.storage.write(`videos/${name}/original.mp4`, Readable.from([Buffer.alloc(12 * MIB)]), 'video/mp4')

test.skipIf(why !== null)(
  `on a disk without links each backup asks for room for all files, says so, and leaves nothing${why ? ` (${why})` : ''}`,
  async () => {
    const target = path.join(small, 'backups')
    await mkdir(target)
    await film('a')
    const first = backUp(target)
    expect(first).toMatchObject({ status: 0, stderr: expect.stringContaining('makes no links, so each backup there') })
    const [kept] = await readdir(target)
    const second = backUp(target)
    expect(second).toMatchObject({ status: 0 })
    const third = backUp(target)
    expect(third).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /The backup may need .* are free in .*makes no links, so each backup has all files/,
      ),
    })
    const asked = backUp(target, '--files', 'link')
    expect(asked).toMatchObject({ status: 1, stderr: expect.stringContaining('The backup may need') })
    for (const { stderr } of [third, asked]) expect(stderr).not.toMatch(/ENOSPC|at async|node:/)
    const left = await readdir(target)
    expect(left).toHaveLength(2)
    expect(left).toContain(kept)
  },
)

test.skipIf(why !== null)(
  `a start on a disk without links ends with a sentence, before there is a database${why ? ` (${why})` : ''}`,
  async () => {
    const data_dir = await makeOpenFolder('no-links')
    onTestFinished(() => rm(data_dir, { recursive: true }))
    const start = { DATA_DIR: data_dir, PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'production' }
    const { status, stderr } = withoutLinks([path.join(ROOT, 'bin/start.mjs')], start)
    expect(stderr).toContain(`DATA_DIR: the disk of ${data_dir} makes no links`)
    expect(status).toBe(78)
    expect(await readdir(data_dir)).toEqual(['secret.key'])
  },
)
