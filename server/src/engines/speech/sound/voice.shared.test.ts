import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { sayAgain } from '../../testing/spoken-sound.ts'
import { listen } from './sound.ts'
import { utterancesIn } from './voice.ts'

/** Of a sentence of more than four seconds: a sound of more than ten minutes, whose beginning comes first. */
const TIMES = 150

test('the first utterances of a long sound come before the rest is heard, and all are those of the whole', async () => {
  const file = await sayAgain(await temporaryFolder('utterances'), 'long', TIMES)
  const ending = new AbortController()
  const sound = await listen(file, ending.signal)
  const options = { longest: 29, signal: ending.signal }
  const whole = await Array.fromAsync(utterancesIn(sound, { ...options, after: Infinity }))
  expect(whole.length).toBeGreaterThan(50)
  expect(await Array.fromAsync(utterancesIn(sound, options))).toEqual(whole)

  const utterances = utterancesIn(sound, options)
  const first = await utterances.next()
  expect(first.value).toEqual(whole[0])
  ending.abort(new Error('enough'))
  const rest: unknown[] = [first.value]
  await expect(
    (async () => {
      for await (const utterance of utterances) rest.push(utterance)
    })(),
  ).rejects.toThrow('enough')
  expect(rest).toEqual(whole.slice(0, rest.length))
  expect(rest.length).toBeGreaterThan(5)
  expect(rest.length).toBeLessThan(whole.length / 3)
})
