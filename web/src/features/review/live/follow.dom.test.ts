import { LAST_EVENT_ID } from '@footnote/contract/nouns/review/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { follow } from './follow.ts'

const known = { said: z.object({ words: z.string() }) }
const refusal = (status: number, code: string) => new ApiError({ status, code, detail: 'Refused.' })
const opened = (id: string) => `event: opened\nid: ${id}\ndata: {}\n\n`
const said = (words: string, id?: string) =>
  `event: said\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify({ words })}\n\n`

/**
 * Follows a server whose connections the test opens, feeds and breaks.
 * @param greet what a connection says when it opens
 * @param refuse error of an attempt to open one
 */
function followed({
  greet = () => opened('first'),
  refuse = () => null,
}: {
  greet?: () => string
  refuse?: () => Error | null
} = {}) {
  const connections: ReadableStreamDefaultController<Uint8Array>[] = []
  const open = vi.fn(async (signal: AbortSignal, _headers: Readonly<Record<string, string>>) => {
    const error = refuse()
    if (error) throw error
    return new Response(
      new ReadableStream({
        start: (controller) => {
          connections.push(controller)
          controller.enqueue(new TextEncoder().encode(`: open\n\n${greet()}`))
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      }),
    )
  })
  const told = { onOpen: vi.fn(), onEvent: vi.fn(), onClosed: vi.fn(), onEnded: vi.fn() }
  const stop = new AbortController()
  const done = follow({ known, open }, told, stop.signal)
  const say = async (text: string) => {
    connections.at(-1)?.enqueue(new TextEncoder().encode(text))
    await pass(0)
  }
  /** The place from which each connection was to go on. */
  const places = () => open.mock.calls.map(([, headers]) => headers[LAST_EVENT_ID])
  return { open, places, told, connections, say, stop, done }
}

let hidden = false
function hide(next: boolean): void {
  hidden = next
  document.dispatchEvent(new Event('visibilitychange'))
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
})
afterEach(() => {
  hidden = false
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a broken stream is opened again within a second, from the last event that arrived', async () => {
  const { told, connections, places, say, stop } = followed()
  await pass(0)
  expect(told.onOpen.mock.calls).toEqual([[false]])
  await say(said('one', 'a') + said('two', 'b') + said('without an id'))
  connections[0]?.close()
  await pass(0)
  expect(told.onClosed.mock.calls).toEqual([['lost']])
  await pass(1_000)
  expect(told.onOpen.mock.calls).toEqual([[false], [true]])
  expect(places()).toEqual([undefined, 'b'])
  expect(told.onEvent.mock.calls.map(([{ data }]) => data.words)).toEqual(['one', 'two', 'without an id'])
  stop.abort()
})

test('a stream on which nothing happened goes on from where it opened', async () => {
  const { connections, places, stop } = followed()
  await pass(0)
  connections[0]?.close()
  await pass(1_000)
  expect(places()).toEqual([undefined, 'first'])
  stop.abort()
})

test.each([
  ['whose data is no JSON', 'event: said\nid: b\ndata: {\n\n'],
  ['that does not fit the contract', 'event: said\nid: b\ndata: {"words":1}\n\n'],
])('after an event %s, the page reads its lists instead of getting the event again', async (_, broken) => {
  const { told, places, say, stop } = followed()
  await pass(0)
  await say(said('one', 'a') + broken)
  await pass(1_000)
  expect(places()).toEqual([undefined, undefined])
  expect(told.onOpen.mock.calls).toEqual([[false], [false]])
  stop.abort()
})

test('an event that the page fails to apply is not one that it has', async () => {
  const { told, places, say, stop } = followed()
  told.onEvent.mockImplementation(() => {
    throw new Error('Not now')
  })
  await pass(0)
  await say(said('one', 'a'))
  await pass(1_000)
  expect(places()).toEqual([undefined, undefined])
  stop.abort()
})

test('a server of an earlier version is open a second after its first line, and each of its streams is a first one', async () => {
  let greeting = opened('first')
  const { told, connections, places, say, stop } = followed({ greet: () => greeting })
  await pass(0)
  greeting = ''
  connections[0]?.close()
  await pass(3_000)
  expect(places()).toEqual([undefined, 'first'])
  expect(told.onOpen.mock.calls).toEqual([[false], [false]])
  await say(said('one'))
  connections[1]?.close()
  await pass(3_000)
  expect(places()).toEqual([undefined, 'first', undefined])
  expect(told.onOpen).toHaveBeenCalledTimes(3)
  expect(told.onEvent).toHaveBeenCalledTimes(1)
  stop.abort()
})

test('retries become rarer while the server is away, and one follows at once when the network is back', async () => {
  const { open, told, stop } = followed({ refuse: () => refusal(503, 'unavailable') })
  await pass(20_000)
  const early = open.mock.calls.length
  await pass(60_000)
  expect(open.mock.calls.length - early).toBeLessThanOrEqual(6)
  const before = open.mock.calls.length
  window.dispatchEvent(new Event('online'))
  await pass(0)
  expect(open.mock.calls.length).toBe(before + 1)
  expect(told.onEnded).not.toHaveBeenCalled()
  stop.abort()
})

