import * as z from 'zod/mini'

const count = (number: number | bigint, noun: string): string => `${number} ${noun}${Number(number) === 1 ? '' : 's'}`

const KINDS: Readonly<Record<string, string>> = {
  string: 'Text',
  number: 'A number',
  int: 'A whole number',
  boolean: 'Yes or no',
  array: 'A list',
  object: 'An object',
  record: 'An object',
}
const NOUNS: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item' }

/** @param limit the least or the most, as a number @param word 'least' or 'most' */
function sized(word: 'least' | 'most', limit: number | bigint, origin: string): string {
  const noun = NOUNS[origin]
  if (!noun) return `The number must be at ${word} ${limit}`
  const verb = Number(limit) === 1 ? 'is' : 'are'
  return word === 'least'
    ? `At least ${count(limit, noun)} ${verb} required`
    : `At most ${count(limit, noun)} ${verb} allowed`
}

/** The sentence for a refused value, where its schema has none. People may read it. */
function plainError(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'This is required'
      : `${KINDS[issue.expected] ?? 'Another kind of value'} is required`
  if (issue.code === 'too_small')
    return issue.origin === 'string' && issue.minimum === 1
      ? 'This is required'
      : sized('least', issue.minimum, issue.origin)
  if (issue.code === 'too_big') return sized('most', issue.maximum, issue.origin)
  if (issue.code === 'invalid_value') return `One of these is required: ${issue.values.map(String).join(', ')}`
  if (issue.code === 'unrecognized_keys')
    return issue.keys.length === 1
      ? `There is no field ${issue.keys[0]}`
      : `There are no fields ${issue.keys.join(', ')}`
  return 'This is not valid'
}

/** Gives a sentence in plain English to every schema of this process that has none. */
export const speakPlainly = (): void => {
  z.config({ customError: plainError })
}
