import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { expect, test } from 'vitest'
import { delayAfter, type Failure, judge } from './verdict.ts'

const failed = (status: number, method = 'PATCH', more: Partial<Failure> = {}): Failure => ({
  method,
  status,
  detail: '',
  retry_after: null,
  ...more,
})
const act = (failure: Failure, failures = 1, chunk: number = RESUMABLE.chunk) => judge(failure, failures, chunk).act

test('a proxy that refuses the size gets smaller requests, down to 512 KiB', () => {
  expect(act(failed(413))).toBe('smaller')
  expect(act(failed(413), 1, RESUMABLE.least_chunk)).toBe('give_up')
  expect(act(failed(413, 'POST'))).toBe('give_up')
})

test('a proxy that cuts the connection twice gets smaller requests, too', () => {
  expect([1, 2].map((failures) => act(failed(0), failures))).toEqual(['again', 'smaller'])
  expect(act(failed(0), 9, RESUMABLE.least_chunk)).toBe('again')
  expect(act(failed(0, 'HEAD'), 9)).toBe('again')
})

test.each([
  ['an upload that another request holds', failed(423)],
  ['an offset that moved', failed(409)],
  ['a server that starts', failed(503, 'HEAD')],
  ['a proxy without a server', failed(502, 'POST')],
  ['too many requests', failed(429)],
])('%s is tried again', (_what, failure) => {
  expect(act(failure, 50)).toBe('again')
})

test('an expired token is renewed, an expired upload and one of another file start over', () => {
  expect(act(failed(401))).toBe('renew')
  expect([404, 410, 412].map((status) => act(failed(status, 'HEAD')))).toEqual(Array(3).fill('start_over'))
})

test.each([
  ['no room', failed(507)],
  ['too many uploads', failed(409, 'POST', { detail: 'Too many.' })],
  ['a collection that is gone', failed(404, 'POST')],
  ['no permission', failed(403, 'POST')],
])('%s needs a person', (_what, failure) => {
  expect(judge(failure, 1, RESUMABLE.chunk)).toEqual({ act: 'give_up', detail: failure.detail })
})

test('a broken server is tried five times', () => {
  expect([5, 6].map((failures) => act(failed(500), failures))).toEqual(['again', 'give_up'])
})

test('waits double up to 30 s, and a longer wait that the server asks for counts', () => {
  expect([1, 2, 3, 6, 99].map((failures) => delayAfter(failures, 1))).toEqual([1_000, 2_000, 4_000, 30_000, 30_000])
  expect(delayAfter(1, 0)).toBe(500)
  expect(judge(failed(503, 'PATCH', { retry_after: 60 }), 1, RESUMABLE.chunk)).toMatchObject({ wait: 60_000 })
})
