import { afterEach, expect, test, vi } from 'vitest'
import { openLog } from './log.ts'
import { forPeople, isPretty, openLines } from './log-lines.ts'

const TIME = new Date(2026, 10, 25, 14, 3, 22).getTime()
const line = (fields: object) => JSON.stringify({ level: 30, time: TIME, pid: 7, hostname: 'here', ...fields })

afterEach(() => vi.restoreAllMocks())

test('lines are for people at a terminal only, unless LOG_FORMAT says otherwise', () => {
  expect([isPretty('auto', true), isPretty('auto', false), isPretty(undefined, true)]).toEqual([true, false, true])
  expect([isPretty('pretty', false), isPretty('json', true)]).toEqual([true, false])
})

test('a line for people has the time, the level, the message and the fields, and the stack of an error below', () => {
  const prettyLine = forPeople()
  expect(prettyLine(line({ engines: [{}, {}], job: 'send-mail', msg: 'job started' }))).toBe(
    '14:03:22  info   job started  engines=2 job=send-mail',
  )
  const err = { type: 'Error', message: 'No room', stack: 'Error: No room\n    at write (disk.ts:1:1)' }
  expect(prettyLine(line({ level: 50, err, folder: '/mnt/a b', msg: 'failed' }))).toBe(
    '14:03:22  error  failed  folder="/mnt/a b"\n    Error: No room\n        at write (disk.ts:1:1)',
  )
})

test('a request is one line for people, and a question after health none', () => {
  const worded = forPeople()
  const of = (reqId: string, route: string) => [
    worded(line({ reqId, req: { method: 'GET', route }, msg: 'incoming request' })),
    worded(line({ reqId, res: { statusCode: 200 }, responseTime: 1.23456, msg: 'request completed' })),
  ]
  expect(of('a', '/api/indexes')).toEqual([
    null,
    '14:03:22  info   request completed  statusCode=200 responseTime=1.235 method=GET route=/api/indexes',
  ])
  expect(of('b', '/api/health')).toEqual([null, null])
})

test('no text of others can move the cursor or forge a line, in either form', () => {
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  const nasty = 'name\u001b[2J\n14:03:22  info   forged\u202e'
  for (const pretty of [true, false]) openLog('info', openLines(pretty)).warn({ nasty }, nasty)
  expect(written).toHaveLength(2)
  for (const text of written) {
    for (const part of ['\u001b', '\u202e', '\n']) expect(text.trimEnd()).not.toContain(part)
    expect(text).toContain('forged')
  }
})

test('what is no JSON is passed on as it is', () => {
  expect(forPeople()('plain words')).toBe('plain words')
})
