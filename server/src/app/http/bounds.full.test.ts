import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginRequest, endRequests, loginHead } from '../../../test/raw-connections.ts'
import { buildApp } from './app.ts'

let app: FastifyInstance
let port: number

beforeEach(async () => {
  const config = { log_level: 'silent', public_url: 'http://localhost', s3: null, rate_limits: false }
  ;({ app } = await buildApp({
    config: { ...config, trusted_proxies: [] },
    identify: async () => ({ kind: 'nobody' }),
  }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = app.server.address() as AddressInfo)
})
afterEach(async () => {
  endRequests()
  await app.close()
})

test('a hundred headers and bodies that never end are closed with a sentence', async () => {
  const heads = await Promise.all(
    Array.from({ length: 50 }, () => beginRequest(port, 'GET /api/nothing HTTP/1.1\r\nhost: x\r\n')),
  )
  const bodies = await Promise.all(Array.from({ length: 50 }, () => beginRequest(port, `${loginHead(1_000)}\r\n{`)))
  const trickle = setInterval(() => {
    for (const { socket } of bodies) if (socket.writable) socket.write(' ')
  }, 1_000)
  const all = [...heads, ...bodies]
  const patience = { timeout: 120_000 }
  await expect.poll(() => all.filter(({ closed }) => closed).length, patience).toBe(all.length)
  clearInterval(trickle)
  for (const { answer } of all) expect(answer).toMatch(/^HTTP\/1\.1 408 .*"too_slow"/s)
})
