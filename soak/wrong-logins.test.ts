import { expect, test } from 'vitest'
import { wrongLogins } from './wrong-logins.ts'

test('of 40 wrong logins at once 10 are tried', async () => {
  const { counts, failures } = await wrongLogins.run({ logins: 40, rounds: 1 }, console.log)
  expect({ failures, counts }).toMatchObject({ failures: [] })
})
