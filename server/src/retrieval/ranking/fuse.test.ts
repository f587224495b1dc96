import { describe, expect, it } from 'vitest'
import { fuseHits } from './fuse.ts'
import type { ModalityHit } from './hit.ts'

/** A line of five seconds from this time on. */
const hit = (start_time: number, score: number, text = 'said', hits: ModalityHit['hits'] = []): ModalityHit => ({
  type: 'speech',
  video_id: 'a',
  start_time,
  end_time: start_time + 5,
  raw: score,
  score,
  sure: score,
  besides_spelling: score,
  text,
  hits,
})
/** The same, found by vectors, which are uncalibrated. */
const near = (...known: Parameters<typeof hit>): ModalityHit => {
  const found = hit(...known)
  return { ...found, sure: 0, nearest: { start_time: found.start_time, end_time: found.end_time } }
}
const scores = (hits: readonly ModalityHit[]) =>
  Object.fromEntries(hits.map(({ start_time, score }) => [start_time, score]))

describe('fusing', () => {
  it('changes nothing without vectors', () => {
    const by_words = [hit(0, 0.9), hit(10, 0.4), hit(20, 0.4)]
    expect(fuseHits(by_words, [])).toEqual(by_words)
  })

  it('keeps hits of words alone and of vectors alone', () => {
    expect(scores(fuseHits([hit(0, 0.9)], [near(10, 0.6)]))).toEqual({ 0: 0.9, 10: 0.6 })
    expect(scores(fuseHits([], [near(10, 0.6)]))).toEqual({ 10: 0.6 })
  })

  it('combines a hit of both into one, with a higher score and its words marked', () => {
    const marked = [{ from: 0, to: 4 }]
    const fused = fuseHits([hit(0, 0.5, 'said', marked)], [near(0, 0.7, 'meant')])
    expect(fused).toHaveLength(1)
    expect(fused[0]).toMatchObject({ text: 'said', hits: marked, end_time: 5 })
    expect(fused[0]?.score).toBeGreaterThan(0.7)
  })

  it('keeps a line with the words apart from another line with the meaning, however much higher that scores', () => {
    const marked = [{ from: 0, to: 4 }]
    const run = { ...near(0, 0.8, 'meant'), end_time: 10, nearest: { start_time: 5, end_time: 10 } }
    const [meant, said] = fuseHits([hit(0, 0.3, 'said', marked)], [run]).sort((a, b) => b.score - a.score)
    expect(said).toMatchObject({ text: 'said', hits: marked, start_time: 0, end_time: 5, score: 0.3 })
    expect(meant).toMatchObject({ text: 'meant', hits: [], start_time: 5, end_time: 10, score: 0.8 })
  })

  it('makes nothing High that words alone do not', () => {
    const [almost] = fuseHits([hit(0, 0.82)], [near(0, 0.76)])
    expect(almost?.score).toBeGreaterThan(0.82)
    expect(almost?.score).toBeLessThan(0.83)
    const [high] = fuseHits([hit(0, 0.84)], [near(0, 0.76)])
    expect(high?.score).toBeGreaterThan(0.84)
  })

  it('puts the first by vectors after the first by words with a comparable score, and before later ones', () => {
    const by_words = Array.from({ length: 60 }, (_, place) => hit(100 + 10 * place, 0.7 - 0.001 * place))
    const fused = fuseHits(by_words, [near(0, 0.68)])
    const own = fused.find(({ start_time }) => start_time === 0)
    // The 27th by words ranks above the first by vectors, the 28th below.
    expect(own?.score).toBeCloseTo(0.7 - 0.026, 6)
    expect(fused.findIndex(({ start_time }) => start_time === 0)).toBe(27)
    expect(fused.filter(({ start_time }) => start_time > 0).map(({ score }) => score)).toEqual(
      by_words.map(({ score }) => score),
    )
  })

  it('does not move a hit of vectors among words with much better or much worse scores', () => {
    const by_words = [hit(10, 0.75), hit(20, 0.3)]
    expect(scores(fuseHits(by_words, [near(0, 0.6)]))).toEqual({ 0: 0.6, 10: 0.75, 20: 0.3 })
  })

  it('passes on the best of both when there are too many', () => {
    const by_words = Array.from({ length: 600 }, (_, place) => hit(10 * place, 0.9 - 0.001 * place))
    const by_vectors = Array.from({ length: 20 }, (_, place) => near(10_000 + 10 * place, 0.7 - 0.001 * place))
    const fused = fuseHits(by_words, by_vectors)
    expect(fused).toHaveLength(600)
    expect(fused.filter(({ start_time }) => start_time >= 10_000)).toHaveLength(20)
    expect(fused[0]?.start_time).toBe(0)
  })
})
