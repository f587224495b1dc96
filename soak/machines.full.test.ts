import { expect, test } from 'vitest'
import { machines } from './machines.ts'
import { wordsOf } from './run.ts'

test('two APIs, two workers, a database and an object store are killed in turn, and nothing is lost', async () => {
  const outcome = await machines.run({ ...machines.sizes, rounds: 1, people: 1, pause: 3 }, console.log)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
