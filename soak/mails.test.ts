import { expect, test } from 'vitest'
import { mails } from './mails.ts'

test('mails to one recipient, and those of one sender, are bounded by whatever call they are asked for', async () => {
  const { counts, failures } = await mails.run({ asked: 24, invited: 120 }, () => undefined)
  expect({ counts, failures }).toMatchObject({ failures: [] })
})
