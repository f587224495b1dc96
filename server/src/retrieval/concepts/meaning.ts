/** Another word with how well it stands for one of the query's, 0 to 1. */
export interface Weighted {
  readonly name: string
  readonly weight: number
}

/** One content word of a query, as texts are searched for it. */
export interface QueryWord {
  /** Lower case, without accents. */
  readonly word: string
  /** How much it tells, 0 to 1: rare words tell more. */
  readonly weight: number
  /** Whether a dictionary has it; null where none is installed. */
  readonly known: boolean | null
  /** Words that mean the same or nearly so, strongest first. */
  readonly related: readonly Weighted[]
}

/** One thing that a query wants to see: a word or phrase, with a colour bound to it. */
export interface QueryUnit {
  readonly text: string
  /** How much it matters for the query, above 0. */
  readonly weight: number
  /** Basic colour terms that the thing should have. */
  readonly colours: readonly string[]
  /** Words of the concepts engine that show it, strongest first. */
  readonly concepts: readonly Weighted[]
}

/** What a query means, in plain data. */
export interface QueryMeaning {
  readonly words: readonly QueryWord[]
  readonly units: readonly QueryUnit[]
}
