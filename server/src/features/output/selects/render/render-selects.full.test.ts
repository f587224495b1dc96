import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { daysAgo } from '../../../../../test/product.ts'
import { startRenderings } from '../../../../../test/renderings.ts'
import { context } from '../../../../../test/worker-services.ts'
import { storageUsed } from '../../../identity/plans/quota/queries.ts'
import { removeOldExports } from '../../../personal/account-data/export-data.job.ts'

const { server, owner, collection, folder, work, notifications, read, selectsOf, asked, numbersOf, video } =
  await startRenderings()
const run = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => from + place)

describe('a rendering to download', () => {
  test('counts towards the storage until it expires', async () => {
    const person = await server.person(owner)
    const before = await storageUsed(server.db, owner.company_id)
    await work(await asked(await selectsOf([[video, 0, 5]], person), {}, person))
    expect(await storageUsed(server.db, owner.company_id)).toBeGreaterThan(before)
    await server.db
      .updateTable('notifications')
      .set({ created_at: daysAgo(8) })
      .where('user_id', '=', person.id)
      .execute()
    await removeOldExports(server.db, server.storage)
    expect((await notifications(person))[0].download_file).toBeNull()
    expect(await storageUsed(server.db, owner.company_id)).toBe(before)
  })

  test('leaves nothing behind when its worker stops halfway, and the next one makes one file', async () => {
    const person = await server.person(owner)
    const pieces = Array.from({ length: 12 }, (_, place) => [video, place, place + 8] as const)
    const request = await asked(await selectsOf(pieces, person), {}, person)
    const stopping = new AbortController()
    const stopped = work(request, { ...context, last_attempt: false, signal: stopping.signal })
    await expect
      .poll(
        async () =>
          (
            await server.db
              .selectFrom('select_renderings')
              .select('share')
              .where('id', '=', request.request_id)
              .executeTakeFirst()
          )?.share,
      )
      .toBeGreaterThan(0.1)
    stopping.abort(new Error('The worker stops.'))
    await expect(stopped).rejects.toThrow('The worker stops.')
    expect(await notifications(person)).toEqual([])
    expect(await readdir(path.join(folder, 'work'))).toEqual([])
    await work(request)
    const [{ download_file }] = await notifications(person)
    expect(await numbersOf(download_file)).toEqual(pieces.flatMap(([, from, to]) => run(from, to)))
    expect(await readdir(path.join(server.files, 'exports', person.id))).toHaveLength(1)
  })
})

describe('a rendering for review', () => {
  test('in another collection begins a stack of its own', async () => {
    const id = await selectsOf([[video, 0, 5]])
    await work(await asked(id, { index_id: collection }))
    const other = await server.aCollection(owner, { kind: 'review' })
    await work(await asked(id, { index_id: other }))
    expect((await read(id)).rendered).toMatchObject({ collection_id: other, version: 1 })
  })

  test('fails with a sentence when its collection is deleted meanwhile', async () => {
    const id = await selectsOf([[video, 0, 5]])
    const other = await server.aCollection(owner, { kind: 'review' })
    const request = await asked(id, { index_id: other })
    await server.db.updateTable('collections').set({ deleted_at: new Date() }).where('id', '=', other).execute()
    await work(request)
    expect((await notifications(owner))[0]).toMatchObject({
      ...{ type: 'SELECTS_READY', video_id: null },
      error: 'The collection was deleted before the selects were rendered.',
    })
  })
})
