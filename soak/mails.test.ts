import { expect, test } from 'vitest'
import { mails } from './mails.ts'
import { wordsOf } from './run.ts'

test('mails to one recipient, and those of one sender, are bounded by whatever call they are asked for', async () => {
  const outcome = await mails.run({ asked: 24, invited: 120 }, () => undefined)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
