import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tieSockets } from './tie-sockets.ts'

/** A forward proxy on loopback, as companies have them. It resolves every name to this machine. */
export async function startForwardProxy() {
  let connections = 0
  const sockets = new Set<Socket>()
  const server = http.createServer((request, response) => {
    connections += 1
    const { port, pathname, search } = new URL(request.url ?? '')
    const { method, headers } = request
    const asking = http.request({ host: '127.0.0.1', port, path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('close', () => response.destroy()).pipe(response)
    })
    asking.on('error', () => response.destroy()).end()
  })
  server.on('connect', (request, from: Socket) => {
    connections += 1
    const to = connect(Number(new URL(`http://${request.url}`).port || 80), '127.0.0.1', () => {
      from.write('HTTP/1.1 200 Connection established\r\n\r\n')
      from.pipe(to).pipe(from)
    })
    tieSockets(from, to, sockets)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Number of connections that it has made for clients. */
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type ForwardProxy = Awaited<ReturnType<typeof startForwardProxy>>
