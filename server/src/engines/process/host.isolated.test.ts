import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exampleHosts } from '../../../test/example-hosts.ts'
import { programsOf } from '../../../test/programs.ts'
import { EngineError } from '../engine-error.ts'

const host = exampleHosts()

/** @returns whether the process that runs now is gone */
function theOneRunning(): () => boolean {
  const running = programsOf('footnote-engine').map(({ pid }) => pid)
  expect(running).toHaveLength(1)
  return () => programsOf('footnote-engine').every(({ pid }) => !running.includes(pid))
}

test('answers calls in order and transfers typed arrays both ways', async () => {
  const engine = host()
  const answers = await Promise.all([engine.call('greet', ['Ada']), engine.call('greet', ['Grace'])])
  expect(answers).toEqual(['Hello Ada', 'Hello Grace'])
  expect(await engine.call('twice', [new Float32Array([1, 2.5])])).toEqual(new Float32Array([2, 5]))
})

test('runs the engine under its title, at low priority, without the owner’s environment', async () => {
  const about = await host().call('about', [])
  expect(about.title).toBe('footnote-engine: example')
  expect(about.priority).toBeGreaterThan(0)
  const memory = ['GLIBC_TUNABLES', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_']
  const known = [...memory, 'FOOTNOTE_RUN', 'ORT_DISABLE_TELEMETRY', 'PATH', 'PWD']
  expect(about.variables.filter((name) => !known.includes(name))).toEqual([])
})

const PAGES = '/sys/kernel/mm/transparent_hugepage/enabled'
const has_huge_pages = existsSync(PAGES) && !readFileSync(PAGES, 'utf8').includes('[never]')

test.skipIf(!has_huge_pages)('gets its memory in huge pages', async () => {
  const bytes = 64 * 2 ** 20
  // Other pages have 4 KB, on some ARM machines 16 or 64.
  expect(await host().call('fill', [bytes])).toBeLessThan(bytes / 2 ** 16)
})

test('a refusal is an error of that call alone', async () => {
  const engine = host()
  const { life } = await engine.call('about', [])
  await expect(engine.call('refuse', [])).rejects.toMatchObject({
    failure: 'refused',
    message: 'This picture is unreadable.',
  })
  expect((await engine.call('about', [])).life).toBe(life)
})

test('a crash fails the running call, and the next call gets a new process', async () => {
  const engine = host()
  const crash = expect(engine.call('crash', [])).rejects.toThrow(EngineError)
  const next = engine.call('greet', ['again'])
  await crash
  expect(await next).toBe('Hello again')
})

test('a waiting person learns at once that the process was killed', async () => {
  const engine = host({ interactive: true })
  await expect(engine.call('endByOthers', [])).rejects.toMatchObject({ failure: 'killed' })
})

test('a module that cannot open gives the reason', async () => {
  const engine = host({ settings: { greeting: 'unopenable' } })
  await expect(engine.call('greet', ['x'])).rejects.toMatchObject({
    failure: 'not_started',
    message: 'The model is missing.',
  })
})

test('an aborted call ends the process, and parallel calls are sent again', async () => {
  const engine = host({ concurrency: 3 })
  await engine.call('about', [])
  const isGone = theOneRunning()
  const stop = new AbortController()
  const hanging = engine.call('hang', [], stop.signal)
  const beside = expect(engine.call('hang', [])).rejects.toMatchObject({ failure: 'closed' })
  const waiting = engine.call('greet', ['later'])
  stop.abort(new Error('Deleted.'))
  await expect(hanging).rejects.toThrow('Deleted.')
  expect(await waiting).toBe('Hello later')
  await expect.poll(isGone).toBe(true)
  await engine.close()
  await beside
})

test('aborting a queued call leaves the process alone', async () => {
  const engine = host()
  const { life } = await engine.call('about', [])
  const stop = new AbortController()
  const first = engine.call('about', [])
  const second = engine.call('hang', [], stop.signal)
  stop.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  expect((await first).life).toBe(life)
})

test('a call without an answer times out, whether it works or not', async () => {
  for (const method of ['hang', 'toil'] as const)
    await expect(host({ timeout_ms: 500 }).call(method, [])).rejects.toMatchObject({ failure: 'timed_out' })
})

test('time that others have the processor does not count', async () => {
  expect(await host({ timeout_ms: 5_000 }).call('crawl', [7_000])).toBe('arrived')
})

test('an idle process ends by itself, and the next call starts another', async () => {
  const engine = host({ idle_ms: 50 })
  const { life } = await engine.call('about', [])
  const isGone = theOneRunning()
  await expect.poll(isGone).toBe(true)
  expect((await engine.call('about', [])).life).not.toBe(life)
})
