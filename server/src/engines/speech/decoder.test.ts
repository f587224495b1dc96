import { expect, test } from 'vitest'
import { wordsOf } from './decoder.ts'

async function* lines(...written: string[]): AsyncGenerator<string> {
  yield* written
}

test('decoder lines become words of the whole file, without fillers and pronunciation marks', async () => {
  const utterances = [
    { start: 0, end: 2 },
    { start: 4, end: 5 },
    { start: 10, end: 11 },
    { start: 12, end: 13 },
  ]
  const ctm = lines(
    '000 1 0.29 0.35 and(2) 0.963',
    '000 1 0.70 0.20 <sil> 1.000',
    '002 1 0.50 0.90 [NOISE] 0.5',
    '002 1 0.50 0.90 tea 1.002',
  )
  expect(await Array.fromAsync(wordsOf(ctm, utterances))).toEqual([
    [{ word: 'and', start: 0.29, end: 0.64, confidence: 0.963 }],
    [],
    [{ word: 'tea', start: 10.5, end: 11, confidence: 1 }],
    [],
  ])
})
