import { expect, test } from 'vitest'
import { wordsOf } from './run.ts'
import { versions } from './versions.ts'

test('while a new version is indexed and its worker is killed, one version answers each question', async () => {
  const outcome = await versions.run({ ...versions.sizes, kills: 2 }, console.log)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
})
