import { expect, test } from 'vitest'
import { kills } from './kills.ts'
import { wordsOf } from './run.ts'

test('whatever is killed, videos end as usual, nothing acknowledged is lost, and nothing is left running', async () => {
  const outcome = await kills.run({ ...kills.sizes, kills: 6, films: 1, videos_at_once: 2 }, console.log)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
