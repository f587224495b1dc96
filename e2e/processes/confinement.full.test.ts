import { openAsBlob } from 'node:fs'
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemAccount } from '../../server/src/platform/confinement/accounts/accounts.ts'
import { ffmpeg } from '../../server/test/made-media.ts'
import { obstacleToPlaying } from '../../server/test/other-machine.ts'
import { type Account, createAccount, createCollection, postFile } from '../calls.ts'
import { type Product, startProduct } from '../product.ts'
import { childrenOf } from './children.ts'

const FILM = path.resolve(import.meta.dirname, '../../samples/harbour.mp4')
const { videos, accountData, notifications } = endpoints

/** A free port below 1024, on which only root may listen. */
async function lowPort(): Promise<number> {
  for (let port = 1_023; port > 600; port -= 1) {
    const probe = createServer()
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
  throw new Error('No port below 1024 is free.')
}

async function until<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let tries = 0; tries < 4_000; tries += 1) {
    const found = await find()
    if (found) return found
    await wait(100)
  }
  throw new Error('It did not happen.')
}

describe.runIf(obstacleToPlaying() === null)('a product that root has started', () => {
  let product: Product
  let admin: Account
  let folder: string
  let port: number
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'footnote-made-'))
    port = await lowPort()
    await chmod(folder, 0o755)
    product = await startProduct({}, [], { data_dir: path.join(folder, 'data'), port })
    admin = await createAccount(product)
  })
  afterAll(async () => {
    await product?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const children = () => childrenOf(product.process.pid ?? 0)
  const call = async (address: string, body?: object) => {
    const answer = await fetch(product.origin + address, {
      headers: { authorization: `Bearer ${admin.access}`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
    return await answer.json()
  }

  async function upload(file: string): Promise<string> {
    const index_id = await createCollection(product, admin, 'Harbour')
    const type = { file_type: 'video/x-msvideo', file_extension: 'avi' }
    const slot = await call(videos.upload.path, { index_id, ...type })
    const sent = await postFile(product.origin, slot.url, await openAsBlob(file))
    expect(sent.status).toBe(204)
    await call(videos.addRecords.path, { index_id, file_id: slot.file_id, file_name: 'a.avi', file_extension: 'avi' })
    return slot.file_id
  }

  test('API, worker and decoders run as their own users, and health has no finding about decoders', async () => {
    const [api, media] = [systemAccount('footnote')?.uid, systemAccount('footnote-media')]
    expect(port).toBeLessThan(1_024)
    const running = children().filter(({ name }) => name.startsWith('footnote-'))
    expect(running.map(({ name, uid }) => [name, uid]).sort()).toEqual([
      ['footnote-api', api],
      ['footnote-decoders', media?.uid],
      ['footnote-decoders', media?.uid],
      ['footnote-worker', api],
    ])
    for (const { name, groups, no_new_privileges } of running) {
      expect(no_new_privileges).toBe(true)
      // Groups of the accounts of jobs, whose folders they enter.
      const [first, ...others] = groups.split(' ').map(Number)
      if (name !== 'footnote-decoders') expect(first).toBe(media?.gid)
      expect(new Set(name === 'footnote-decoders' ? [first, ...others] : others).size).toBe(15)
      for (const group of others) expect(group).toBeGreaterThan(60_577)
    }
    const { checks } = await call(endpoints.health.check.path)
    expect(checks).toContainEqual({ name: 'decoders', state: 'ok', sentence: '' })
  })

  test('a video is indexed while decoders are killed, and every file is private', async () => {
    const film = path.join(folder, 'a.avi')
    await ffmpeg('-i', FILM, '-t', '6', '-c:v', 'mpeg4', '-q:v', '5', '-c:a', 'pcm_s16le', film)
    const id = await upload(film)
    const killed = children().filter(({ name }) => name === 'footnote-decoders')
    for (const { pid } of killed) process.kill(pid, 'SIGKILL')
    await until(() => children().filter(({ name }) => name === 'footnote-decoders').length === 2)
    const details = () => call(videos.details.path.replace(':video_id', id))
    const status = await until(async () => {
      const { status } = await details()
      return ['SUCCESS', 'FAILED', 'ERROR', 'OVER_LIMIT'].includes(status) ? status : undefined
    })
    expect(status).toBe('SUCCESS')

    await call(videos.downloadClip.path, { video_id: id, start_time: 1, end_time: 3 })
    await call(accountData.export.path, {})
    const types = async () =>
      (await call(notifications.list.path)).notifications.map(({ type }: { type: string }) => type) as string[]
    await until(async () =>
      ['DOWNLOAD_CLIP', 'DATA_EXPORT'].every(
        (
          (all) => (type) =>
            all.includes(type)
        )(await types()),
      ),
    )
    let files = 0
    const strange = async () => {
      const found: string[] = []
      files = 0
      for (const entry of await readdir(product.data_dir, { recursive: true, withFileTypes: true })) {
        const name = path.relative(product.data_dir, path.join(entry.parentPath, entry.name))
        if (name === 'postgres' || name.startsWith('postgres/')) continue
        const mode = (await lstat(path.join(product.data_dir, name))).mode & 0o7777
        const wanted = entry.isDirectory() ? (['models', 'work'].includes(name) ? 0o711 : 0o700) : 0o600
        if (mode !== wanted) found.push(`${name} ${mode.toString(8)}`)
        files += entry.isFile() ? 1 : 0
      }
      return found
    }
    // The sample films are indexed, too, and a job leaves its files open to decoders until it ends.
    await expect.poll(strange, { timeout: 300_000, interval: 1_000 }).toEqual([])
    expect(files).toBeGreaterThan(20)
    expect((await lstat(product.data_dir)).mode & 0o7777).toBe(0o711)
  })
})
