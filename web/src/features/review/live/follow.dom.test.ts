import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { follow } from './follow.ts'

const bytes = new TextEncoder()
const refusal = (status: number, code: string) => new ApiError({ status, code, detail: 'Refused.' })

/**
 * Follows a server whose connections the test opens, feeds and breaks.
 * @param refuse error of an attempt to open one
 */
function followed(refuse: () => Error | null = () => null) {
  const connections: ReadableStreamDefaultController<Uint8Array>[] = []
  const open = vi.fn(async (signal: AbortSignal) => {
    const error = refuse()
    if (error) throw error
    return new Response(
      new ReadableStream({
        start: (controller) => {
          connections.push(controller)
          controller.enqueue(bytes.encode(': open\n\n'))
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      }),
    )
  })
  const told = { onOpen: vi.fn(), onEvent: vi.fn(), onLost: vi.fn(), onEnded: vi.fn() }
  const stop = new AbortController()
  const done = follow(open, told, stop.signal)
  return { open, told, connections, stop, done }
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

test('a broken stream is opened again within a second, and each opening is reported', async () => {
  const { told, connections, open, stop } = followed()
  await pass(0)
  expect(told.onOpen).toHaveBeenCalledTimes(1)
  connections[0]?.close()
  await pass(0)
  expect(told.onLost).toHaveBeenCalledTimes(1)
  await pass(1_000)
  expect(told.onOpen).toHaveBeenCalledTimes(2)
  expect(open).toHaveBeenCalledTimes(2)
  stop.abort()
})

test('retries become rarer while the server is away, and one follows at once when the network is back', async () => {
  const { open, told, stop } = followed(() => refusal(503, 'unavailable'))
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
  const { told, connections, stop } = followed()
  await pass(39_000)
  connections[0]?.enqueue(bytes.encode(':\n\n'))
  await pass(39_000)
  expect(told.onLost).not.toHaveBeenCalled()
  await pass(2_000)
  expect(told.onLost).toHaveBeenCalledTimes(1)
  stop.abort()
})

test('events of a newer server with unknown names change nothing', async () => {
  const { told, connections, stop } = followed()
  await pass(0)
  connections[0]?.enqueue(bytes.encode('event: constructor\ndata: {}\n\nevent: weather\ndata: {"rain":true}\n\n'))
  await pass(1_000)
  expect(told.onEvent).not.toHaveBeenCalled()
  expect(told.onLost).not.toHaveBeenCalled()
  stop.abort()
})

test('after events that the server may have missed, the list is read again within two seconds, on the same connection', async () => {
  const { told, connections, open, stop } = followed()
  await pass(0)
  connections[0]?.enqueue(bytes.encode(':\n\n'))
  await pass(0)
  expect(told.onOpen).toHaveBeenCalledTimes(1)
  connections[0]?.enqueue(bytes.encode('event: missed\ndata: {}\n\n'))
  await pass(2_000)
  expect(told.onOpen).toHaveBeenCalledTimes(2)
  expect(open).toHaveBeenCalledTimes(1)
  stop.abort()
})

test('the final end of the stream is reported once, whether it comes as an event or as a refusal', async () => {
  const { told, connections, done, open } = followed()
  await pass(0)
  connections[0]?.enqueue(bytes.encode('event: ended\ndata: {"code":"invalid_share_token","detail":"Gone."}\n\n'))
  await done
  expect(told.onEnded).toHaveBeenCalledExactlyOnceWith({ code: 'invalid_share_token', detail: 'Gone.' })
  expect(open).toHaveBeenCalledTimes(1)
  const refused = followed(() => refusal(404, 'not_found'))
  await refused.done
  expect(refused.told.onEnded).toHaveBeenCalledExactlyOnceWith({ code: 'not_found', detail: 'Refused.' })
})

test('a hidden page closes its connection after half a minute, silently, and opens it when it is visible again', async () => {
  const { told, open, connections, stop } = followed()
  await pass(0)
  hide(true)
  await pass(29_000)
  hide(false)
  await pass(1_500)
  expect(open).toHaveBeenCalledTimes(1)
  connections[0]?.enqueue(bytes.encode(':\n\n'))
  hide(true)
  await pass(31_000)
  expect(open.mock.calls[0]?.[0].aborted).toBe(true)
  await pass(600_000)
  expect(open).toHaveBeenCalledTimes(1)
  expect(told.onLost).not.toHaveBeenCalled()
  hide(false)
  await pass(0)
  expect(told.onOpen).toHaveBeenCalledTimes(2)
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
