import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { describe, expect, it } from 'vitest'
import { SENTENCE_MODELS } from '../../engines/text/sentence-models.ts'
import { EMBEDDING_MODELS } from '../../engines/visual/embedding-models.ts'
import { withLead } from '../vectors/text-vectors.ts'
import calibration from './calibration.json' with { type: 'json' }
import { type CurveName, calibrated, onlyAlike, scored, warmed } from './calibration.ts'
import { fitOf, leastCosine } from './cosine-scale.ts'
import { fuseHits } from './fuse.ts'
import type { ModalityHit } from './hit.ts'
import { mergeHits, uniteHits } from './merge.ts'
import { joinSequences } from './sequences.ts'

const CURVES = Object.keys(calibration) as CurveName[]
const UNCALIBRATED = CURVES.filter((curve) => calibration[curve].questions === 0)

const found = (type: ModalityHit['type'], curve: CurveName, raw: number): ModalityHit => ({
  type,
  video_id: 'a',
  start_time: 0,
  end_time: 5,
  ...scored(curve, raw),
  text: `${type} by ${curve}`,
  hits: [],
  nearest: { start_time: 0, end_time: 5 },
})

/** All evidence for one moment, combined as in a search. */
function merged({ words, sight, temperature = 0.5 }: { words: number; sight: number; temperature?: number }) {
  const lines = (type: 'speech' | 'ocr') =>
    fuseHits(words > 0 ? [found(type, type, words)] : [], [found(type, 'sentence', sight)])
  const pictures = uniteHits([found('visual', 'embedding', sight)], [found('visual', 'visual', sight)])
  const [moment] = mergeHits([...lines('speech'), ...lines('ocr'), ...pictures]) as [ReturnType<typeof mergeHits>[0]]
  return warmed(moment, temperature).score
}

describe('High', () => {
  it('is impossible by uncalibrated evidence, however much there is and however well it fits', () => {
    expect(UNCALIBRATED).toEqual(['visual', 'image', 'embedding', 'sentence'])
    const together = merged({ words: 0, sight: 1 })
    expect(together).toBeGreaterThan(SEARCH.medium)
    expect(together).toBeLessThan(SEARCH.high)
    expect(merged({ words: 0, sight: 1, temperature: 1 })).toBeLessThan(SEARCH.high)
    for (const one of UNCALIBRATED)
      for (const other of UNCALIBRATED) {
        const seen = uniteHits([found('visual', one, 1)], [found('visual', other, 1)])
        expect(seen[0]?.score).toBeLessThan(SEARCH.high)
        const [moment] = mergeHits([...seen, found('speech', one, 1), found('ocr', other, 1)])
        expect(moment?.score).toBeLessThan(SEARCH.high)
      }
  })

  it('is impossible by words below High, whatever agrees with them, and stays when words are High', () => {
    for (const raw of [0.4, 0.5, 0.6]) {
      expect(Math.max(calibrated('speech', raw), calibrated('ocr', raw))).toBeLessThan(SEARCH.medium)
      const by_words = mergeHits([found('speech', 'speech', raw), found('ocr', 'ocr', raw)])[0]?.score ?? 1
      expect(by_words).toBeLessThan(SEARCH.high)
      const all = merged({ words: raw, sight: 1 })
      expect(all).toBeGreaterThan(by_words)
      expect(all).toBeLessThan(SEARCH.high)
    }
    expect(merged({ words: 1, sight: 1 })).toBeGreaterThan(calibrated('speech', 1))
  })
})

