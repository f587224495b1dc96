/** Languages that are written without spaces between words. */
const UNSPACED: ReadonlySet<string> = new Set(['zh', 'yue', 'ja', 'th', 'lo', 'my', 'km', 'bo'])

/** Whether a language writes words without spaces. @param language BCP 47 tag */
export const joinsWithoutSpaces = (language: string): boolean => UNSPACED.has(language)

/** Joins words as the language writes them; words of Latin letters keep their spaces. */
export function joinWords(words: readonly string[], language: string): string {
  if (!joinsWithoutSpaces(language)) return words.join(' ')
  return words.reduce(
    (text, word) => text + (/[A-Za-z0-9]$/.test(text) && /^[A-Za-z0-9]/.test(word) ? ' ' : '') + word,
    '',
  )
}
