import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAwake } from './stay-awake.ts'

const locks: { released: boolean; release: () => Promise<void> }[] = []
const holding = () => locks.filter(({ released }) => !released).length

/** Shows the page, or hides it, whose lock the browser then ends. */
function show(visibility: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  if (visibility === 'hidden') for (const lock of locks) lock.released = true
  document.dispatchEvent(new Event('visibilitychange'))
}

async function give() {
  const lock = {
    released: false,
    release: async () => {
      lock.released = true
    },
  }
  locks.push(lock)
  return lock
}
const offer = (request: () => Promise<unknown>) =>
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })

beforeEach(() => {
  locks.length = 0
  offer(give)
})
afterEach(() => {
  keepAwake(false)
  Reflect.deleteProperty(navigator, 'wakeLock')
  vi.restoreAllMocks()
})

test('a page that was hidden asks again when it is shown, as long as it sends', async () => {
  keepAwake(true)
  keepAwake(true)
  await expect.poll(() => [locks.length, holding()]).toEqual([1, 1])
  show('hidden')
  show('visible')
  show('visible')
  await expect.poll(() => [locks.length, holding()]).toEqual([2, 1])
  keepAwake(false)
  await expect.poll(holding).toBe(0)
  show('visible')
  expect(locks).toHaveLength(2)
})

test('an answer that comes after the end is given back', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ask = vi.fn(async () => {
    await promise
    return await give()
  })
  offer(ask)
  keepAwake(true)
  await expect.poll(() => ask.mock.calls.length).toBe(1)
  keepAwake(false)
  resolve()
  await expect.poll(() => [locks.length, holding()]).toEqual([1, 0])
})

test('browsers without it, and those that refuse it, go on', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const refuse = vi.fn(() => Promise.reject(new DOMException('saving power', 'NotAllowedError')))
  offer(refuse)
  keepAwake(true)
  await expect.poll(() => refuse.mock.calls.length).toBe(1)
  keepAwake(false)
  Reflect.deleteProperty(navigator, 'wakeLock')
  expect(() => keepAwake(true)).not.toThrow()
})
