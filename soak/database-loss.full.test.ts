import { expect, test } from 'vitest'
import { databaseLoss } from './database-loss.ts'
import { wordsOf } from './run.ts'

test('a lost database causes answers of 503, ends no process and loses nothing acknowledged', async () => {
  const outcome = await databaseLoss.run(
    { ...databaseLoss.sizes, terminations: 3, kills: 2, next_within: 60 },
    console.log,
  )
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
