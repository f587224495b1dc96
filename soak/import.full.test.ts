import { expect, test } from 'vitest'
import { importing } from './import.ts'
import { wordsOf } from './run.ts'

test('a folder that is imported twice, once killed meanwhile, becomes each of its files once', async () => {
  const outcome = await importing.run({ files: 60 }, console.log)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
