import { expect, test } from 'vitest'
import { removedMember } from './removed-member.ts'
import { wordsOf } from './run.ts'

test('media addresses of a removed member, and of an ended session, stop working within a minute', async () => {
  const outcome = await removedMember.run({ rounds: 1 }, () => undefined)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
