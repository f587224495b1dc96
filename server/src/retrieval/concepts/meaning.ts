import type { WordForm } from '../words/forms/word-forms.ts'

/** A word of the concepts engine that shows what a query asks for, and how well, 0 to 1. */
export interface WeightedConcept {
  readonly name: string
  readonly weight: number
}

/** A content word of a query, for searching texts. */
export interface QueryWord {
  /** Lower case, without accents. */
  readonly word: string
  /** Its place among all words of the query, from 0. */
  readonly place: number
  /** Its significance, 0 to 1. */
  readonly weight: number
  /** Whether it is English. */
  readonly known: boolean
  /** The ways to write and say it, as typed first. */
  readonly forms: readonly WordForm[]
  /** See `fitAlone`. */
  readonly alone: number
}

/** One visible thing in a query: a word or phrase, and the colours bound to it. */
export interface QueryUnit {
  readonly text: string
  /** Its importance for the query, above 0. */
  readonly weight: number
  /** Basic colour terms of the thing. */
  readonly colours: readonly string[]
  /** Words of the concepts engine that show it, strongest first. */
  readonly concepts: readonly WeightedConcept[]
}

/** The meaning of a query. */
export interface QueryMeaning {
  readonly words: readonly QueryWord[]
  readonly units: readonly QueryUnit[]
}
