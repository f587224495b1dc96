/** A word related to one of the query's, with the strength of the relation, 0 to 1. */
export interface Weighted {
  readonly name: string
  readonly weight: number
}

/** A content word of a query, for searching texts. */
export interface QueryWord {
  /** Lower case, without accents. */
  readonly word: string
  /** Its significance, 0 to 1: rare words have more. */
  readonly weight: number
  /** Whether a dictionary has it; null without a dictionary. */
  readonly known: boolean | null
  /** Synonyms and close words, strongest first. */
  readonly related: readonly Weighted[]
}

/** One visible thing in a query: a word or phrase, and the colours bound to it. */
export interface QueryUnit {
  readonly text: string
  /** Its importance for the query, above 0. */
  readonly weight: number
  /** Basic colour terms of the thing. */
  readonly colours: readonly string[]
  /** Words of the concepts engine that show it, strongest first. */
  readonly concepts: readonly Weighted[]
}

/** The meaning of a query, as plain data. */
export interface QueryMeaning {
  readonly words: readonly QueryWord[]
  readonly units: readonly QueryUnit[]
}
