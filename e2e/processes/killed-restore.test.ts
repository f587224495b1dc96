import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeOpenFolder } from '../../server/test/open-folder.ts'
import { inDatabase } from '../database.ts'
import { newPlace, type Product, startProduct } from '../product.ts'

test('the next start puts the files of a committed restore in place, and removes what another one has left', async () => {
  const place = { ...(await newPlace()), data_dir: await makeOpenFolder('killed-restore') }
  const start = () => startProduct({ ROLES: 'api', MODELS: 'off' }, [], place)
  const first = await start()
  const id = await inDatabase(first, async (db) => {
    const row = db.insertInto('backups').values({ kind: 'restore' }).returning('id')
    return (await row.executeTakeFirstOrThrow()).id
  })
  await first.stop()
  // As root makes them: a product of root runs as another account, which can neither list nor change its data folder.
  const files = path.join(place.data_dir, 'files')
  await mkdir(path.join(`${files}.restored-${id}`, 'videos'), { recursive: true, mode: 0o700 })
  await writeFile(path.join(`${files}.restored-${id}`, 'videos/film.mp4'), 'restored', { mode: 0o600 })
  await rename(files, `${files}.before-${id}`)
  await mkdir(path.join(`${files}.restored-${randomUUID()}`, 'videos'), { recursive: true, mode: 0o700 })
  const second: Product = await start()
  onTestFinished(() => second.stop())
  const beside = async () => (await readdir(place.data_dir)).filter((name) => name.startsWith('files'))
  await expect.poll(beside, { timeout: 60_000 }).toEqual(['files'])
  expect(await readFile(path.join(files, 'videos/film.mp4'), 'utf8')).toBe('restored')
  const health = await fetch(`${second.origin}/api/health`)
  expect((await health.json()).checks).toContainEqual(expect.objectContaining({ name: 'storage', state: 'ok' }))
})
