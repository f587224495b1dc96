import type {
  OcrEngine,
  SpeechEngine,
  SpokenLine,
  TextEngine,
  TranscriptStart,
  VisualEngine,
} from '../src/engines/engine.ts'

/** Work this slow per second of video stores several parts before it ends. */
export const slowly = () => new Promise<void>((resolve) => setTimeout(resolve, 400))

/** Sees a bottle in every sample; `look` is called with the time of each. */
export const seeing = (id: string, look: (time: number) => Promise<void>): VisualEngine => ({
  id,
  name: 'Test',
  dimensions: 2,
  cosines: { unrelated: 0, matching: 1 },
  async *describe(samples, signal) {
    for await (const { time } of samples) {
      signal?.throwIfAborted()
      await look(time)
      yield { time, concepts: [{ name: 'bottle', kind: 'object', confidence: 0.9 }], vector: Float32Array.of(0.6, 0.8) }
    }
  },
  describeReference: () => Promise.resolve({}),
  embedText: () => Promise.resolve(null),
  close: () => Promise.resolve(),
})

/**
 * Hears a line every two seconds; `listen` is called before each, with the earlier transcript that the engine
 * continues.
 * @param seconds length of the video
 */
export const hearing = (
  seconds: number,
  listen: (time: number, heard: TranscriptStart, language: string | null) => Promise<void>,
): SpeechEngine => ({
  id: 'hearing-1',
  name: 'Test',
  languages: ['en', 'de'],
  async *transcribe(_file, { heard, onHeard, language = null } = {}) {
    const earlier = heard ?? { until: 0, cues: [] }
    for (let time = earlier.until; time < seconds; time += 2) {
      await listen(time, earlier, language)
      const text = `harbour line ${time}`
      const cue: SpokenLine = { start: time, end: time + 1, text, language: language ?? 'en', words: [] }
      yield cue
      await onHeard?.(time + 2)
    }
  },
  close: () => Promise.resolve(),
})

/** Reads another text every two seconds; `look` is called with the time of each picture. */
export const reading = (look: (time: number) => Promise<void>): OcrEngine => ({
  id: 'reading-1',
  name: 'Test',
  async read(file) {
    const time = Number(/sample-(\d+)/.exec(file)?.[1]) / 1000
    await look(time)
    return [{ text: `Page ${Math.floor(time / 2)}`, confidence: 0.99, box: { x: 0, y: 0, width: 1, height: 1 } }]
  },
  close: () => Promise.resolve(),
})

/** Embeds all lines at the same place. */
export const meaning: TextEngine = {
  id: 'meaning-1',
  name: 'Test',
  dimensions: 2,
  languages: null,
  cosines: { unrelated: 0, matching: 1 },
  understands: () => 1,
  async *embed(texts) {
    for (const _ of texts) yield Float32Array.of(0.6, 0.8)
  },
  close: () => Promise.resolve(),
}
