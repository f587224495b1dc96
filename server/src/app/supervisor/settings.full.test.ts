import { spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endOf, StandInProduct, until } from '../../../test/stand-in-product.ts'
import { canEnter } from './database/postgres-account.ts'

/** Another user, who owns nothing here. */
const STRANGER = { uid: 65_534, gid: 65_534 }
const ROOT = process.getuid?.() === 0
/** Whether one process can mount a file system for itself alone. */
const MOUNTS = ROOT && spawnSync('unshare', ['--mount', 'true']).status === 0

let product: StandInProduct

beforeEach(async () => {
  product = await StandInProduct.make()
})

afterEach(() => product.remove())

test('settings that a role cannot use stop everything with exit code 78', async () => {
  await product.copyDatabase()
  const refused = product.launch({ STAND_IN_EXIT: '78' })
  expect(await endOf(refused.child)).toBe(78)
})

test.each([
  ['is a file', async (place: string) => writeFile(place, ''), '', /DATA_DIR: \S+ is not a folder/],
  ['lies below a file', async (place: string) => writeFile(place, ''), '/data', /DATA_DIR: \S+ is not a folder/],
])('a data folder that %s ends the start with the setting and what to type', async (_, make, below, sentence) => {
  const place = join(product.folder, 'place')
  await make(place)
  const { child, output } = product.launch({ DATA_DIR: place + below })
  expect(await endOf(child)).toBe(78)
  expect(output()).toMatch(sentence)
  expect(output()).toContain('DATA_DIR=~/footnote npm start')
})

test.runIf(process.platform === 'linux').each<Record<string, string>>([{}, { SECRET_KEY: 'k'.repeat(40) }])(
  'a data folder below /proc ends the start without retries',
  async (settings) => {
    const { child, output } = product.launch({ ...settings, DATA_DIR: '/proc/footnote/data' })
    expect(await endOf(child)).toBe(78)
    expect(output()).toMatch(/DATA_DIR: \/proc\/footnote cannot be made/)
  },
)

test.runIf(ROOT && canEnter(import.meta.dirname, STRANGER))(
  'a data folder of another user ends the start with the command that changes its owner',
  async () => {
    await mkdir(product.data_dir)
    const kept = product.launch({ DATA_DIR: product.data_dir }, STRANGER)
    expect(await endOf(kept.child)).toBe(78)
    expect(kept.output()).toMatch(/DATA_DIR: \w+ may not use \S+\. Type: sudo chown -R \w+ \S+data;/)
    const missing = product.launch({ DATA_DIR: join(product.folder, 'not-yet') }, STRANGER)
    expect(await endOf(missing.child)).toBe(78)
    expect(missing.output()).toMatch(/Type: sudo install -d -o \w+ \S+not-yet;/)
    await writeFile(join(product.data_dir, 'secret.key'), 's'.repeat(40), { mode: 0o600 })
    await chmod(product.data_dir, 0o777)
    const secret = product.launch({ DATA_DIR: product.data_dir }, STRANGER)
    expect(await endOf(secret.child)).toBe(78)
    expect(secret.output()).toMatch(/DATA_DIR: \w+ may not use \S+secret\.key\. Type: sudo chown -R/)
  },
)

test.runIf(MOUNTS)('a read-only data folder ends the start', async () => {
  await mkdir(product.data_dir)
  const mounted = 'mount -t tmpfs -o ro none "$DATA_DIR" && exec "$0" "$1"'
  const run = ['unshare', '--mount', 'sh', '-c', mounted, process.execPath, product.program]
  const { child, output } = product.run(run)
  expect(await endOf(child)).toBe(78)
  expect(output()).toMatch(/DATA_DIR: \S+ is on a read-only file system/)
})

test('an address of another machine ends the start before a database is made, and names the own addresses', async () => {
  const { child, output } = product.launch({ HOST: '192.0.2.1', PORT: '3999' })
  expect(await endOf(child)).toBe(78)
  expect(output()).toMatch(/HOST: this machine cannot listen on 192\.0\.2\.1 .*127\.0\.0\.1.*HOST=0\.0\.0\.0 npm start/)
  await expect(product.serverMark()).rejects.toThrow('ENOENT')
})

test('a decoder that does not run ends the start before a video is lost to it', async () => {
  const { child, output } = product.launch({ FFMPEG_PATH: join(product.folder, 'ffmpeg') })
  expect(await endOf(child)).toBe(78)
  expect(output()).toMatch(/FFMPEG_PATH: \S+ffmpeg does not run \(ENOENT\).*FFMPEG_PATH=\/usr\/bin\/ffmpeg npm start/)
})

test('a decoder that cannot scale ends the start', async () => {
  const ffmpeg = join(product.folder, 'ffmpeg')
  const script = '#!/bin/sh\necho ffmpeg version 7.1\necho configuration: --enable-gpl --enable-libx264\n'
  for (const program of ['ffmpeg', 'ffprobe']) await writeFile(join(product.folder, program), script, { mode: 0o755 })
  const { child, output } = product.launch({ FFMPEG_PATH: ffmpeg })
  expect(await endOf(child)).toBe(78)
  expect(output()).toMatch(/FFMPEG_PATH: \S+ffmpeg is built without zimg .*FFMPEG_PATH=\/usr\/bin\/ffmpeg npm start/)
})

test('a port in use is reported at once, waited for, and named before a database is made', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' ? Number(address?.port) : 0
  try {
    const { child, output } = product.launch({ PORT: String(port) })
    await until(() => output().includes(`port ${port} is in use`))
    expect(await endOf(child)).toBe(1)
    expect(output()).toContain(`PORT=${port + 1} npm start`)
    await expect(product.serverMark()).rejects.toThrow('ENOENT')
  } finally {
    other.close()
  }
  const { output } = product.launch({ PORT: String(port) })
  await until(() => output().includes('ready at'))
})
