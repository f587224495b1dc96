import { expect, test } from 'vitest'
import { FRAME, type Frame, FrameMeter, findUtterances, MAX_UTTERANCE } from './activity.ts'
import { SAMPLE_RATE } from './wav.ts'

const SPEECH: Frame = { level: -20, voiced: true }
const PAUSE: Frame = { level: -70, voiced: false }
const NOISE: Frame = { level: -20, voiced: false }

function frames(...parts: [kind: Frame, seconds: number][]): Frame[] {
  return parts.flatMap(([kind, seconds]) => Array.from({ length: Math.round(seconds / FRAME) }, () => kind))
}

test('speech between pauses is an utterance padded on both sides', () => {
  const [utterance, ...rest] = findUtterances(frames([PAUSE, 2], [SPEECH, 1.5], [PAUSE, 2]))
  expect(rest).toEqual([])
  expect(utterance?.start).toBeCloseTo(1.8)
  expect(utterance?.end).toBeCloseTo(3.7)
})

test('a short pause stays inside, a long one separates, and neighbours never overlap', () => {
  const found = findUtterances(
    frames([PAUSE, 1], [SPEECH, 1], [PAUSE, 0.3], [SPEECH, 1], [PAUSE, 0.6], [SPEECH, 1], [PAUSE, 1]),
  )
  expect(found).toHaveLength(2)
  expect(found[0]!.end).toBeLessThanOrEqual(found[1]!.start)
})

test('noise without a voice, clicks and silence are no speech', () => {
  expect(findUtterances(frames([PAUSE, 2], [NOISE, 2], [PAUSE, 2]))).toEqual([])
  expect(findUtterances(frames([PAUSE, 2], [SPEECH, 0.1], [PAUSE, 2]))).toEqual([])
  expect(findUtterances(frames([PAUSE, 10]))).toEqual([])
  expect(findUtterances([])).toEqual([])
})

test('speech without a pause is cut at its quietest place', () => {
  const syllables = Array.from({ length: 80 }, (): [Frame, number][] => [
    [SPEECH, 0.2],
    [{ level: -45, voiced: false }, 0.06],
  ]).flat()
  const found = findUtterances(frames([PAUSE, 8], ...syllables, [PAUSE, 0.3], ...syllables, [PAUSE, 8]))
  expect(found).toHaveLength(2)
  expect(found[0]!.end).toBeGreaterThan(28.7)
  expect(found[0]!.end).toBeLessThan(29.2)
  for (const { start, end } of found) expect(end - start).toBeLessThanOrEqual(MAX_UTTERANCE)
})

function measure(sound: (second: number) => number, block: number): Frame[] {
  const samples = Int16Array.from({ length: SAMPLE_RATE }, (_, i) => 32_767 * sound(i / SAMPLE_RATE))
  const meter = new FrameMeter()
  for (let i = 0; i < samples.length; i += block) meter.add(samples.subarray(i, i + block))
  return meter.frames
}

function buzz(second: number): number {
  return 0.3 * (((second * 120) % 1) - 0.5)
}

test('frames do not depend on the size of the sample blocks', () => {
  expect(measure(buzz, 777)).toEqual(measure(buzz, SAMPLE_RATE))
  expect(measure(buzz, SAMPLE_RATE)).toHaveLength(50)
})

test('a buzz at a voice’s pitch is voiced, hiss is not', () => {
  let seed = 1
  const hiss = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return 0.2 * (seed / 1_073_741_824 - 1)
  }
  const share = (made: Frame[]) => made.filter((frame) => frame.voiced).length / made.length
  expect(share(measure(buzz, 4000))).toBeGreaterThan(0.9)
  expect(share(measure(hiss, 4000))).toBeLessThan(0.15)
})
