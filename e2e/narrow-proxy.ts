import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** A proxy that refuses large requests, as nginx does by default. */
export interface NarrowProxy {
  readonly origin: string
  /** Requests that were too large. */
  refused(): number
  /** Bytes of the largest request that passed. */
  largest(): number
  close(): Promise<unknown>
}

/** @param target the product's origin @param most bytes of a request */
export async function narrowProxy(target: string, most: number): Promise<NarrowProxy> {
  let [refused, largest] = [0, 0]
  const server = http.createServer((request, response) => {
    const size = Number(request.headers['content-length'] ?? 0)
    if (size > most) {
      refused += 1
      request.resume()
      response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>')
      return
    }
    largest = Math.max(largest, size)
    const { method, url, headers } = request
    const passed = http.request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response).catch(() => response.destroy())
    })
    passed.on('error', () => response.destroy())
    pipeline(request, passed).catch(() => passed.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { origin: `http://localhost:${port}`, refused: () => refused, largest: () => largest, close }
}
