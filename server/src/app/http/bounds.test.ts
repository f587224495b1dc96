import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { CONNECTIONS } from '@footnote/contract/shared/limits.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { beginRequest, endRequests, loginHead } from '../../../test/raw-connections.ts'
import { buildApp } from './app.ts'

const config = { log_level: 'silent', public_url: 'http://localhost', s3: null, rate_limits: false }

let app: FastifyInstance
let port: number

async function listen(trusted_proxies: string[] = []): Promise<void> {
  const built = await buildApp({
    config: { ...config, trusted_proxies },
    identify: async () => ({ kind: 'nobody' }),
  })
  built.route(endpoints.accounts.login, async () => ({
    access: 'a',
    refresh: 'r',
    user: { id: '1', first_name: '', last_name: '', email: '', company_id: '2' },
  }))
  ;({ app } = built)
  await app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = app.server.address() as AddressInfo)
}
afterEach(async () => {
  endRequests()
  await app.close()
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Bytes of memory that this process uses. */
function held(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('headers larger than 64 KB are refused while they arrive, and use no memory', async () => {
  await listen()
  const small = await beginRequest(
    port,
    `GET /api/nothing HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(40_000)}\r\nconnection: close\r\n\r\n`,
  )
  await expect.poll(() => small.answer).toMatch(/^HTTP\/1\.1 404 /)
  const headers = (count: number) =>
    `GET / HTTP/1.1\r\nhost: x\r\n${`x-large: ${'x'.repeat(16_000)}\r\n`.repeat(count)}`
  const over = await beginRequest(port, headers(5))
  await expect.poll(() => over.answer).toMatch(/^HTTP\/1\.1 413 .*too_large/s)
  // All senders share one copy, so that the measurement shows only what the server holds.
  const megabytes = Buffer.from(headers(120))
  const before = held()
  const large = await Promise.all(Array.from({ length: 100 }, () => beginRequest(port, megabytes)))
  await expect.poll(() => large.filter(({ closed }) => closed).length).toBe(100)
  // A client that still sends while the server closes the connection may not receive the reason.
  for (const { answer } of large.filter(({ answer }) => answer)) expect(answer).toMatch(/^HTTP\/1\.1 413 .*too_large/s)
  await expect.poll(() => held() - before).toBeLessThan(20 * 1024 ** 2)
})

test.each([
  ['its type', 'content-type: text/xml\r\ncontent-length: 1000\r\n\r\n<a>'],
  ['its size', 'content-type: application/json\r\ncontent-length: 100000\r\n\r\n{'],
])('a sender who resets the connection before the body is refused for %s ends nothing', async (_why, rest) => {
  await listen()
  const failures: unknown[] = []
  const fail = (error: unknown) => failures.push(error)
  process.prependListener('uncaughtException', fail)
  try {
    const arrives = once(app.server, 'connection')
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST /api/login HTTP/1.1\r\nhost: x\r\n${rest}`)
      socket.resetAndDestroy()
    })
    const [connection] = await arrives
    await new Promise((closed) => connection.once('close', closed))
    await nextTurn()
    expect(failures).toEqual([])
  } finally {
    process.off('uncaughtException', fail)
  }
})

test('a call without sign-in accepts a body of at most 64 KB', async () => {
  await listen()
  const post = (length: number) =>
    app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: 'a@example.org', password: 'x', more: 'x'.repeat(length) },
    })
  expect((await post(60_000)).statusCode).toBe(200)
  expect((await post(70_000)).json()).toMatchObject({ status: 413, code: 'too_large' })
})

test('connections from one network are limited, and closing one makes room', async () => {
  await listen()
  const open = await Promise.all(Array.from({ length: CONNECTIONS.per_network }, () => beginRequest(port, '')))
  const ask = async () => {
    const asked = await beginRequest(port, 'GET /api/nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await expect.poll(() => asked.closed).toBe(true)
    return asked.answer.slice(0, 12)
  }
  expect(await ask()).toBe('')
  open[0]?.socket.destroy()
  await expect.poll(ask).toBe('HTTP/1.1 404')
})

test('behind a trusted proxy requests count for the network that it names, not for its own', async () => {
  await listen(['127.0.0.0/8'])
  const slow = (address: string) => beginRequest(port, `${loginHead(10)}x-forwarded-for: ${address}\r\n\r\n{`)
  await Promise.all(Array.from({ length: CONNECTIONS.per_network }, (_, at) => slow(`2001:db8::${at.toString(16)}`)))
  const ask = async (address: string) => {
    const asked = await beginRequest(
      port,
      `GET /api/nothing HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\nconnection: close\r\n\r\n`,
    )
    await expect.poll(() => asked.closed).toBe(true)
    return asked.answer.slice(0, 12)
  }
  await expect.poll(() => ask('2001:db8::ffff:1')).toBe('HTTP/1.1 429')
  expect(await ask('2001:db8:0:1::1')).toBe('HTTP/1.1 404')
  expect(await ask('198.51.100.7')).toBe('HTTP/1.1 404')
})
