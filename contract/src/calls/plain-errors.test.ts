import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from './endpoints.ts'

const sentenceOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test.each([
  [z.string(), undefined, 'This is required'],
  [z.string(), 3, 'Text is required'],
  [z.int(), 1.5, 'A whole number is required'],
  [z.string().check(z.minLength(1)), '', 'This is required'],
  [z.number().check(z.gte(1)), 0, 'The number must be at least 1'],
  [z.array(z.string()).check(z.minLength(2)), [], 'At least 2 items are required'],
  [z.string().check(z.maxLength(2)), 'abc', 'At most 2 characters are allowed'],
  [z.enum(['up', 'down']), 'left', 'One of these is required: up, down'],
  [z.strictObject({}), { odd: 1 }, 'There is no field odd'],
  [z.strictObject({}), { odd: 1, even: 2 }, 'There are no fields odd, even'],
  [z.union([z.string(), z.number()]), true, 'This is not valid'],
])('a schema without a sentence of its own refuses in plain words', (schema, value, sentence) => {
  expect(sentenceOf(schema, value)).toBe(sentence)
})

test('no call refuses a body in the words of a validator', () => {
  const odd = [undefined, null, 0, -1, '', 'x', [], {}, true]
  const said = Object.values(endpoints)
    .flatMap((calls): object[] => Object.values(calls))
    .flatMap((call) => ('body' in call ? [call.body as z.ZodMiniType] : []))
    .flatMap((body) => odd.flatMap((value) => body.safeParse(value).error?.issues.map(({ message }) => message) ?? []))
  expect(said.length).toBeGreaterThan(500)
  expect(said.filter((message) => /expected|invalid input|too (?:small|big)/i.test(message))).toEqual([])
})
