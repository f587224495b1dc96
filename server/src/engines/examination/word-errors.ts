import { editDistance } from '../text/edit-distance.ts'

const SMALL = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** The words of a text in lower case, without punctuation; hyphens part words, and numbers below a hundred are words. */
export function wordsOf(text: string): string[] {
  const parts = text
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .split(/[^\p{L}\p{N}]+/u)
  return parts.filter((part) => part !== '').flatMap((part) => (/^\d{1,2}$/.test(part) ? spelled(Number(part)) : part))
}

function spelled(number: number): string[] {
  if (number < 20) return [SMALL[number] as string]
  const rest = number % 10
  return [TENS[Math.floor(number / 10)] as string, ...(rest === 0 ? [] : [SMALL[rest] as string])]
}

/** Number of words to add, omit or replace between what was said and what was heard. */
export function wordErrors(said: readonly string[], heard: readonly string[]): number {
  const letters = new Map([...new Set([...said, ...heard])].map((word, at) => [word, String.fromCharCode(at + 1)]))
  const spelling = (words: readonly string[]) => words.map((word) => letters.get(word)).join('')
  return editDistance(spelling(said), spelling(heard))
}
