import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../contract/src/calls/endpoints.ts'
import { ffmpeg } from '../../server/test/made-media.ts'
import { createAccount, createCollection, uploadVideo, videosOf } from '../calls.ts'
import { newPlace, type Product, startProduct } from '../product.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Folders and files that the product runs and serves. Installed packages are read from where they are. */
const PARTS = [
  ...['bin', 'contract', 'docs/guide', 'server', 'web', 'samples'],
  ...['package.json', 'package-lock.json', '.npmrc'],
]

describe.runIf(process.getuid?.() === 0)('a clone in a folder that only root may enter', () => {
  let folder: string
  let product: Product
  beforeAll(async () => {
    // mkdtemp creates folders with mode 0700.
    folder = await mkdtemp(path.join(tmpdir(), 'footnote-private-clone-'))
    const root = path.join(folder, 'footnote')
    for (const part of PARTS)
      await cp(path.join(ROOT, part), path.join(root, part), { recursive: true, preserveTimestamps: true })
    await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
    product = await startProduct({}, [], { ...(await newPlace('cancelled')), root })
  })
  afterAll(async () => {
    await product?.stop()
    for (const made of [folder, product?.data_dir]) if (made) await rm(made, { recursive: true, force: true })
  })

  test('starts, says that it stays root and why, and indexes an uploaded video', async () => {
    await expect.poll(() => product.printed()).toContain('ready at')
    const file = path.join(folder, 'footnote', 'server/src/app/supervisor/identities.ts')
    expect(product.printed()).toContain(
      `API and worker run as root, since the user footnote cannot read ${file}; move both to where every user may go`,
    )
    const health = await fetch(product.origin + endpoints.health.check.path)
    expect([health.status, (await health.json()).checks]).toEqual([
      200,
      expect.arrayContaining([
        { name: 'decoders', state: 'warn', sentence: expect.stringContaining('API and worker run as root') },
      ]),
    ])
    const ada = await createAccount(product)
    const collection = await createCollection(product, ada, 'Kitchen')
    const film = path.join(folder, 'film.mp4')
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=2', '-pix_fmt', 'yuv420p', film)
    await uploadVideo(product, ada, collection, film)
    const status = async () => (await videosOf(product, ada, collection))[0]?.status
    await expect.poll(status, { timeout: 500_000 }).toBe('SUCCESS')
  })
})
