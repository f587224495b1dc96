import { expect, test } from 'vitest'
import { databaseLoss } from './database-loss.ts'
import { wordsOf } from './run.ts'

test('a lost database is answered with 503, ends no process and loses nothing that was acknowledged', async () => {
  const outcome = await databaseLoss.run({ terminations: 3, kills: 2, writers: 8 }, console.log)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