describe('a text that is only spelt alike', () => {
  const alike = (type: 'speech' | 'ocr', raw = 1): ModalityHit => {
    const hits = [{ from: 0, to: 4, similar: true }]
    return { ...found(type, type, raw), ...onlyAlike(scored(type, raw)), hits }
  }
  const near = (raw: number, type: 'speech' | 'ocr' = 'speech') => found(type, 'sentence', raw)
  const merge = (...hits: ModalityHit[]) => mergeHits(hits)[0] as ReturnType<typeof mergeHits>[0]

  it('is Low, whatever other Low evidence there is', () => {
    expect(merge(alike('speech')).score).toBeLessThan(SEARCH.medium)
    expect(merge(alike('speech'), alike('ocr')).score).toBeLessThan(SEARCH.medium)
    expect(merge(...fuseHits([alike('speech')], [near(0.9)])).score).toBeLessThan(SEARCH.medium)
    expect(merge(alike('ocr'), found('visual', 'embedding', 0.9)).score).toBeLessThan(SEARCH.medium)
    const both = [...fuseHits([alike('speech')], [near(0.5)]), ...fuseHits([alike('ocr')], [near(0.5, 'ocr')])]
    expect(merge(...both).score).toBeLessThan(SEARCH.medium)
    expect(warmed(merge(alike('speech'), alike('ocr')), 1).score).toBeLessThan(SEARCH.medium)
  })

  it('takes nothing from other evidence that is Medium or High by itself', () => {
    const seen = found('visual', 'visual', 1)
    const spoken = found('speech', 'speech', 1)
    for (const other of [seen, spoken]) {
      const together = merge(alike('ocr'), other).score
      expect(together).toBeGreaterThan(other.score)
      expect(together >= SEARCH.high).toBe(other.score >= SEARCH.high)
    }
    const meant = found('speech', 'universal-sentence-encoder-lite-2', 0.75)
    expect(meant.score).toBeGreaterThan(SEARCH.medium)
    expect(merge(...fuseHits([alike('speech', 0.5)], [meant])).score).toBeGreaterThanOrEqual(meant.score)
  })

  it('is a Low moment of a sequence', () => {
    const later = { ...found('speech', 'speech', 1), start_time: 8, end_time: 12 }
    const [pair] = joinSequences(mergeHits([alike('speech'), alike('ocr')]), mergeHits([later]), 10)
    expect(pair?.score).toBeLessThan(SEARCH.medium)
  })
})

/** The cosines and scores of docs/reference/scores.md. */
const TABLE: Readonly<Record<string, readonly (readonly [cosine: number, score: number])[]>> = {
  'siglip2-base-16-256-fp32-int8': [
    [0.08, 0],
    [0.1, 0],
    [0.117, 0.02],
    [0.139, 0.19],
    [0.1486, 0.38],
    [0.168, 0.68],
    [0.2, 0.76],
  ],
  'siglip2-base-32-256-q4-int8': [
    [0.08, 0],
    [0.1, 0],
    [0.117, 0.16],
    [0.139, 0.37],
    [0.16, 0.57],
    [0.18, 0.76],
    [0.2, 0.76],
  ],
  'clip-vit-b-32-fp32-int8': [
    [0.15, 0],
    [0.2, 0.22],
    [0.25, 0.45],
    [0.3, 0.67],
    [0.32, 0.76],
  ],
}

describe('the cosine of a picture with a text', () => {
  it.each(EMBEDDING_MODELS)('gives the scores of the table by $name', ({ id, cosines }) => {
    for (const [cosine, score] of TABLE[id] ?? [])
      expect(scored('embedding', cosine < leastCosine(cosines, 0) ? 0 : fitOf(cosines, cosine)).score).toBeCloseTo(
        score,
        2,
      )
    expect(TABLE[id]).toBeDefined()
  })

  it('counts for nothing below the minimum, or far below the best', () => {
    for (const { cosines } of EMBEDDING_MODELS) {
      expect(leastCosine(cosines, 0)).toBeGreaterThanOrEqual(0.1)
      expect(leastCosine(cosines, 0.4)).toBeCloseTo(0.34, 6)
    }
  })
})

describe('a line close to a question', () => {
  const line = (text: string, cosine: number) => {
    const { unrelated, matching } = SENTENCE_MODELS[0]?.cosines ?? { unrelated: 0, matching: 1 }
    const raw = Math.min(1, (cosine - unrelated) / (matching - unrelated))
    return { line: { id: 1, video_id: 'a', number: 0, start_time: 0, end_time: 1, text, language: 'en' }, raw }
  }

  it('counts for more the further it is ahead of the next other text, and for less behind it', () => {
    const [best, twin, next] = [line('one', 0.86), line('one', 0.86), line('other', 0.84)]
    expect(withLead(best, [best, twin, next])).toBeCloseTo(0.6 + 0.1, 6)
    expect(withLead(next, [best, twin, next])).toBeCloseTo(0.4 - 0.1, 6)
    const beside = line('other', 0.858)
    expect(withLead(best, [best, beside])).toBeCloseTo(0.6 + 0.01, 6)
    const alone = line('one', 0.83)
    expect(withLead(alone, [alone])).toBeCloseTo(0.3, 6)
    const answer = line('one', 0.96)
    expect(withLead(answer, [answer, next])).toBe(1)
  })
})
