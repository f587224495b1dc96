import { expect, test } from 'vitest'
import { FRAME, LevelMeter } from './levels.ts'
import { utterancesOf } from './utterances.ts'
import { SAMPLE_RATE } from './wav.ts'

const levels = (...parts: [level: number, seconds: number][]) =>
  Float32Array.from(parts.flatMap(([level, seconds]) => new Array<number>(Math.round(seconds / FRAME)).fill(level)))

test('speech is padded on both sides, within the sound', () => {
  const [utterance, ...rest] = utterancesOf(levels([-20, 4]), [{ start: 2, end: 3.9 }], 29)
  expect(rest).toEqual([])
  expect(utterance?.start).toBeCloseTo(1.8)
  expect(utterance?.end).toBeCloseTo(4)
})

test('a short pause stays inside, a long one separates, and neighbours never overlap', () => {
  const speech = [
    { start: 1, end: 2 },
    { start: 2.4, end: 3 },
    { start: 3.55, end: 4 },
  ]
  const found = utterancesOf(levels([-20, 6]), speech, 29)
  expect(found).toHaveLength(2)
  expect(found[0]!.end).toBeLessThanOrEqual(found[1]!.start)
})

test('speech without a pause is cut at its quietest place', () => {
  const found = utterancesOf(levels([-20, 20], [-45, 0.2], [-20, 20]), [{ start: 0, end: 40 }], 29)
  expect(found).toHaveLength(2)
  expect(found[0]!.end).toBeGreaterThan(20)
  expect(found[0]!.end).toBeLessThan(20.2)
  expect(found[1]).toEqual({ start: found[0]!.end, end: expect.closeTo(40.2) })
})

test('levels do not depend on the size of the sample blocks', () => {
  const samples = Int16Array.from({ length: SAMPLE_RATE + 7 }, (_, at) => 9_000 * Math.sin(at / 9))
  const measured = [777, SAMPLE_RATE].map((block) => {
    const meter = new LevelMeter(samples.length)
    for (let at = 0; at < samples.length; at += block) meter.add(samples.subarray(at, at + block))
    return meter.levels
  })
  expect(measured[0]).toEqual(measured[1])
  expect(measured[0]).toHaveLength(50)
})
