import { expect, test } from 'vitest'
import { wordsOf } from './run.ts'
import { wrongLogins } from './wrong-logins.ts'

test('of 40 simultaneous wrong logins 10 are checked', async () => {
  const outcome = await wrongLogins.run({ logins: 40, rounds: 1 }, console.log)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
