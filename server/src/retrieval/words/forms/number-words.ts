/** English names of whole numbers, by place. */
const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const VALUES = new Map([
  ...SMALL.map((name, value) => [name, value] as const),
  ...TENS.map((name, place) => [name, 20 + 10 * place] as const),
])

/** Whether a plain word is a number in digits or in English. */
export const isNumber = (word: string): boolean => /^\d+$/.test(word) || VALUES.has(word)

/**
 * How people say a number of one to four digits in English; years are said in two halves.
 * @returns its words; null for other numbers
 */
export function numberInWords(digits: string): string[] | null {
  if (!/^(?:0|[1-9]\d?|1[1-9]\d\d|20[1-9]\d)$/.test(digits)) return null
  if (digits.length === 4) {
    const [century, rest] = [digits.slice(0, 2), digits.slice(2)]
    if (rest === '00') return [...below100(Number(century)), 'hundred']
    return [...below100(Number(century)), ...(rest[0] === '0' ? ['oh'] : []), ...below100(Number(rest))]
  }
  return below100(Number(digits))
}

function below100(value: number): string[] {
  if (value < SMALL.length) return [SMALL[value] as string]
  const unit = value % 10
  return [TENS[Math.floor(value / 10) - 2] as string, ...(unit > 0 ? [SMALL[unit] as string] : [])]
}

/** The same words with numbers below 100 in digits: `b fifty two` is `b 52`. */
export function numbersInDigits(words: readonly string[]): string[] {
  const made: string[] = []
  for (let at = 0; at < words.length; at++) {
    const [value, next] = [VALUES.get(words[at] as string), VALUES.get(words[at + 1] ?? '')]
    if (value === undefined) made.push(words[at] as string)
    else if (value >= 20 && next !== undefined && next > 0 && next < 10) {
      made.push(String(value + next))
      at += 1
    } else made.push(String(value))
  }
  return made
}
