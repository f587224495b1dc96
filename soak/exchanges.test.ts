import { expect, test } from 'vitest'
import { exchanges } from './exchanges.ts'
import { wordsOf } from './run.ts'

test('no import takes a file that its folder does not have while names are exchanged for links', async () => {
  const outcome = await exchanges.run({ names: 20, watch: false }, console.log)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
