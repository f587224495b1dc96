/** Ways from one match of a search to the others in the same video. */
export interface OtherMatches {
  /** Index of the one that plays, in order of time; null for a moment that is none of them. */
  readonly place: number | null
  readonly count: number
  /** Absent where there is none. */
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
}
