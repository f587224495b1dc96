import type { EngineIdentity } from '../engine.ts'

/** The number format of weights: exact, or rounded to 4 or 8 bits. */
export type Precision = 'fp32' | 'q4' | 'int8'

/** One half of a model: path and precision of its weights, and the names of its input and output. */
export interface TowerFiles {
  /** Path inside the model's folder, as on the hub. */
  readonly weights: string
  readonly precision: Precision
  readonly input: string
  readonly output: string
}

/** The input that a picture tower expects. */
export interface PictureInput {
  /** Side of the square, in pixels. */
  readonly size: number
  /** Stretch the whole picture to the square, or crop its middle. */
  readonly fit: 'fill' | 'cover'
  readonly kernel: 'linear' | 'cubic'
  /** Of red, green and blue, 0 to 1. The input is (value - mean) / deviation. */
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}

/** The input that a text tower expects. */
export interface TextInput {
  readonly tokenizer: string
  readonly tokenizer_config: string
  /** Longer texts are cut, but keep their last token. */
  readonly max_tokens: number
  /** The token that fills up shorter texts; null when they stay short. */
  readonly padding: string | null
  /**
   * How a text gets one vector: `tower` returns it, from exactly `max_tokens` tokens if there is a padding; `mean`
   * averages the vectors of the tokens.
   */
  readonly pooling: 'tower' | 'mean'
  readonly lower_case: boolean
}

export const HALVES = ['picture', 'text'] as const
export type Half = (typeof HALVES)[number]

/**
 * Milliseconds that a batch of pictures or one text took in the trial; null for a half that the model does not have.
 */
export type TrialTimes = Readonly<Record<Half, number | null>>

/**
 * A model that embeds texts, and pictures if it has a tower for them, in one space. Its id names the precision of its
 * weights, since vectors of different precisions differ.
 */
export interface VectorModel extends EngineIdentity {
  /** Its name in the model store. */
  readonly folder: string
  readonly dimensions: number
  readonly picture: (TowerFiles & PictureInput) | null
  readonly text: TowerFiles & TextInput
}
