import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PinnedFile } from '../../models/pinned-file.ts'
import { type EngineHost, hostEngine } from '../../process/host.ts'
import { type Blocks, blocksIn, blocksOf, feed } from './feeding.ts'
import type { Sound } from './sound.ts'
import { type Utterance, utterancesOf } from './utterances.ts'
import type { open } from './voice.process.ts'
import { SAMPLE_RATE } from './wav.ts'

/** Silero's voice-activity model 6.2: earlier ones mistake music for speech, or miss quiet words. */
export const SILERO: PinnedFile = {
  file: path.join(path.dirname(fileURLToPath(import.meta.resolve('@ricky0123/vad-web'))), 'silero_vad_v6.onnx'),
  sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
}

/** Seconds of a long sound whose utterances come before the rest of it has been heard. */
const FIRST = 120
/** Seconds: a longer sound takes so long that its beginning is heard twice. */
const LONG = 600

/**
 * Finds utterances, in order. Those at the beginning of a long sound come at once, so that its first words need not wait
 * for the whole. No process waits beside the reader.
 * @throws EngineError when the model cannot be used; the signal's reason
 */
export async function* utterancesIn(sound: Sound, options: VoiceOptions): AsyncGenerator<Utterance> {
  const isLong = sound.layout.samples > LONG * SAMPLE_RATE && (options.after ?? 0) < FIRST
  const first = isLong ? await utterancesBefore(FIRST, sound, options) : []
  // The last one may go on.
  first.pop()
  yield* first
  yield* (await utterancesBefore(Infinity, sound, options)).slice(first.length)
}

async function utterancesBefore(
  seconds: number,
  sound: Sound,
  { model = SILERO, longest, signal }: VoiceOptions,
): Promise<Utterance[]> {
  // Of its own: the process remembers the sound that it hears.
  await using host = startDetector(model)
  return utterancesOf(sound.levels, await speechIn(host, blocksOf(sound, seconds), signal), longest)
}

/** Finds voices in sounds that are in memory, one after the other. */
export interface VoiceDetector extends AsyncDisposable {
  /** @param samples 16,000 a second @returns seconds of speech @throws EngineError; the signal's reason */
  secondsIn(samples: Int16Array, signal: AbortSignal): Promise<number>
}

/** Its first sound starts its process. @param model of voice activity, in the format of Silero's */
export function voiceDetector(model = SILERO): VoiceDetector {
  const host = startDetector(model)
  return {
    async secondsIn(samples, signal) {
      const found = await speechIn(host, blocksIn(samples), signal)
      return found.reduce((sum, { start, end }) => sum + end - start, 0)
    },
    [Symbol.asyncDispose]: () => host.close(),
  }
}

type Detector = EngineHost<Awaited<ReturnType<typeof open>>>

const startDetector = (model: PinnedFile): Detector =>
  hostEngine({ module: new URL('./voice.process.ts', import.meta.url), settings: model, models: [model.file] })

const speechIn = (host: Detector, blocks: Blocks, signal: AbortSignal): Promise<Utterance[]> =>
  feed(
    blocks,
    (at, block) => host.call('hear', [at, block], signal),
    (samples) => host.call('find', [samples], signal),
  )

interface VoiceOptions {
  /** Of voice activity, in the format of Silero's. */
  readonly model?: PinnedFile | undefined
  /** Seconds of an utterance. */
  readonly longest: number
  /** Seconds: the reader needs nothing that ends before. */
  readonly after?: number
  readonly signal: AbortSignal
}
