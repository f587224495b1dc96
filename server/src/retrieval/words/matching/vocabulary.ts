import type { Token } from '@footnote/contract/shared/language/tokens.ts'

/** The different words of some texts, each with a number. Texts share most of their words. */
export class Vocabulary {
  /** Plain words, by number. */
  readonly words: string[] = []
  readonly #numbers = new Map<string, number>()

  /** The numbers of a text's words, in order. New words get the next numbers. */
  read(tokens: readonly Token[]): number[] {
    return tokens.map(({ plain }) => {
      const known = this.#numbers.get(plain)
      if (known !== undefined) return known
      this.#numbers.set(plain, this.words.length)
      return this.words.push(plain) - 1
    })
  }
}
