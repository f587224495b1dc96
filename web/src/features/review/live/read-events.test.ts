import type { EventSourceMessage } from 'eventsource-parser'
import { expect, test, vi } from 'vitest'
import { readEvents } from './read-events.ts'

/** The events of an answer that arrives in pieces. */
async function read(pieces: readonly Uint8Array[], onSign: () => void = () => undefined) {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const events: EventSourceMessage[] = []
  for await (const event of readEvents(body, onSign)) events.push(event)
  return events
}
const bytes = (text: string) => new TextEncoder().encode(text)

test('an event has a name, data and an id, and ends with an empty line', async () => {
  const whole = [{ event: 'comment', data: '{"a":1}', id: 'x' }]
  expect(await read([bytes('event: comment\nid: x\ndata: {"a":1}\n\n')])).toEqual(whole)
  expect(await read([bytes('event: comment\nid: x\ndata: {"a":1}\n')])).toEqual([])
})

test('an id belongs to its own event alone', async () => {
  const events = await read([bytes('id: 1\ndata: one\n\ndata: two\n\n')])
  expect(events.map(({ id }) => id)).toEqual(['1', undefined])
})

test('events may be cut anywhere, in the middle of a character and of a line end too, and every piece is a sign of life', async () => {
  const text = bytes(': open\n\nevent: comment\r\nid: 1\r\ndata: 👏é\r\n\r\nevent: ended\nid: 2\ndata: two\n\n:\n\n')
  const events = [
    { event: 'comment', data: '👏é', id: '1' },
    { event: 'ended', data: 'two', id: '2' },
  ]
  for (let cut = 0; cut <= text.length; cut += 1) {
    const onSign = vi.fn()
    expect(await read([text.slice(0, cut), text.slice(cut)], onSign)).toEqual(events)
    expect(onSign).toHaveBeenCalledTimes(2)
  }
  const onSign = vi.fn()
  expect(
    await read(
      Array.from(text, (byte) => Uint8Array.of(byte)),
      onSign,
    ),
  ).toEqual(events)
  expect(onSign).toHaveBeenCalledTimes(text.length)
})

test('a line that is no field, a retry time and a name without data are no events', async () => {
  expect(await read([bytes('retry: 5\n\nwhat\n\nevent: comment\n\ndata: x\n\n')])).toEqual([{ data: 'x' }])
})
