import { afterAll, expect, test } from 'vitest'
import { makeJob } from '../../../test/made-media.ts'
import { closeTalks, openTalks, PLAIN, PLAIN_VOICES, SAID, TALKS, wordsOf } from '../../../test/talks.ts'
import { moonshine } from '../../engines/speech/moonshine/moonshine.ts'
import { noModels } from '../../engines/testing/no-models.ts'

const job = await makeJob()
const engine = moonshine('base').open({ threads: 2, models: noModels })
afterAll(async () => {
  await Promise.all([engine.close(), closeTalks()])
  await job.remove()
})
const talks = await openTalks(job)
const heard = async (talk: Parameters<typeof talks.make>[0]) => await wordsOf(job, engine, await talks.make(talk))
const plain = await heard(PLAIN)
const voices = await heard(PLAIN_VOICES)

test('the plain talk has its words', () => {
  expect(plain.words.join(' ')).toBe(SAID)
  expect(voices.words.join(' ')).toBe(SAID)
})

test.each(TALKS)('a talk $name has the same words', async (talk) => {
  const { words, start } = await heard(talk)
  const half = plain.words.slice(0, plain.words.indexOf('our'))
  expect(words).toEqual(talk.words === 'two voices' ? voices.words : talk.words === 'first' ? half : plain.words)
  expect(Math.abs((start ?? 0) - (talk.later ?? 0) - (plain.start ?? 0))).toBeLessThan(0.3)
})
