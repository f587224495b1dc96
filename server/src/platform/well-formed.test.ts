import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { wellFormed } from './well-formed.ts'

test('half of a character is replaced wherever it is, and nothing else changes', () => {
  const body = JSON.parse('{"a":"x\\ud800y","b":["\\udc00",{"c":"\\ud83c\\udfac"},1,null,true],"d":{}}')
  expect(wellFormed(body)).toEqual({ a: 'x\ufffdy', b: ['\ufffd', { c: '🎬' }, 1, null, true], d: {} })
  for (const value of [undefined, null, 'plain', 5]) expect(wellFormed(value)).toBe(value)
})

test('bytes and streams stay as they are', () => {
  const [bytes, stream] = [Buffer.from('x'), Readable.from(['x'])]
  expect([wellFormed(bytes), wellFormed(stream)]).toEqual([bytes, stream])
})

test('a deep value does not exhaust the stack', () => {
  const deep = `${'['.repeat(100_000)}"\\ud800"${']'.repeat(100_000)}`
  let inner = wellFormed(JSON.parse(deep))
  while (Array.isArray(inner)) inner = inner[0]
  expect(inner).toBe('\ufffd')
})
