import { editDistance } from '../text/edit-distance.ts'

const SMALL = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/**
 * The words of a text as errors are counted: lower case, no punctuation, digits as words, 'Mr.' as 'mister', hyphens as
 * blanks.
 */
export function wordsOf(text: string): string[] {
  const parts = text
    .toLowerCase()
    .replaceAll(/\bmr\./g, 'mister')
    .replaceAll(/[’']/g, '')
    .replaceAll(/(?<=\d),(?=\d)/g, '')
    .split(/[^\p{L}\p{N}]+/u)
  return parts.filter((part) => part !== '').flatMap((part) => (/^\d{1,6}$/.test(part) ? spelled(Number(part)) : part))
}

function spelled(number: number): string[] {
  if (number < 20) return [SMALL[number] as string]
  if (number < 100) return [TENS[Math.floor(number / 10)] as string, ...rest(number % 10)]
  if (number < 1_000) return [SMALL[Math.floor(number / 100)] as string, 'hundred', ...rest(number % 100)]
  return [...spelled(Math.floor(number / 1_000)), 'thousand', ...rest(number % 1_000)]
}

const rest = (number: number): string[] => (number === 0 ? [] : spelled(number))

/** Number of words to add, omit or replace between what was said and what was heard. */
export function wordErrors(said: readonly string[], heard: readonly string[]): number {
  const letters = new Map([...new Set([...said, ...heard])].map((word, at) => [word, String.fromCharCode(at + 1)]))
  const spelling = (words: readonly string[]) => words.map((word) => letters.get(word)).join('')
  return editDistance(spelling(said), spelling(heard))
}
