import { letterBits, soundBits, soundOf } from './similarity.ts'

/** A word of the texts, prepared for comparison. */
export class TextWord {
  readonly plain: string
  readonly stem: string
  /** See `letterBits`. */
  readonly letters: number
  /** Possible letters of its sound, alone or in a join. */
  readonly sound_bits: number
  #sound: string | undefined

  /** @param plain lower case without accents */
  constructor(plain: string, stem: string) {
    this.plain = plain
    this.stem = stem
    this.letters = letterBits(plain)
    this.sound_bits = soundBits(plain)
  }

  /** See `soundOf`. Computed when needed, since its letters exclude most words. */
  get sound(): string {
    this.#sound ??= soundOf(this.plain)
    return this.#sound
  }
}
