import reel from './reel.json' with { type: 'json' }

/** A moment that the product found when `npm run pictures` ran. */
export interface ReelNote {
  /** Seconds. */
  readonly start_time: number
  readonly end_time: number
  readonly text: string
  readonly types: readonly string[]
}

/** A still of the film. */
export interface ReelFrame {
  /** Seconds. */
  readonly time: number
  /** Number of its note, from 1. */
  readonly note: number | null
}

/**
 * A query, the film that answers it, and the answers. `npm run pictures` writes them from real answers of the product.
 */
export const REEL: {
  readonly query: string
  readonly video_name: string
  readonly frames: readonly ReelFrame[]
  readonly notes: readonly ReelNote[]
} = reel

/** Address of a frame's picture. */
export const frameAddress = (place: number): string => `/pictures/reel-${place + 1}.avif`
