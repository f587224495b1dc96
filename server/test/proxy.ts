import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tieSockets } from '../src/engines/testing/tie-sockets.ts'

/**
 * A proxy between a client and a server, on a free port, which can cut or hold their connections.
 * @param target address of the server; host and port are used
 */
export async function startProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const forwarding = new Set<() => void>()
  let refusing = false
  let refused = 0
  let holding = false
  const proxy = createServer((from) => {
    if (refusing) {
      refused += 1
      return void from.resetAndDestroy()
    }
    const to = connect(Number(port), hostname)
    tieSockets(from, to, sockets)
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const forward = () => void socket.pipe(other)
      forwarding.add(forward)
      socket.once('close', () => forwarding.delete(forward))
      if (!holding) forward()
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    /** The target's address through the proxy. */
    url: url.href,
    /** Cuts the open connections; new ones work. */
    cut,
    /** Cuts the open connections and every new one. */
    refuse() {
      refusing = true
      cut()
    },
    /** Number of new connections that were cut. */
    refused: () => refused,
    /** Stops forwarding on the open connections without closing them, and on new ones unless `newcomers`. */
    hold({ newcomers = false } = {}) {
      holding = !newcomers
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Forwards everything again, including held data. */
    admit() {
      refusing = false
      holding = false
      for (const forward of forwarding) forward()
    },
    async stop() {
      cut()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
