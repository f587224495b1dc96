import { expect, test, vi } from 'vitest'
import { SAID, startTalks, TALKS, type Talk, wordsOf } from '../../../test/talks.ts'

// One film of each kind that plays as it is; `talks.full.test.ts` has all kinds.
vi.setConfig({ testTimeout: 600_000 })

const { job, engine, talks } = await startTalks()

test.each([
  ['of two people, each in a channel, in mp4', [1]],
  ['very quiet, in mp4', [1]],
  ['clipped in one of two channels, in mov', [1]],
  ['that begins four seconds late, in ts', [1]],
  ['in the centre of five channels, in mp4', [1]],
  ['of two people, each on a track, in mov', [1, 2]],
])('a talk %s has its words', async (name, heard) => {
  const talk = TALKS.find((one) => one.name === name) as Talk
  const { words, start, sound } = await wordsOf(job, engine, await talks.make(talk))
  expect(words.join(' ')).toBe(SAID)
  expect(Math.floor(start ?? -1)).toBe(talk.later ?? 0)
  expect(sound.heard).toEqual(heard)
  expect(sound.tracks.every(({ playing }) => playing === null)).toBe(true)
})
