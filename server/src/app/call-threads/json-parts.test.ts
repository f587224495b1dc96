import { expect, test } from 'vitest'
import { jsonParts } from './json-parts.ts'

const joined = (answer: Record<string, unknown>) => Buffer.concat([...jsonParts(answer)]).toString()

test.each([
  {},
  { list: [] },
  { list: [undefined, null, 1.5, 'ü🎬\ud800"\n'], left_out: undefined, 'na"me': { list: [1] }, last: null },
  { left_out: undefined, first: true },
  { words: Array.from({ length: 12_345 }, (_, at) => ({ word: `wörd ${at}`, start: at / 3 })), times: [1, 2] },
])('parts are the text that one string would be', (answer) => {
  expect(joined(answer)).toBe(Buffer.from(JSON.stringify(answer)).toString())
})

test('a long list comes in many parts, none of which is large', () => {
  const parts = [...jsonParts({ words: Array(100_000).fill({ word: 'word', start: 1.25, end: 1.5 }) })]
  expect(parts.length).toBeGreaterThan(10)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(1024 ** 2)
})
