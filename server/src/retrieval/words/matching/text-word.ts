import { letterBits } from './similarity.ts'

/** A word of the texts, prepared for comparison. */
export class TextWord {
  readonly plain: string
  readonly stem: string
  /** See `letterBits`. */
  readonly letters: number

  /** @param plain lower case without accents */
  constructor(plain: string, stem: string) {
    this.plain = plain
    this.stem = stem
    this.letters = letterBits(plain)
  }
}
