import { afterEach, expect, test, vi } from 'vitest'
import type { StreamListener } from '../../../lib/calls/events.ts'
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
