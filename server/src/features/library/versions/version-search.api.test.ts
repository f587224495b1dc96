import { VIDEO_STATUSES } from '@footnote/contract/shared/video-status.ts'
import { afterAll, expect, test } from 'vitest'
import { addIndexedVideo } from '../../../../../seed/rows/indexed-video.ts'
import { startProduct } from '../../../../test/product.ts'
import { answering, placeAfter } from '../../../../test/spoken-versions.ts'

const api = await startProduct()
const person = await api.person()
afterAll(() => api.close())

/** Adds a video that says 'harbour', as the next version of another one. */
async function aVersion(index_id: string, of: string | null, values: object = {}): Promise<string> {
  const id = await addIndexedVideo(api.db, index_id, { said: [[1, 3, 'the harbour']] })
  const place = of && (await placeAfter(api, of))
  await api.db
    .updateTable('videos')
    .set({ status: 'SUCCESS', ...place, ...values })
    .where('id', '=', id)
    .execute()
  return id
}

test('in every status of a newer version, one version answers: the newest that is indexed', async () => {
  const index_id = await api.aCollection(person)
  const first = await aVersion(index_id, null)
  const second = await aVersion(index_id, first)
  expect(await answering(api, person, index_id)).toEqual([second])
  for (const status of VIDEO_STATUSES) {
    await api.db.updateTable('videos').set({ status, searchable_until: 5 }).where('id', '=', second).execute()
    expect(await answering(api, person, index_id), status).toEqual([status === 'SUCCESS' ? second : first])
  }
})

test('before any version is indexed, the one that has results answers', async () => {
  const index_id = await api.aCollection(person)
  const first = await aVersion(index_id, null, { status: 'PROCESSING_SPEECH', searchable_until: 8 })
  await aVersion(index_id, first, { status: 'PENDING' })
  expect(await answering(api, person, index_id)).toEqual([first])
})
