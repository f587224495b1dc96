import reel from './reel.json' with { type: 'json' }

/** A moment that the product found when the reel was made. */
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
  /** Number of the note that it belongs to, from 1 on. */
  readonly note: number | null
}

/** A question, the film that answers it, and the answers; written by `npm run pictures` from what the product said. */
export const REEL: {
  readonly query: string
  readonly video_name: string
  readonly frames: readonly ReelFrame[]
  readonly notes: readonly ReelNote[]
} = reel

/** Address of a frame's picture. */
export const frameAddress = (place: number): string => `/pictures/reel-${place + 1}.avif`
