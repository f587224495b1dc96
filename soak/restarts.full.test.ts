import { expect, test } from 'vitest'
import { restarts } from './restarts.ts'
import { wordsOf } from './run.ts'

test('calls after the kill of an API wait for the next one', async () => {
  const outcome = await restarts.run({ ...restarts.sizes, kills: 2, longest_milliseconds: 60_000 }, console.log)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
