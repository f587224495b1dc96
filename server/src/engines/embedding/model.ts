import type { EngineIdentity } from '../engine.ts'

/** How weights are kept: exactly, or rounded to 4 or 8 bits. */
export type Precision = 'fp32' | 'q4' | 'int8'

/** One half of a model: where its weights lie, at which precision, and the names its numbers go in and come out by. */
export interface TowerFiles {
  /** Path inside the model's folder, as on the hub. */
  readonly weights: string
  readonly precision: Precision
  readonly input: string
  readonly output: string
}

/** What a picture tower is to be given. */
export interface PictureInput {
  /** Side of the square, in pixels. */
  readonly size: number
  /** Whether the whole picture is stretched to the square, or its middle cut out. */
  readonly fit: 'fill' | 'cover'
  readonly kernel: 'linear' | 'cubic'
  /** Of red, green and blue, from 0 to 1; taken off, and divided by. */
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}

/** What a text tower is to be given. */
export interface TextInput {
  readonly tokenizer: string
  readonly tokenizer_config: string
  /** Longer texts are cut, the last token kept. */
  readonly max_tokens: number
  /** The token that shorter texts are filled up with; null where they stay short. */
  readonly padding: string | null
  /**
   * What makes one vector of a text: the tower itself, which is given `max_tokens` tokens where there is a padding; or the mean of the
   * vectors that it gives its tokens.
   */
  readonly pooling: 'tower' | 'mean'
  readonly lower_case: boolean
}

export const HALVES = ['picture', 'text'] as const
export type Half = (typeof HALVES)[number]

/** Milliseconds that a batch of pictures or one text took when the weights were tried; null for a half that the model has not. */
export type Tried = Readonly<Record<Half, number | null>>

/**
 * A model that puts texts, and pictures where it has a tower for them, into one space. Its id names the precisions of its weights:
 * vectors of others are no more than similar.
 */
export interface VectorModel extends EngineIdentity {
  /** Its name in the store of models. */
  readonly folder: string
  readonly dimensions: number
  readonly picture: (TowerFiles & PictureInput) | null
  readonly text: TowerFiles & TextInput
}
