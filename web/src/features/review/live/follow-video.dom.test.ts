import { afterEach, expect, test, vi } from 'vitest'
import type { StreamListener } from '../../../lib/calls/events.ts'
import { watchLinkChange } from '../../../lib/stored/share-pass.ts'
import { followVideo } from './follow-video.ts'

const deaf: StreamListener<unknown> = {
  onOpen: () => undefined,
  onEvent: () => undefined,
  onClosed: () => undefined,
  onEnded: () => undefined,
}
const stop = new AbortController()

afterEach(() => stop.abort())

test('each open page of a link has a stream and a key of its own, also one that cannot comment, and does not keep it', async () => {
  const asked: { address: string; headers: Headers }[] = []
  vi.stubGlobal('fetch', (address: string, { headers }: { headers: Headers }) => {
    asked.push({ address, headers })
    return new Promise(() => undefined)
  })
  for (let page = 0; page < 2; page += 1) followVideo('v', { share_token: 'link' })(deaf, stop.signal)
  const keys = () =>
    asked.flatMap(({ address }) => /^\/api\/quick-review\/events\/v\?page_key=([0-9a-f]{48})$/.exec(address)?.[1] ?? [])
  await expect.poll(() => new Set(keys()).size).toBe(2)
  expect(asked.map(({ headers }) => headers.get('x-share-token'))).toEqual(['link', 'link'])
  const kept = JSON.stringify([localStorage, sessionStorage])
  expect(keys().filter((key) => kept.includes(key))).toEqual([])
})

test('who is present goes to the page alone, which forgets it ten seconds after the stream was lost', async () => {
  vi.useFakeTimers()
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  vi.stubGlobal(
    'fetch',
    async () => new Response(new ReadableStream({ start: (controller) => void streams.push(controller) })),
  )
  const say = async (text: string) => {
    streams.at(-1)!.enqueue(new TextEncoder().encode(text))
    await vi.advanceTimersByTimeAsync(0)
  }
  const [onPresent, onEvent, ending] = [vi.fn(), vi.fn(), new AbortController()]
  followVideo('v', { share_token: 'link' }, onPresent)({ ...deaf, onEvent }, ending.signal)
  await vi.advanceTimersByTimeAsync(0)
  const present = { others: 2, people: [] }
  await say(`event: opened\ndata: {}\n\nevent: present\ndata: ${JSON.stringify(present)}\n\n`)
  expect(onPresent.mock.calls).toEqual([[present]])
  streams.at(-1)!.close()
  await vi.advanceTimersByTimeAsync(1_000)
  await say(`event: opened\ndata: {}\n\nevent: present\ndata: ${JSON.stringify(present)}\n\n`)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(onPresent.mock.calls).toEqual([[present], [present]])
  streams.at(-1)!.error(new TypeError('lost'))
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(onPresent).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(onPresent).toHaveBeenLastCalledWith(null)
  expect(onEvent).not.toHaveBeenCalled()
  ending.abort()
  vi.useRealTimers()
})

test('a change of the link is said to its pages, and lists are read again', async () => {
  const text = 'event: opened\ndata: {}\n\nevent: link\ndata: {}\n\n'
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
        }),
      ),
  )
  const [own, other, onOpen, onEvent] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  const ending = new AbortController()
  const stops = [watchLinkChange('link', own), watchLinkChange('another', other)]
  followVideo('v', { share_token: 'link' })({ ...deaf, onOpen, onEvent }, ending.signal)
  await expect.poll(() => own.mock.calls.length).toBe(1)
  expect(onOpen.mock.calls).toEqual([[false], [false]])
  expect([other.mock.calls, onEvent.mock.calls]).toEqual([[], []])
  for (const end of stops) end()
  ending.abort()
})
