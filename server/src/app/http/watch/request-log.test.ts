import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { forPeople } from '../../../platform/log-lines.ts'
import { describeRequest, logCutRequests } from './request-log.ts'

test.each([
  ['before the answer', '/waiting'],
  ['within the answer', '/sending'],
])(
  'a request whose connection closes %s has a last line in the log, and only that one for people',
  async (_when, path) => {
    const lines: string[] = []
    const worded = forPeople()
    const write = (line: string) => {
      const text = worded(line.trimEnd())
      if (text?.includes(path)) lines.push(text)
    }
    const app = Fastify({ logger: { stream: { write }, serializers: { req: describeRequest } } })
    logCutRequests(app)
    app.get('/waiting', () => new Promise(() => undefined))
    app.get('/sending', async () => {
      const body = new PassThrough()
      body.write('the first part')
      return body
    })
    try {
      await app.listen({ port: 0, host: '127.0.0.1' })
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      const underWay = path === '/sending' ? once(socket, 'data') : once(app.server, 'request')
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
      await underWay
      socket.destroy()
      await expect.poll(() => lines).toEqual([expect.stringMatching(`request cut off .* route=${path} `)])
    } finally {
      await app.close()
    }
    expect(lines).toHaveLength(1)
  },
)
