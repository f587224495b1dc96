import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { european, GREETING, learnedSpeechTests, transcribe, whisper } from '../../../test/learned-speech.ts'
import type { Note } from '../../../test/tiny-speech.ts'
import type { SpokenLine } from '../engine.ts'
import { parakeet_english } from './speech-models.ts'

const { own, start, sound } = learnedSpeechTests()

describe.each([parakeet_english, european])('$name', (model) => {
  test('transcribes what it hears, each word with its time', async () => {
    const engine = await start(model)
    const shares: number[] = []
    const cues = await transcribe(engine, await sound(...GREETING), { onProgress: (share) => shares.push(share) })
    expect(cues.map((cue) => cue.text)).toEqual(['Good morning, everybody.'])
    const [good, morning, everybody] = cues[0]!.words
    expect(good).toMatchObject({ word: 'Good', confidence: expect.any(Number) })
    for (const [word, start] of [
      [good, 2],
      [morning, 2.5],
      [everybody, 3.5],
    ] as const)
      expect(Math.abs(word!.start - start)).toBeLessThan(0.25)
    for (const [before, after] of [
      [good, morning],
      [morning, everybody],
    ])
      expect(after!.start).toBeGreaterThanOrEqual(before!.end)
    expect(shares.at(-1)).toBe(1)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  })

  test('transcribes long speech piece by piece, without losing a word', async () => {
    const engine = await start(model)
    const words = { Good: 400, morn: 700, every: 1350 } as const
    const names = Object.keys(words) as (keyof typeof words)[]
    // In this sequence (Thue 1912) no phrase repeats at once, which would look like a model's error.
    let places = [0]
    while (places.length < 150) places = places.flatMap((place) => [[0, 1, 2], [0, 2], [1]][place] as number[])
    const said = places.map((place) => names[place] as keyof typeof words)
    const notes = said.flatMap((word): Note[] => [
      [words[word], 0.3],
      [0, 0.16],
    ])
    const cues = await transcribe(engine, await sound([0, 2], ...notes, [0, 2]))
    expect(cues.flatMap((cue) => cue.words.map(({ word }) => word))).toEqual(said)
    for (const [at, cue] of cues.entries()) expect(cue.start).toBeGreaterThanOrEqual(cues[at - 1]?.end ?? 0)
  })
})

describe('Whisper', () => {
  test('detects the most spoken language, and transcribes everything in it', async () => {
    const engine = await start(whisper)
    const cues = await transcribe(engine, await sound([0, 2], [400, 1], [0, 2], [1000, 4], [0, 2]))
    expect(cues.map(({ language, text }) => [language, text])).toEqual([
      ['de', 'Guten Morgen.'],
      ['de', 'Guten Morgen.'],
    ])
  })

  test('detects the same language when it continues an earlier transcript', async () => {
    const engine = await start(whisper)
    const file = await sound([0, 2], [400, 1], [0, 2], [1000, 4], [0, 2])
    const cues = await transcribe(engine, file)
    const heard = { until: (cues[0] as SpokenLine).end + 0.5, cues: cues.slice(0, 1) }
    expect(await transcribe(engine, file, { heard })).toEqual(cues.slice(1))
  })

  test('uses the given language', async () => {
    const engine = await start(whisper)
    const cues = await transcribe(engine, await sound([0, 2], [1000, 2], [0, 2]), { language: 'en' })
    expect(cues.map(({ language, text }) => [language, text])).toEqual([['en', 'Good morning.']])
  })

  test('spreads words over the time in which there is sound', async () => {
    const engine = await start(whisper)
    const [cue] = await transcribe(engine, await sound([0, 2], [400, 1.3], [0, 2]))
    const [good, morning] = cue!.words
    expect(good!.start).toBeCloseTo(2, 1)
    // Four of thirteen characters, including the space.
    expect(good!.end).toBeCloseTo(2.4, 1)
    expect(morning!.end).toBeCloseTo(3.3, 1)
  })
})

test('aborting ends the transcription with the signal’s reason', async () => {
  const engine = await start(parakeet_english)
  const file = await sound(...GREETING)
  const stop = new AbortController()
  const running = transcribe(engine, file, { signal: stop.signal, onProgress: () => stop.abort(new Error('Deleted.')) })
  await expect(running).rejects.toThrow('Deleted.')
})

test('a file in another sound format is refused', async () => {
  const engine = await start(parakeet_english)
  const file = path.join(own.folder, 'text.wav')
  await writeFile(file, 'no sound')
  await expect(transcribe(engine, file)).rejects.toMatchObject({ failure: 'refused' })
})
