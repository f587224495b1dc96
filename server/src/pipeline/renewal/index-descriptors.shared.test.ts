import { afterAll, expect, test, vi } from 'vitest'
import { makeSearchLibrary } from '../../../test/search-library.ts'
import { BusyError } from '../../platform/errors.ts'
import { searchDescriptors } from '../../retrieval/vectors/descriptors.ts'
import { indexDescriptors } from './index-descriptors.ts'

const library = await makeSearchLibrary()
afterAll(() => library.close())

const described = (...numbers: number[]) => {
  const length = Math.hypot(...numbers)
  return Float32Array.from(numbers, (value) => value / length)
}

test('pictures without signatures are found before and after they get some, and are deleted with their video', async () => {
  const video_ids = await Promise.all(
    [0, 1, 2].map((video) =>
      library.addVideo({
        samples: Array.from({ length: 6 }, (_, at) => ({
          time: at * 10 + 1,
          descriptor: described(1, at, video * 3 - at, 2),
        })),
      }),
    ),
  )
  const wanted = described(1, 3, 0, 2)
  const find = () => searchDescriptors(library.db, 'concepts-1', video_ids, { descriptor: wanted, by: 'picture' })
  const before = await find()
  expect(before[0]?.raw).toBeCloseTo(1, 3)
  // A busy database at the start of the worker is no reason to wait for the next start.
  vi.spyOn(library.db, 'transaction').mockImplementationOnce(() => {
    throw new BusyError('no connection was free in time', null)
  })
  await Promise.all([1, 2].map(() => indexDescriptors(library.db, new AbortController().signal)))
  const rows = await library.db.selectFrom('descriptors').select('by_signature').execute()
  expect(rows.map(({ by_signature }) => by_signature)).toEqual(rows.map(() => true))
  const after = await find()
  const places = (hits: typeof before) => hits.map(({ video_id, start_time }) => `${video_id} ${start_time}`)
  expect(places(after)).toEqual(places(before))
  for (const [at, { raw }] of after.entries()) expect(raw).toBeCloseTo(before[at]?.raw ?? 0, 3)
  await library.db
    .deleteFrom('videos')
    .where('id', '=', before[0]?.video_id as string)
    .execute()
  expect(places(await find())).toEqual(places(before.filter(({ video_id }) => video_id !== before[0]?.video_id)))
})
