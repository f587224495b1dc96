import { expect, test } from 'vitest'
import { mails } from './mails.ts'
import { wordsOf } from './run.ts'

test('mails to one recipient, and those of one sender, are limited, whichever call causes them', async () => {
  const outcome = await mails.run({ asked: 24, invited: 120 }, () => undefined)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
