import * as z from 'zod/mini'

const count = (number: number | bigint, noun: string): string => `${number} ${noun}${Number(number) === 1 ? '' : 's'}`

const KINDS: Readonly<Record<string, string>> = {
  string: 'A text',
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
  const size = noun ? count(limit, noun) : String(limit)
  const verb = noun && Number(limit) !== 1 ? 'are' : 'is'
  return word === 'least' ? `At least ${size} ${verb} needed` : `At most ${size} ${verb} allowed`
}

/** A sentence for a value that a schema refuses and says nothing about. People may read it. */
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
  if (issue.code === 'unrecognized_keys') return `Nothing has the name ${issue.keys.join(', ')}`
  return 'This is not valid'
}

/** Makes all schemas of this process speak plain English where they have no sentence of their own. */
export const speakPlainly = (): void => {
  z.config({ customError: plainError })
}
