import { expect, test } from 'vitest'
import { crowd } from './crowd.ts'
import { wordsOf } from './run.ts'

test('comments are written while their videos are indexed, and none is answered 500', async () => {
  const outcome = await crowd.run({ comments: 150, indexings: 5 }, () => undefined)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
