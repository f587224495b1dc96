import { expect, test } from 'vitest'
import { wordsOf } from './run.ts'
import { uploads } from './uploads.ts'

test('an upload that is cut continues, and ends as one video with the same bytes', async () => {
  const outcome = await uploads.run({ cuts: 8, senders: 1, store: 'both', large: 0, seed: 0 }, console.log)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
