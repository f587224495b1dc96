import type { Word } from '../../engine.ts'
import type { MoonshineSize } from '../../models/catalogue/packaged-speech.ts'
import { placesOf } from './alignment.ts'
import { ENCODER_FRAME, MoonshineNetwork, type TokenSequence } from './network.ts'
import { withoutSilence } from './times.ts'
import { spelled } from './vocabulary.ts'

/** Settings of Moonshine's process. */
export interface MoonshineSettings {
  readonly size: MoonshineSize
  readonly threads: number
}

/** What was said in a stretch of sound. */
export interface StretchText {
  /** In order; times in seconds from the start of the file. */
  readonly words: readonly Word[]
  readonly tokens: number
  /** Sum of the natural logarithms of the tokens' probabilities. */
  readonly log_prob: number
  /** Whether the text began to repeat itself. */
  readonly looped: boolean
}

/** Loads a size of Moonshine. @throws Error when its weights are missing, or not the pinned ones */
export async function open({ size, threads }: MoonshineSettings) {
  const network = await MoonshineNetwork.open(size, threads)
  return {
    /**
     * @param samples -1 to 1, at most half a minute
     * @param start seconds from the start of the sound
     */
    hear: async (samples: Float32Array, start: number): Promise<StretchText> =>
      saidIn(start, samples, await network.decode(samples)),
  }
}

function saidIn(start: number, samples: Float32Array, decoded: TokenSequence): StretchText {
  const { tokens, log_probs, attention, frames, looped } = decoded
  const places = placesOf(attention, frames)
  const words = spelled(tokens).map(({ word, from, to }) => ({
    word,
    start: (places[from]?.start ?? 0) * ENCODER_FRAME,
    end: (places[to - 1]?.end ?? 0) * ENCODER_FRAME,
    confidence: Math.exp(sum(log_probs.slice(from, to))),
  }))
  return {
    words: withoutSilence(samples, words).map((word) => ({
      ...word,
      start: rounded(start + word.start),
      end: rounded(start + word.end),
    })),
    tokens: tokens.length,
    log_prob: sum(log_probs),
    looped,
  }
}

/** To milliseconds, since sums of fractions have rounding errors. */
const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
