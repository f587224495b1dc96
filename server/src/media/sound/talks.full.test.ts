import { expect, test } from 'vitest'
import { drawnCases } from '../../../test/drawn-cases.ts'
import { PLAIN, PLAIN_VOICES, SAID, startTalks, TALKS, wordsOf } from '../../../test/talks.ts'

const { job, engine, talks } = await startTalks()
const heard = async (talk: Parameters<typeof talks.make>[0]) => await wordsOf(job, engine, await talks.make(talk))
const plain = await heard(PLAIN)
const voices = await heard(PLAIN_VOICES)

test('the plain talk has its words', () => {
  expect(plain.words.join(' ')).toBe(SAID)
  expect(voices.words.join(' ')).toBe(SAID)
})

test.each(drawnCases(TALKS))('a talk $name has the same words', async (talk) => {
  const { words, start } = await heard(talk)
  const half = plain.words.slice(0, plain.words.indexOf('our'))
  expect(words).toEqual(talk.words === 'two voices' ? voices.words : talk.words === 'first' ? half : plain.words)
  expect(Math.abs((start ?? 0) - (talk.later ?? 0) - (plain.start ?? 0))).toBeLessThan(0.3)
})
