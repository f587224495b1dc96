import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { watchLoop } from './watch-loop.ts'

interface Line {
  readonly msg: string
  readonly level: number
  readonly milliseconds: number
  readonly computing: number
  readonly during: string
}

afterEach(() => vi.useRealTimers())

/** A server with a watched loop. @returns it, and the lines about stalls */
function watched(how: Parameters<typeof watchLoop>[1]) {
  const stalls: Line[] = []
  const write = (text: string) => {
    const line: Line = JSON.parse(text)
    if (line.msg === 'the event loop stood still') stalls.push(line)
  }
  const app = Fastify({ logger: { stream: { write } } })
  watchLoop(app, how)
  return { app, stalls }
}

/** Lets this process compute, and nothing else happen. */
function compute(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test('a handler that lets the event loop stand still is named in the log', async () => {
  const { app, stalls } = watched({ longest: 150 })
  app.get('/slow/:id', async () => {
    compute(400)
    return 'done'
  })
  try {
    const base = await app.listen({ port: 0, host: '127.0.0.1' })
    await (await fetch(`${base}/slow/secret`)).text()
    await expect.poll(() => stalls.map(({ during }) => during)).toContain('GET /slow/:id')
    const stall = stalls.find(({ during }) => during === 'GET /slow/:id')!
    expect(stall.level).toBe(40)
    expect(stall.milliseconds).toBeGreaterThan(150)
    expect(stall.computing).toBeGreaterThan(0)
  } finally {
    await app.close()
  }
})

test('a loop that is blocked for half a second is not logged, and a moment more is', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let now = 0
  const { app, stalls } = watched({ clock: () => now })
  try {
    await app.ready()
    const beat = (milliseconds: number) => {
      now += milliseconds
      vi.advanceTimersByTime(50)
    }
    for (const milliseconds of [50, 90, 550]) beat(milliseconds)
    expect(stalls).toEqual([])
    beat(551)
    expect(stalls).toMatchObject([{ milliseconds: 501, during: '' }])
    beat(50)
    expect(stalls).toHaveLength(1)
  } finally {
    await app.close()
  }
})

test('the requests that were at work are named, the longest first, and those that waited for the end are not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let now = 0
  const { app, stalls } = watched({ clock: () => now })
  const handlers = new Map<string, () => Promise<string>>()
  for (const path of ['/answered', '/early', '/late', '/waiting'])
    app.get(path, async () => await handlers.get(path)!())
  const begin = async (path: string) => {
    const [begun, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    handlers.set(path, () => {
      begun.resolve()
      return finished.promise
    })
    const answer = app.inject({ url: path })
    await begun.promise
    return async () => {
      finished.resolve('done')
      await answer
    }
  }
  try {
    await app.ready()
    const answered = await begin('/answered')
    await answered()
    vi.advanceTimersByTime(50)
    const early = await begin('/early')
    now = 600
    const late = await begin('/late')
    now = 1_000
    await late()
    await early()
    now = 1_001
    const waiting = await begin('/waiting')
    vi.advanceTimersByTime(50)
    expect(stalls.map(({ during }) => during)).toEqual(['GET /early, GET /late'])
    await waiting()
  } finally {
    await app.close()
  }
})