test('a connection without a sign of life for forty seconds is closed', async () => {
  const { told, say, stop } = followed()
  await pass(39_000)
  await say(':\n\n')
  await pass(39_000)
  expect(told.onClosed).not.toHaveBeenCalled()
  await pass(2_000)
  expect(told.onClosed).toHaveBeenCalledExactlyOnceWith('lost')
  stop.abort()
})

test('events of a newer server with unknown names change nothing', async () => {
  const { told, say, stop } = followed()
  await pass(0)
  await say('event: constructor\ndata: {}\n\nevent: weather\ndata: {"rain":true}\n\n')
  await pass(1_000)
  expect(told.onEvent).not.toHaveBeenCalled()
  expect(told.onClosed).not.toHaveBeenCalled()
  stop.abort()
})

test('after events that the server cannot send, the lists are read again within two seconds, on the same connection', async () => {
  const { told, connections, open, places, say, stop } = followed()
  await pass(0)
  await say('event: missed\nid: later\ndata: {}\n\n')
  await pass(2_000)
  expect(told.onOpen.mock.calls).toEqual([[false], [false]])
  expect(open).toHaveBeenCalledTimes(1)
  connections[0]?.close()
  await pass(1_000)
  expect(places()).toEqual([undefined, 'later'])
  expect(told.onOpen.mock.lastCall).toEqual([true])
  stop.abort()
})

test('a page that is hidden before it reads its lists again reads them when it is visible', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const { told, places, say, stop } = followed()
  await pass(0)
  hide(true)
  await pass(29_000)
  await say('event: missed\nid: later\ndata: {}\n\n')
  await pass(2_000)
  expect(told.onOpen).toHaveBeenCalledTimes(1)
  hide(false)
  await pass(0)
  expect(places()).toEqual([undefined, undefined])
  expect(told.onOpen.mock.calls).toEqual([[false], [false]])
  stop.abort()
})

test('the final end of the stream is reported once, whether it comes as an event or as a refusal', async () => {
  const { told, say, done, open } = followed()
  await pass(0)
  await say('event: ended\ndata: {"code":"invalid_share_token","detail":"Gone."}\n\n')
  await done
  expect(told.onEnded).toHaveBeenCalledExactlyOnceWith({ code: 'invalid_share_token', detail: 'Gone.' })
  expect(open).toHaveBeenCalledTimes(1)
  const refused = followed({ refuse: () => refusal(404, 'not_found') })
  await refused.done
  expect(refused.told.onEnded).toHaveBeenCalledExactlyOnceWith({ code: 'not_found', detail: 'Refused.' })
})

test('a hidden page closes its connection after half a minute, and goes on where it was when it is visible again', async () => {
  const { told, open, places, say, stop } = followed()
  await pass(0)
  hide(true)
  await pass(29_000)
  hide(false)
  await pass(1_500)
  expect(open).toHaveBeenCalledTimes(1)
  await say(said('one', 'a'))
  hide(true)
  await pass(31_000)
  expect(open.mock.calls[0]?.[0].aborted).toBe(true)
  await pass(600_000)
  expect(open).toHaveBeenCalledTimes(1)
  expect(told.onClosed.mock.calls).toEqual([['hidden']])
  hide(false)
  await pass(0)
  expect(told.onOpen.mock.calls).toEqual([[false], [true]])
  expect(places()).toEqual([undefined, 'a'])
  stop.abort()
})

test('a page opened in the background connects when it becomes visible', async () => {
  hidden = true
  const { open, told, stop } = followed()
  await pass(60_000)
  expect(open).not.toHaveBeenCalled()
  hide(false)
  await pass(0)
  expect(told.onOpen).toHaveBeenCalledTimes(1)
  stop.abort()
})

test('a page says each 15 seconds that it is there, until its stream ends', async () => {
  const sent = vi.fn(async (_address: string, _call: { body: string }) => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', sent)
  const greetings = ['word 1', 'word 2'].values()
  const { stop, connections: open } = followed({
    greet: () => `event: opened\nid: first\ndata: ${JSON.stringify({ here: greetings.next().value })}\n\n`,
  })
  const words = () => sent.mock.calls.map(([address, { body }]) => [address, JSON.parse(body).here])
  await pass(14_000)
  expect(words()).toEqual([])
  await pass(17_000)
  expect(words()).toEqual(Array(2).fill(['/api/events/here', 'word 1']))
  open.at(-1)!.close()
  await pass(17_000)
  expect(words()).toEqual([...Array(2).fill(['/api/events/here', 'word 1']), ['/api/events/here', 'word 2']])
  stop.abort()
  await pass(60_000)
  expect(sent).toHaveBeenCalledTimes(3)
  vi.unstubAllGlobals()
})
