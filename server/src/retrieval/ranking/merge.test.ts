import { describe, expect, it } from 'vitest'
import { calibrated, tempered } from './calibration.ts'
import type { ModalityHit } from './hit.ts'
import { mergeHits, uniteHits } from './merge.ts'

const hit = (
  type: ModalityHit['type'],
  start_time: number,
  end_time: number,
  score: number,
  video_id = 'a',
): ModalityHit => ({
  type,
  video_id,
  start_time,
  end_time,
  score,
  sure: score,
  besides_spelling: score,
  raw: score,
  text: type,
  hits: [],
})

describe('merging', () => {
  it('joins overlapping hits of different modalities, and their agreement raises the score', () => {
    const [match, ...others] = mergeHits([hit('speech', 10, 15, 0.7), hit('ocr', 9, 20, 0.6)])
    expect(others).toEqual([])
    expect(match?.parts.map(({ type }) => type)).toEqual(['speech', 'ocr'])
    expect(match?.score).toBeGreaterThan(0.7)
    expect(match?.score).toBeLessThan(1)
    expect([match?.start_time, match?.end_time]).toEqual([10, 15])
  })

  it('keeps hits of one modality, of other times and of other videos separate', () => {
    expect(mergeHits([hit('speech', 0, 5, 0.7), hit('speech', 1, 6, 0.6)])).toHaveLength(2)
    expect(mergeHits([hit('speech', 0, 5, 0.7), hit('ocr', 8, 9, 0.6)])).toHaveLength(2)
    expect(mergeHits([hit('speech', 0, 5, 0.7), hit('ocr', 0, 5, 0.6, 'b')])).toHaveLength(2)
  })

  it('orders by score, ties by video and time', () => {
    const order = mergeHits([
      hit('ocr', 5, 6, 0.5, 'b'),
      hit('ocr', 9, 10, 0.5),
      hit('ocr', 1, 2, 0.5),
      hit('ocr', 3, 4, 0.9, 'b'),
    ])
    expect(order.map(({ video_id, start_time }) => [video_id, start_time])).toEqual([
      ['b', 3],
      ['a', 1],
      ['a', 9],
      ['b', 5],
    ])
  })
})

describe('uniting', () => {
  it('makes one hit of two kinds of visual evidence, with a higher score than either', () => {
    const united = uniteHits([hit('visual', 0, 4, 0.5), hit('visual', 8, 12, 0.4)], [hit('visual', 0, 5, 0.7)])
    expect(united.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
      [0, 5],
      [8, 12],
    ])
    expect(united[0]?.score).toBeGreaterThan(0.7)
    expect(united[0]?.score).toBeLessThan(1)
    expect(united[1]?.score).toBe(0.4)
  })

  it('keeps visual evidence of one kind alone', () => {
    const one = [hit('visual', 0, 4, 0.5)]
    expect(uniteHits(one, [hit('visual', 0, 4, 0.5, 'b'), hit('visual', 5, 9, 0.5)])).toHaveLength(3)
    expect(uniteHits(one, [])).toEqual(one)
    expect(uniteHits([], one)).toEqual(one)
  })
})

describe('scores', () => {
  it.each(['speech', 'ocr', 'visual', 'image', 'embedding', 'sentence'] as const)(
    'of %s rise with the fit and stay between 0 and 1',
    (modality) => {
      let before = -1
      for (let raw = 0; raw <= 1; raw += 0.01) {
        const score = calibrated(modality, raw)
        expect(score).toBeGreaterThanOrEqual(before)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        before = score
      }
    },
  )

  it('fall faster at a low temperature and slower at a high one, in the same order', () => {
    expect(tempered(0.6, 0.5)).toBe(0.6)
    expect(tempered(0.6, 0)).toBeLessThan(0.6)
    expect(tempered(0.6, 1)).toBeGreaterThan(0.6)
    for (const temperature of [0, 0.3, 1])
      expect(tempered(0.7, temperature)).toBeGreaterThan(tempered(0.6, temperature))
  })
})
