import { expect, test } from 'vitest'
import FILMS from '../../../../samples/screenplay.json' with { type: 'json' }
import { FILM_SECONDS, NARRATION, SHOTS, SIGNED_PICTURES } from './questions.ts'

test.each(Object.entries(FILMS))('the narration of %s is the one that its film speaks', (name, film) => {
  const lines = NARRATION.filter((line) => line.film === name).map(({ time, say }) => ({ at: time, say }))
  expect(lines).toEqual(film.narration)
})

test.each(Object.entries(FILMS))('each shot of %s is asked about once, well within it', (name, { shots }) => {
  let start = 0
  const times = SHOTS.filter(({ film }) => film === name).map(({ time }) => time)
  expect(times).toHaveLength(shots.length)
  for (const [at, seconds] of shots.entries()) {
    expect(times[at]).toBeGreaterThan(start + 1)
    expect(times[at]).toBeLessThan(start + seconds - 1)
    start += seconds
  }
  expect(FILM_SECONDS[name as keyof typeof FILMS]).toBeCloseTo(start)
})

test('each kind has at least twelve questions, and each round has one of every film', () => {
  const signs = SIGNED_PICTURES.flatMap((picture) => picture.signs)
  for (const asked of [NARRATION, SHOTS, signs]) expect(asked.length).toBeGreaterThanOrEqual(12)
  for (const asked of [NARRATION, SHOTS, SIGNED_PICTURES])
    expect(new Set(asked.slice(0, 3).map(({ film }) => film)).size).toBe(3)
})
