import { expect, test } from 'vitest'
import { requests } from './requests.ts'
import { wordsOf } from './run.ts'

test('clips, stills and selects end once and as they should, whatever is killed while they are made', async () => {
  const outcome = await requests.run({ ...requests.sizes, kills: 8 }, console.log)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
