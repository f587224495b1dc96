import { expect, test } from 'vitest'
import { wordsOf } from './run.ts'
import { streams } from './streams.ts'

test('open pages miss no event and hear none twice while the database and the API are killed', async () => {
  const small = { people: 10, streams: 100, videos: 5, kills: 1, comments: 2, measured: 10 }
  const outcome = await streams.run({ ...streams.sizes, ...small }, console.log)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
