import { expect, test } from 'vitest'
import { commentFrames, frameStart, matchFrames, timingFrom } from '../../../shared/frames.ts'
import { commentOnMatch } from './comment-on-match.ts'

test.each([
  [24_000, 1001],
  [25, 1],
  [30_000, 1001],
  [50, 1],
  [60_000, 1001],
])('at %i/%i the range of a match has its frames, and not the one that begins when it is over', (num, den) => {
  const timing = timingFrom({ num, den }, null)!
  for (let first = 0; first < 1_000; first += 37)
    for (const length of [1, 2, 50])
      for (const rounded of [-0.001, 0, 0.001]) {
        const over = frameStart(timing, first + length) + rounded
        const match = { start_time: frameStart(timing, first), end_time_exclusive: over }
        const shown = commentFrames(timing, commentOnMatch(match))
        expect(shown).toEqual({ first, last: first + length - 1 })
        expect(shown).toEqual(matchFrames(timing, match))
      }
})
