import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { forPeople } from '../../../platform/log-lines.ts'
import { describeRequest, logCutRequests } from './request-log.ts'

test.each([
  ['before the answer', '/waiting', 'client', 'leaves'],
  ['before the answer', '/waiting', 'client', 'is reset'],
  ['within the answer', '/sending', 'client', 'leaves'],
  ['within the answer', '/sending', 'client', 'is reset'],
  ['within the answer', '/sending', 'client', 'ends its side'],
  ['within the answer', '/breaking', 'server', 'waits'],
] as const)(
  'a request whose connection closes %s (%s) by the %s, which %s, has one last line in the log, which says so',
  async (_when, path, side, deed) => {
    const lines: string[] = []
    const worded = forPeople()
    const write = (line: string) => {
      const text = worded(line.trimEnd())
      if (text?.includes(path)) lines.push(text)
    }
    const app = Fastify({ logger: { stream: { write }, serializers: { req: describeRequest } } })
    logCutRequests(app)
    const bodies: PassThrough[] = []
    const send = async () => {
      const body = new PassThrough()
      bodies.push(body)
      body.write('the first part')
      return body
    }
    app.get('/waiting', () => new Promise(() => undefined))
    app.get('/sending', send)
    app.get('/breaking', send)
    try {
      await app.listen({ port: 0, host: '127.0.0.1' })
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      const underWay = path === '/waiting' ? once(app.server, 'request') : once(socket, 'data')
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
      await underWay
      if (deed === 'leaves') socket.destroy()
      if (deed === 'is reset') socket.resetAndDestroy()
      if (deed === 'ends its side') socket.end()
      if (path === '/breaking') bodies[0]?.destroy()
      const line = expect.stringMatching(new RegExp(`request cut off .* closed_by=${side} .*route=${path} `))
      await expect.poll(() => lines).toEqual([line])
      socket.destroy()
    } finally {
      await app.close()
    }
    expect(lines).toHaveLength(1)
  },
)
