import { expect, test } from 'vitest'
import { removedMember } from './removed-member.ts'
import { wordsOf } from './run.ts'

test("a removed member's addresses of media are dead within a minute, and those of a session that was ended", async () => {
  const outcome = await removedMember.run({ rounds: 1 }, () => undefined)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
