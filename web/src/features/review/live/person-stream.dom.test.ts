import { live } from '@footnote/contract/nouns/review/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '../../../lib/session.ts'
import { PersonStream } from './person-stream.ts'

interface Connection {
  readonly video_id: string | null
  readonly page_key: string | null
  readonly headers: Headers
  /** Sends an event, and waits until it is read. No time passes. */
  readonly say: (event: string, data: object, id?: string) => Promise<void>
  readonly close: () => void
  open: boolean
}

/** Every connection that was asked for and not refused, in order. */
const connections: Connection[] = []
/** The answer to a request that is refused; null for the others. */
let refuse: (video_id: string | null) => Response | null = () => null
const openOnes = () => connections.filter(({ open }) => open)
const last = () => connections.at(-1) as Connection
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const problem = (status: number, code: string, headers = {}) =>
  Response.json({ type: 'about:blank', title: code, status, detail: code, code, message: code }, { status, headers })

async function answer(address: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) {
  const { pathname, searchParams } = new URL(address, location.href)
  expect(pathname).toBe(live.person.path)
  const video_id = searchParams.get('video_id')
  const refusal = refuse(video_id)
  if (refusal) return refusal
  let controller: ReadableStreamDefaultController<Uint8Array>
  const write = (text: string) => controller.enqueue(new TextEncoder().encode(text))
  const connection: Connection = {
    video_id,
    page_key: searchParams.get('page_key'),
    headers,
    open: true,
    say: async (event, data, id) => {
      write(`event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
    },
    close: () => {
      connection.open = false
      controller.close()
    },
  }
  const body = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made
      write(`: open\n\nevent: opened\n${video_id ? `id: ${video_id}-0\n` : ''}data: {}\n\n`)
    },
    cancel: () => {
      connection.open = false
    },
  })
  signal.addEventListener('abort', () => {
    if (connection.open) controller.error(signal.reason)
    connection.open = false
  })
  connections.push(connection)
  return new Response(body)
}

/** A page with a bell and the pages of videos. */
function aPage() {
  const stream = new PersonStream()
  const bell = { onOpen: vi.fn(), onClosed: vi.fn(), onNotifications: vi.fn() }
  const leaving = new AbortController()
  stream.followPerson(bell, leaving.signal)
  const show = (video_id: string) => {
    const left = new AbortController()
    const onEnded = vi.fn(() => left.abort())
    const listener = { onOpen: vi.fn(), onEvent: vi.fn(), onClosed: vi.fn(), onEnded }
    stream.followVideo(video_id, listener, left.signal)
    return { ...listener, leave: () => left.abort() }
  }
  return { stream, bell, show, leave: () => leaving.abort() }
}

const version = { video_id: 'w', version: 2 }
const GONE = { code: 'not_found', detail: 'Gone.' }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answer)
  const user = { id: 'u', first_name: 'Ada', last_name: '', email: 'ada@example.com', company_id: 'c' }
  startSession({ access: 'a', refresh: 'r', user })
})
afterEach(() => {
  vi.useRealTimers()
  connections.length = 0
  refuse = () => null
})

test('the bell and the page of a video have one connection, which names the video while its page is open', async () => {
  const { bell, show, leave } = aPage()
  await pass(0)
  const video = show('v')
  await pass(0)
  expect(openOnes().map(({ video_id }) => video_id)).toEqual(['v'])
  expect(bell.onOpen).toHaveBeenCalledTimes(2)
  expect(video.onOpen.mock.calls).toEqual([[false]])
  await last().say('version', version, 'v-1')
  await last().say('notifications', {})
  expect(video.onEvent).toHaveBeenCalledExactlyOnceWith({ name: 'version', data: version })
  expect(bell.onNotifications).toHaveBeenCalledTimes(1)
  video.leave()
  await pass(2_000)
  expect(openOnes().map(({ video_id }) => video_id)).toEqual([null])
  expect(connections.map(({ video_id }) => video_id)).toEqual([null, 'v', null])
  expect(new Set(connections.map(({ page_key }) => page_key)).size).toBe(1)
  leave()
})

test('a page of a video that mounts twice at once opens one stream, also before there is a bell', async () => {
  const { show, leave } = aPage()
  show('v').leave()
  const video = show('v')
  await pass(5_000)
  expect(connections.map(({ video_id }) => video_id)).toEqual(['v'])
  video.leave()
  leave()
})

test('from one video to the next the stream changes once, and the page that was left hears nothing more', async () => {
  const { bell, show, leave } = aPage()
  const first = show('v')
  await pass(0)
  first.leave()
  await last().say('version', version, 'v-1')
  await last().say('notifications', {})
  await pass(1_000)
  const second = show('w')
  await pass(5_000)
  expect(connections.map(({ video_id }) => video_id)).toEqual(['v', 'w'])
  expect(first.onEvent).not.toHaveBeenCalled()
  expect(first.onClosed).not.toHaveBeenCalled()
  expect(bell.onNotifications).toHaveBeenCalledTimes(1)
  expect(second.onOpen.mock.calls).toEqual([[false]])
  expect(last().headers.has('last-event-id')).toBe(false)
  second.leave()
  leave()
})

test('a broken stream goes on after the last event of the video, and the bell reads its list again', async () => {
  const { bell, show, leave } = aPage()
  const video = show('v')
  await pass(0)
  await last().say('version', version, 'v-1')
  await last().say('notifications', {})
  last().close()
  await pass(0)
  expect(bell.onClosed).toHaveBeenCalledTimes(1)
  await pass(1_000)
  expect(last().headers.get('last-event-id')).toBe('v-1')
  expect(video.onOpen.mock.calls).toEqual([[false], [true]])
  expect(bell.onOpen).toHaveBeenCalledTimes(2)
  video.leave()
  leave()
})

test('a bell that comes later than the video uses the same connection', async () => {
  const { stream, show, leave } = aPage()
  leave()
  const video = show('v')
  await pass(0)
  const bell = { onOpen: vi.fn(), onClosed: vi.fn(), onNotifications: vi.fn() }
  const left = new AbortController()
  stream.followPerson(bell, left.signal)
  await pass(5_000)
  expect(bell.onOpen).toHaveBeenCalledTimes(1)
  expect(connections).toHaveLength(1)
  left.abort()
  video.leave()
})

test.each([
  ['while it is open', false],
  ['when its stream opens again', true],
])('a video that ends %s ends for its page, and the bell keeps a stream', async (_, again) => {
  const { bell, show, leave } = aPage()
  const video = show('v')
  await pass(0)
  if (again) {
    refuse = (video_id) => (video_id ? problem(404, GONE.code) : null)
    last().close()
  } else await last().say('ended', GONE)
  await pass(1_000)
  expect(video.onEnded).toHaveBeenCalledExactlyOnceWith(again ? { code: GONE.code, detail: GONE.code } : GONE)
  expect(openOnes().map(({ video_id }) => video_id)).toEqual([null])
  await last().say('notifications', {})
  expect(bell.onNotifications).toHaveBeenCalledTimes(1)
  await pass(120_000)
  expect(connections.filter(({ video_id }) => video_id)).toHaveLength(1)
  leave()
})

test('a video that ends just after its page was left leaves the bell as it is', async () => {
  const { bell, show, leave } = aPage()
  const video = show('v')
  await pass(0)
  video.leave()
  await last().say('ended', GONE)
  await pass(2_000)
  expect(video.onEnded).not.toHaveBeenCalled()
  expect(openOnes().map(({ video_id }) => video_id)).toEqual([null])
  expect(bell.onOpen).toHaveBeenCalledTimes(2)
  leave()
})

test('a video that ends while the next one takes its place does not take the place of that one', async () => {
  const { show, leave } = aPage()
  const first = show('v')
  await pass(0)
  first.leave()
  const second = show('w')
  // It is read before the timer of the next stream is due.
  await last().say('ended', GONE)
  await pass(5_000)
  expect(openOnes().map(({ video_id }) => video_id)).toEqual(['w'])
  expect(second.onEnded).not.toHaveBeenCalled()
  second.leave()
  leave()
})

test('a server of an earlier version ends no video, and is asked again each minute', async () => {
  refuse = () => problem(404, 'not_found')
  const { bell, show, leave } = aPage()
  const video = show('v')
  await pass(59_000)
  expect(video.onClosed).toHaveBeenCalledExactlyOnceWith('lost')
  expect(connections).toHaveLength(0)
  refuse = () => null
  await pass(2_000)
  expect(openOnes().map(({ video_id }) => video_id)).toEqual(['v'])
  expect(video.onEnded).not.toHaveBeenCalled()
  expect(bell.onOpen).toHaveBeenCalledTimes(1)
  video.leave()
  leave()
})

test('the end of the session ends the stream for all', async () => {
  const { bell, show, leave } = aPage()
  const video = show('v')
  await pass(0)
  const over = { code: 'unauthenticated', detail: 'Sign in.' }
  await last().say('ended', over)
  expect(video.onEnded).toHaveBeenCalledExactlyOnceWith(over)
  expect(bell.onClosed).toHaveBeenCalledTimes(1)
  await pass(120_000)
  expect(connections).toHaveLength(1)
  leave()
})

test('a person with too many streams waits as long as the server says', async () => {
  refuse = () => problem(429, 'rate_limited', { 'retry-after': '30' })
  const { bell, leave } = aPage()
  await pass(25_000)
  refuse = () => null
  await pass(0)
  expect(connections).toHaveLength(0)
  await pass(6_000)
  expect(bell.onOpen).toHaveBeenCalledTimes(1)
  leave()
})

test('nothing is followed after signing out, and the next person has a connection of their own', async () => {
  const { stream, show, leave } = aPage()
  const video = show('v')
  await pass(0)
  video.leave()
  leave()
  expect(openOnes()).toEqual([])
  const user = { id: 'w', first_name: 'Ben', last_name: '', email: 'ben@example.com', company_id: 'c' }
  startSession({ access: 'b', refresh: 's', user })
  const bell = { onOpen: vi.fn(), onClosed: vi.fn(), onNotifications: vi.fn() }
  const left = new AbortController()
  stream.followPerson(bell, left.signal)
  await pass(5_000)
  expect(connections.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer a', 'Bearer b'])
  left.abort()
  expect(openOnes()).toEqual([])
})

test('a bell that is gone before the program of the stream has loaded opens none', async () => {
  const stream = new PersonStream()
  const bell = { onOpen: vi.fn(), onClosed: vi.fn(), onNotifications: vi.fn() }
  stream.followPerson(bell, AbortSignal.abort())
  await pass(5_000)
  expect(connections).toHaveLength(0)
})
