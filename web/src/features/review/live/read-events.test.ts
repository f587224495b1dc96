import { expect, test, vi } from 'vitest'
import { eventParser, readEvents } from './read-events.ts'

const parsed = (...pieces: string[]) => {
  const parse = eventParser()
  return pieces.flatMap((piece) => parse(piece))
}

test('an event has a name and data, and ends with an empty line', () => {
  expect(parsed('event: comment\ndata: {"a":1}\n\n')).toEqual([{ name: 'comment', data: '{"a":1}' }])
  expect(parsed('event: comment\ndata: {"a":1}\n')).toEqual([])
})

test('events may be cut anywhere, in the middle of a line end too', () => {
  const text = 'event: comment\r\ndata: one\r\n\r\nevent: ended\r\ndata: two\r\n\r\n'
  const events = [
    { name: 'comment', data: 'one' },
    { name: 'ended', data: 'two' },
  ]
  for (let cut = 0; cut <= text.length; cut += 1)
    expect(parsed(text.slice(0, cut), text.slice(cut), '\n')).toEqual(events)
  expect(parsed(...text, '\n')).toEqual(events)
})

test('lines may end with a return alone', () => {
  expect(parsed('data: one\rdata: two\r\r', 'data: three\r\r', '\n')).toEqual([
    { name: 'message', data: 'one\ntwo' },
    { name: 'message', data: 'three' },
  ])
})

test('comments, unknown fields, ids and a byte order mark are ignored', () => {
  expect(parsed('\uFEFF: open\n\nid: 1\nretry: 5\nwhat\ndata:one\ndata\n\n:\n\n')).toEqual([
    { name: 'message', data: 'one\n' },
  ])
})

test('a name without data is no event', () => {
  expect(parsed('event: comment\n\ndata: x\n\n')).toEqual([{ name: 'message', data: 'x' }])
})

test('a stream is read to its end, even with characters cut between chunks, and every chunk is a sign of life', async () => {
  const bytes = new TextEncoder().encode(': open\n\ndata: 👏\n\n')
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const onSign = vi.fn()
  const events = []
  for await (const event of readEvents(body, onSign)) events.push(event)
  expect(events).toEqual([{ name: 'message', data: '👏' }])
  expect(onSign).toHaveBeenCalledTimes(bytes.length)
})
