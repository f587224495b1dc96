import { expect, test } from 'vitest'
import { databaseLoss } from './database-loss.ts'

test('a lost database is answered with 503, ends no process and loses nothing that was acknowledged', async () => {
  const { counts, failures } = await databaseLoss.run({ terminations: 3, kills: 2, writers: 8 }, console.log)
  expect({ counts, failures }).toMatchObject({ failures: [] })
})
